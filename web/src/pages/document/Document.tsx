import "./Document.css";
import { useState } from "react";
import { RetryDocumentDocument } from "../../api/generated/graphql.ts";
import { useObservable } from "../../api/tessera.tsx";
import { useChange } from "../../api/useChange.ts";
import { isRetryable, nameOf, shareRead } from "../../documents/news.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Progress } from "../../parts/Progress.tsx";
import { Timeline } from "../../parts/Timeline.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { age, plural, said } from "../../parts/words.ts";
import { bytes } from "../../uploads/files.ts";
import { uploads } from "../../uploads/Uploads.ts";
import { FileView } from "./FileView.tsx";
import { isOver, momentsOf } from "./life.ts";
import { ReadPages } from "./ReadPages.tsx";
import { useDocument, type Paper } from "./useDocument.ts";

/** One document: where it stands, its file, and what was read in it. */
export function Document({ params: { jobId } }: { params: { jobId: string } }) {
  return <Opened key={jobId} jobId={jobId} />;
}

function Opened({ jobId }: { jobId: string }) {
  const { paper, news, pages, hasMore, more, problem, pagesProblem, refetch } = useDocument(jobId);
  const [links, setLinks] = useState(0);
  const renewLink = () => void refetch().then(() => setLinks(links + 1));
  if (paper === null && !problem) return <Empty title="There is no document that you may see here.">It may have been deleted, or belong to another client.</Empty>;
  return (
    <div className="stack">
      <Trouble problem={problem} />
      {!paper && !problem && <Loading rows={2} height={200} />}
      {paper && (
        <>
          <Head paper={paper} />
          <Timeline label="Its life" moments={momentsOf(paper, news)} isOver={isOver(paper)} />
          <Trouble problem={pagesProblem} />
          <div className="document-halves">
            <FileView key={`${links} ${paper.status === "UPLOADING"}`} paper={paper} onStale={renewLink} />
            <ReadPages paper={paper} pages={pages} hasMore={hasMore} onMore={more} isAway={pagesProblem !== null} />
          </div>
        </>
      )}
    </div>
  );
}

function Head({ paper }: { paper: Paper }) {
  const retry = useChange(RetryDocumentDocument);
  const upload = useObservable(uploads.all).get(paper.jobId);
  const again = () => void retry.run({ input: { jobId: paper.jobId } });
  const canRetry = isRetryable(paper);
  useKeys(canRetry ? [{ keys: "t", does: "Read the document again", run: again }] : []);
  const isSending = paper.status === "UPLOADING" && upload && !upload.fault;
  const facts = [
    paper.contentType,
    paper.byteLength && bytes(paper.byteLength),
    paper.totalPages && plural(paper.totalPages, "page"),
    paper.clientId && `of ${paper.clientId}`,
    paper.attempt && `attempt ${paper.attempt}`,
    paper.submittedAt && `${age(paper.submittedAt)} old`,
  ];
  return (
    <div className="document-head">
      <div className="row">
        <h1>{nameOf(paper)}</h1>
        <LabelChip state={stateOf(paper.status)}>{said(paper.status)}</LabelChip>
        {canRetry && (
          <button onClick={again} disabled={retry.isRunning} title="Read the document again (t)">
            Try again
          </button>
        )}
      </div>
      <p className="soft">{facts.filter(Boolean).join(" · ")}</p>
      {!isOver(paper) && <Progress value={isSending ? 100 * upload.share : shareRead(paper)} status={paper.status} label={isSending ? "Upload" : "Pages read"} />}
      {paper.status === "UPLOADING" && upload?.fault && (
        <p className="document-error" role="alert">
          {upload.fault} <button onClick={() => uploads.again(paper.jobId)}>Send again</button>
        </p>
      )}
      {paper.error && canRetry && <p className="document-error">{paper.error}</p>}
      {paper.warnings.map((warning) => (
        <p key={warning} className="soft">
          {warning}
        </p>
      ))}
      <Trouble problem={retry.problem} onAgain={again} onDismiss={retry.forget} />
    </div>
  );
}
