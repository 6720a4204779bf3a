import { useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { RetryDocumentDocument, type DocumentStatus } from "../../api/generated/graphql.ts";
import { useObservable } from "../../api/tessera.tsx";
import { useChange } from "../../api/useChange.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Table } from "../../parts/Table.tsx";
import { Tabs } from "../../parts/Tabs.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural, said } from "../../parts/words.ts";
import { Drop, DropTrouble } from "../../uploads/Drop.tsx";
import { uploads } from "../../uploads/Uploads.ts";
import { columnsOf } from "./columns.tsx";
import { Operating } from "./Operating.tsx";
import { useDocuments } from "./useDocuments.ts";
import { useDocumentUpload } from "./useDocumentUpload.ts";

const STATUSES: readonly (DocumentStatus | null)[] = [null, "UPLOADING", "SUBMITTED", "PROCESSING", "COMPLETED", "FAILED", "ERROR"];

/** Documents on their way from a file to text, tables and fields. Files dropped here take the same way. */
export function Documents() {
  const [status, choose] = useStatus();
  const { rows, problem, isLoading, hasMore, more, refetch } = useDocuments(status);
  const upload = useDocumentUpload(refetch);
  const retry = useChange(RetryDocumentDocument);
  const sending = useObservable(uploads.all);
  const { run } = retry;
  const [retried, setRetried] = useState("");
  const columns = useMemo(() => columnsOf({ sending, retry: (jobId) => (setRetried(jobId), void run({ input: { jobId } })) }), [sending, run]);
  useKeys(STATUSES.map((each, index) => ({ keys: String(index + 1), does: `Documents: ${titleOf(each)}`, run: () => choose(each) })));
  const stuck = rows.filter(({ isStuck }) => isStuck).length;
  return (
    <div className="stack">
      <div className="row">
        <h1>Documents</h1>
        <span className="push">
          <Drop what="documents" uploading={upload} />
        </span>
      </div>
      <Tabs label="Status" tabs={STATUSES.map((each) => ({ name: titleOf(each), href: `#/documents${each ? `?status=${each}` : ""}`, isCurrent: each === status }))} />
      <DropTrouble uploading={upload} />
      <Trouble problem={retry.problem} onAgain={() => void run({ input: { jobId: retried } })} onDismiss={retry.forget} />
      <Trouble problem={problem} />
      {isLoading && !problem && <Loading rows={8} />}
      {!isLoading && !problem && !rows.length && <Empty title={status ? `No document is ${said(status)}.` : "There are no documents yet."}>Drop PDF, TIFF, JPEG or PNG files anywhere on this page.</Empty>}
      {rows.length > 0 && <Table label={`Documents: ${titleOf(status)}`} columns={columns} rows={rows} keyOf={({ jobId }) => jobId} height={560} />}
      {rows.length > 0 && (
        <p className="row soft">
          {plural(rows.length, "document")}
          {stuck > 0 && `, ${stuck} stuck`}
          {hasMore && <button onClick={more}>Load more</button>}
        </p>
      )}
      <Operating />
    </div>
  );
}

function useStatus(): [DocumentStatus | null, (status: DocumentStatus | null) => void] {
  const given = new URLSearchParams(useSearch()).get("status");
  const [, navigate] = useLocation();
  return [STATUSES.find((each) => each === given) ?? null, (chosen) => navigate(`/documents${chosen ? `?status=${chosen}` : ""}`)];
}

function titleOf(status: DocumentStatus | null): string {
  return status ? said(status) : "all";
}
