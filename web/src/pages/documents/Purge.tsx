import "./Purge.css";
import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import { DocumentsDocument, PurgeDocumentsDocument, type DocumentStatus } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural, said } from "../../parts/words.ts";
import { bytes } from "../../uploads/files.ts";

const ENDED: readonly DocumentStatus[] = ["COMPLETED", "FAILED", "ERROR"];
const DAY = 24 * 60 * 60 * 1000;

interface Sum {
  documents: number;
  pages: number;
  objects: number;
  bytes: number;
}

/** Deletes old documents: first it counts which, and only then it can be done, to the same ones. */
export function Purge() {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useApolloClient();
  const change = useChange(PurgeDocumentsDocument);
  const [days, setDays] = useState(30);
  const [statuses, setStatuses] = useState(ENDED);
  const [counted, setCounted] = useState<{ sum: Sum; olderThan: string; isDone: boolean } | null>(null);
  const open = () => (setCounted(null), change.forget(), dialog.current?.showModal());
  useKeys([{ keys: "p", does: "Purge old documents", run: open }]);
  /** Through all documents, a hundred at a time; null if it was refused on the way. */
  const walk = async (olderThan: string, dryRun: boolean): Promise<Sum | null> => {
    const sum = { documents: 0, pages: 0, objects: 0, bytes: 0 };
    let after: string | null = null;
    for (;;) {
      const done = await change.run({ input: { olderThan, statuses: [...statuses], dryRun, first: 100, after } });
      if (!done) return null;
      const part = done.purgeDocuments;
      for (const name of Object.keys(sum) as (keyof Sum)[]) sum[name] += part[name];
      if (part.isComplete) return sum;
      after = part.endCursor;
    }
  };
  const count = async () => {
    const olderThan = new Date(Date.now() - days * DAY).toISOString();
    const sum = await walk(olderThan, true);
    if (sum) setCounted({ sum, olderThan, isDone: false });
  };
  const purge = async () => {
    const sum = counted && (await walk(counted.olderThan, false));
    if (sum) setCounted({ ...counted, sum, isDone: true });
    void client.refetchQueries({ include: [DocumentsDocument] });
  };
  const toggle = (status: DocumentStatus) => (setStatuses(statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status]), setCounted(null));
  return (
    <>
      <button onClick={open} title="Delete old documents (p)">
        Purge…
      </button>
      <dialog ref={dialog} className="purge" aria-labelledby="purge">
        <div className="stack">
          <h2 id="purge">Delete old documents</h2>
          <p className="row">
            Submitted more than
            <input type="number" min={1} aria-label="Days" value={days} onChange={({ target }) => (setDays(Math.max(1, Number(target.value))), setCounted(null))} />
            days ago, and
          </p>
          <p className="row">
            {ENDED.map((status) => (
              <label key={status} className="row">
                <input type="checkbox" checked={statuses.includes(status)} onChange={() => toggle(status)} />
                {said(status)}
              </label>
            ))}
          </p>
          <Trouble problem={change.problem} />
          {counted && (
            <p role="status">
              {counted.isDone ? "Deleted" : "Would be deleted"}: {plural(counted.sum.documents, "document")} with {plural(counted.sum.pages, "page")}, and {plural(counted.sum.objects, "file")} of {bytes(counted.sum.bytes)}.
            </p>
          )}
          <div className="row">
            {!counted && (
              <button onClick={() => void count()} disabled={change.isRunning || !statuses.length}>
                Count them
              </button>
            )}
            {counted && !counted.isDone && counted.sum.documents > 0 && (
              <button onClick={() => void purge()} disabled={change.isRunning}>
                Delete {plural(counted.sum.documents, "document")}
              </button>
            )}
            <button onClick={() => dialog.current?.close()}>{counted?.isDone ? "Close" : "Leave"}</button>
          </div>
        </div>
      </dialog>
    </>
  );
}
