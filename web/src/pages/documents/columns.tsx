import { isRetryable, nameOf, shareRead } from "../../documents/news.ts";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Progress } from "../../parts/Progress.tsx";
import type { Column } from "../../parts/Table.tsx";
import { age, said } from "../../parts/words.ts";
import { uploads, type Upload } from "../../uploads/Uploads.ts";
import type { Row } from "./useDocuments.ts";

interface Doing {
  sending: ReadonlyMap<string, Upload>;
  retry: (jobId: string) => void;
}

/** The columns of the documents, from the left. */
export function columnsOf({ sending, retry }: Doing): Column<Row>[] {
  return [
    { title: "Name", width: "minmax(96px, 3fr)", cell: (row) => <a href={`#/documents/${row.jobId}`}>{nameOf(row)}</a> },
    { title: "Status", width: "104px", cell: ({ status, isStuck }) => <LabelChip state={isStuck ? "NEEDS_REVIEW" : stateOf(status)}>{said(status)}</LabelChip> },
    { title: "Progress", width: "112px", isExtra: true, cell: (row) => <HowFar row={row} upload={sending.get(row.jobId)} /> },
    { title: "What happened", width: "minmax(72px, 5fr)", cell: (row) => <Story row={row} upload={sending.get(row.jobId)} /> },
    { title: "Pages", width: "48px", isNumber: true, from: 1000, cell: ({ totalPages }) => totalPages },
    { title: "Client", width: "80px", from: 1500, cell: ({ clientId }) => clientId },
    { title: "Age", width: "56px", isNumber: true, isExtra: true, cell: ({ submittedAt }) => age(submittedAt) },
    {
      title: "Action",
      width: "80px",
      from: 1000,
      cell: (row) =>
        sending.get(row.jobId)?.fault ? (
          <button className="plain" onClick={() => uploads.again(row.jobId)}>
            Send again
          </button>
        ) : (
          isRetryable(row) && (
            <button className="plain" aria-label={`Try again: ${nameOf(row)}`} onClick={() => retry(row.jobId)}>
              Try again
            </button>
          )
        ),
    },
  ];
}

interface OfRow {
  row: Row;
  upload: Upload | undefined;
}

function HowFar({ row, upload }: OfRow) {
  const isSending = row.status === "UPLOADING" && upload && !upload.fault;
  return <Progress value={isSending ? 100 * upload.share : shareRead(row)} status={row.status} label={`${isSending ? "Upload" : "Pages read"} of ${nameOf(row)}`} />;
}

/** Why it did not work, how long it has been stuck, or what was last heard of it. */
function Story({ row: { status, error, isStuck, latest, updatedAt, submittedAt }, upload }: OfRow) {
  const words = (status === "UPLOADING" && upload?.fault) || (isStuck ? `stuck for ${age(updatedAt ?? submittedAt)}` : (error ?? latest?.message ?? ""));
  return <span title={words}>{words}</span>;
}
