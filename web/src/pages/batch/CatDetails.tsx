import { useEffect, useRef } from "react";
import { CatLogDocument } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { verdictOf } from "../../cats/counts.ts";
import { LabelChip } from "../../parts/LabelChip.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { clock } from "../../parts/words.ts";
import { bytes } from "../../uploads/files.ts";
import type { Cat } from "./useBatch.ts";

/** What Rekognition saw on a picture, and for its owner what was logged meanwhile. */
export function CatDetails({ image, onClose }: { image: Cat; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { state, name } = verdictOf(image);
  const facts = [image.contentType, image.byteLength && bytes(image.byteLength), image.clientId && `of ${image.clientId}`, image.attempt && `attempt ${image.attempt}`];
  const times = [image.uploadedAt && `Uploaded ${moment(image.uploadedAt)}.`, image.recognisedAt && `Recognised ${moment(image.recognisedAt)}.`];
  return (
    <dialog ref={dialog} className="cat-details" aria-labelledby="cat-details" onClose={onClose}>
      <div className="stack">
        <h2 id="cat-details">{image.fileName ?? image.fingerprint}</h2>
        <p className="row">
          <LabelChip state={state}>{name}</LabelChip>
          <span className="soft">{facts.filter(Boolean).join(" · ")}</span>
        </p>
        {image.error && image.status === "FAIL" && <p>{image.error}</p>}
        <p className="soft">{times.filter(Boolean).join(" ")}</p>
        {image.status === "SUCCESS" && <Labels labels={image.labels ?? []} />}
        <Log image={image} />
        <form method="dialog">
          <button>Close</button>
        </form>
      </div>
    </dialog>
  );
}

function moment(at: string): string {
  return `${at.slice(0, 10)} ${clock(at)}`;
}

function Labels({ labels }: { labels: NonNullable<Cat["labels"]> }) {
  if (!labels.length) return <p className="soft">Rekognition named nothing.</p>;
  return (
    <ul className="cat-labels">
      {labels.map((label) => (
        <li key={label.name}>
          <span>{label.name}</span>
          <i style={{ width: `${label.confidence ?? 0}%` }} />
          <span className="number">{label.confidence === null ? "" : `${label.confidence.toFixed(1)} %`}</span>
        </li>
      ))}
    </ul>
  );
}

/** Read when someone looks: each log is a file of its own. */
function Log({ image: { batchId, fingerprint, loggedAt } }: { image: Cat }) {
  const { data, problem, isLoading } = usePage(CatLogDocument, { batchId, fingerprint }, { skip: !loggedAt });
  if (!loggedAt) return <p className="soft">No log was kept.</p>;
  if (problem) return <Trouble problem={problem} />;
  if (isLoading) return <p className="soft">Reading the log…</p>;
  const text = data?.catImage?.logs;
  return text ? <pre className="cat-log">{linesIn(text).join("\n")}</pre> : <p className="soft">Only its owner and operators can read the log.</p>;
}

/** The lines of a log; a text that is no list of lines is shown as it is. */
export function linesIn(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.map((line) => (typeof line === "string" ? line : JSON.stringify(line))) : [text];
  } catch {
    return [text];
  }
}
