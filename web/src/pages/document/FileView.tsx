import { useEffect, useState } from "react";
import { Loading } from "../../parts/Loading.tsx";
import { bytes } from "../../uploads/files.ts";
import type { Paper } from "./useDocument.ts";

/** A file that is larger is fetched when someone asks for it. */
const UNASKED_BYTES = 20 * 1024 * 1024;
const PICTURES = ["image/jpeg", "image/png"];
/** The page in full width: without this Chromium and Firefox may give half of the room to small pictures of the pages. */
const PDF_VIEW = "#navpanes=0&pagemode=none&view=FitH";
type Fetched = { address: string } | { fault: string };

/**
 * The file as the browser itself shows it. The link that the API gives is for saving; so the bytes are fetched, and shown
 * as the type that was announced and never as another: a page that calls itself a PDF is no page here.
 */
export function FileView({ paper, onStale }: { paper: Paper; onStale: () => void }) {
  const { documentUrl, contentType, byteLength, isManaged, status } = paper;
  const canShow = PICTURES.includes(contentType ?? "") || (contentType === "application/pdf" && navigator.pdfViewerEnabled);
  const [isWanted, setWanted] = useState((byteLength ?? 0) <= UNASKED_BYTES);
  const [url] = useState(documentUrl); // each answer has another link to the same file
  // Whether a file of another program is still there, only its owner knows.
  const file = useFile(canShow && isWanted && isManaged && status !== "UPLOADING" ? url : null, contentType ?? "");
  const link = documentUrl && status !== "UPLOADING" && <a href={documentUrl}>Save the file</a>;
  if (!file || (file !== "loading" && "fault" in file)) {
    const why = file ? file.fault : status === "UPLOADING" ? "The file has not arrived yet." : canShow ? "" : "This browser does not show such files.";
    return (
      <p className="row soft">
        {why}
        {file && <button onClick={onStale}>Ask for a new link</button>}
        {canShow && !isWanted && <button onClick={() => setWanted(true)}>Show the file ({bytes(byteLength ?? 0)})</button>}
        {link}
      </p>
    );
  }
  return (
    <figure className="document-file">
      {file === "loading" ? <Loading rows={1} height={400} /> : contentType === "application/pdf" ? <iframe src={file.address + PDF_VIEW} title="The file" /> : <img src={file.address} alt="The file" />}
      <figcaption>{link}</figcaption>
    </figure>
  );
}

function useFile(url: string | null, type: string): Fetched | "loading" | null {
  const [fetched, setFetched] = useState<Fetched | null>(null);
  useEffect(() => {
    if (!url) return undefined;
    const abort = new AbortController();
    let address = "";
    fetchBlob(url, type, abort.signal).then(
      (blob) => setFetched({ address: (address = URL.createObjectURL(blob)) }),
      (fault: unknown) => abort.signal.aborted || setFetched({ fault: fault instanceof TypeError ? "The storage does not answer." : (fault as Error).message }),
    );
    return () => {
      abort.abort();
      URL.revokeObjectURL(address);
    };
  }, [url, type]);
  return url ? (fetched ?? "loading") : null;
}

async function fetchBlob(url: string, type: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The storage did not give the file: ${response.status}.`);
  return new Blob([await response.arrayBuffer()], { type });
}
