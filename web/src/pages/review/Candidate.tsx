import { LineTextDocument } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import type { Status } from "../../labels/deeds.ts";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Picture } from "../../parts/Picture.tsx";
import { around, boxOf, pointsOf } from "../../parts/view.ts";
import type { ReviewLabel } from "./queue.ts";

interface Given {
  label: ReviewLabel;
  hasLine: boolean;
  canUndo: boolean;
  judge: (status: Status) => void;
  skip: (by: 1 | -1) => void;
  undo: () => void;
  openMenu: () => void;
  toggleLine: () => void;
}

const SHAPE = 3; // the strip is three times as wide as high

/** One label: where it is printed, what was read there, what it is said to mean and why. */
export function Candidate({ label, hasLine, canUndo, judge, skip, undo, openMenu, toggleLine }: Given) {
  return (
    <article className="candidate" data-label={label.id}>
      <Strip label={label} />
      <dl>
        <dt>Text</dt>
        <dd className="candidate-text mono">{label.word?.text ?? "The word is gone."}</dd>
        <dt>Label</dt>
        <dd>
          <LabelChip state={stateOf(label.validationStatus)}>{label.label}</LabelChip>
        </dd>
        <dt>Why</dt>
        <dd>{label.reasoning ?? "No reason was given."}</dd>
        <dt>Proposed by</dt>
        <dd>{label.labelProposedBy ?? "unknown"}</dd>
        {hasLine && <Line wordId={label.word?.id} />}
      </dl>
      <div className="row">
        <button onClick={() => judge("VALID")}>
          ✓ Valid <kbd>v</kbd>
        </button>
        <button onClick={() => judge("INVALID")}>
          ✗ Invalid <kbd>x</kbd>
        </button>
        <button onClick={() => judge("NEEDS_REVIEW")}>
          ? Needs review <kbd>n</kbd>
        </button>
        <button onClick={openMenu}>
          Relabel <kbd>r</kbd>
        </button>
        <button onClick={() => skip(1)}>
          Skip <kbd>→</kbd>
        </button>
        <button disabled={!canUndo} onClick={undo}>
          Undo <kbd>u</kbd>
        </button>
        <button aria-pressed={hasLine} title="1 Lambda call and 2 requests for each label" onClick={toggleLine}>
          Line as text <kbd>l</kbd>
        </button>
        <a href={`#/receipts/${label.imageId}/${label.receiptId}`}>Whole receipt</a>
      </div>
    </article>
  );
}

function Strip({ label: { word, receipt } }: { label: ReviewLabel }) {
  const box = word && receipt && boxOf(word, receipt);
  if (!box) return <p className="soft">It is not stored where the word is printed.</p>;
  const { width, height, picture } = receipt;
  return (
    <Picture width={width} height={height} href={picture?.url} reason={picture?.reason} label={`Where “${word.text}” is printed`} view={around(box, receipt, SHAPE)}>
      <polygon className="candidate-box" points={pointsOf(word, receipt)} />
    </Picture>
  );
}

function Line({ wordId }: { wordId: string | undefined }) {
  const { data } = usePage(LineTextDocument, { wordId: wordId ?? "" }, { skip: !wordId });
  const line = data?.node?.__typename === "ReceiptWord" ? data.node.line : null;
  return (
    <>
      <dt>Line</dt>
      <dd className="mono">{line?.text ?? "…"}</dd>
    </>
  );
}
