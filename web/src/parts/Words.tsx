import "./Table.css";
import "./Words.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef, type ReactNode } from "react";
import type { WordRow } from "../labels/words.ts";
import { LabelChip, stateOf } from "./LabelChip.tsx";

interface Given {
  rows: readonly WordRow[];
  /** The row that keys act on. */
  chosen: string | null;
  /** The words that are pointed at, here or on the picture. */
  lit: ReadonlySet<string>;
  flashing: (row: WordRow) => boolean;
  onChoose: (row: WordRow) => void;
  onPoint: (row: WordRow | null) => void;
  /** What is below a row: who was faster. */
  below: (row: WordRow) => ReactNode;
}

const ROW_HEIGHT = 28;
const TITLES = ["Text", "Sure", "Label", "State", "By", "Why"];

/** Words and their labels, one row each; only those in sight are drawn. */
export function Words({ rows, chosen, lit, flashing, onChoose, onPoint, below }: Given) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]!.key,
    overscan: 12,
  });
  const at = rows.findIndex(({ key }) => key === chosen);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [at, virtual]);
  return (
    <div className="words" role="grid" aria-label="Words" aria-rowcount={rows.length + 1} tabIndex={0} aria-activedescendant={at >= 0 ? `word-${at}` : undefined}>
      <div role="rowgroup" className="words-head">
        <div className="table-row" role="row" aria-rowindex={1}>
          {TITLES.map((title) => (
            <span key={title} role="columnheader" className={CLASSES[title]}>
              {title}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="words-body" tabIndex={0} ref={scroller}>
        <div style={{ height: virtual.getTotalSize() }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <div key={row.key} ref={virtual.measureElement} data-index={index} className="words-place" role="presentation" style={{ transform: `translateY(${start}px)` }}>
                <div
                  id={`word-${index}`}
                  className="table-row"
                  role="row"
                  aria-rowindex={index + 2}
                  aria-selected={row.key === chosen}
                  data-lit={lit.has(row.place) || undefined}
                  data-flash={flashing(row) || undefined}
                  data-state={row.label ? stateOf(row.label.validationStatus) : undefined}
                  onClick={() => onChoose(row)}
                  onPointerEnter={() => onPoint(row)}
                  onPointerLeave={() => onPoint(null)}
                >
                  <Cells row={row} />
                </div>
                {below(row)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const CLASSES: Readonly<Record<string, string>> = { Text: "", Sure: "number table-extra", Label: "", State: "", By: "table-extra", Why: "table-extra" };

const Cells = memo(function Cells({ row: { word, label } }: { row: WordRow }) {
  return (
    <>
      <span role="gridcell" className="mono" title={word.text}>
        {word.text}
      </span>
      <span role="gridcell" className="number table-extra">
        {word.confidence === null ? "" : word.confidence.toFixed(2)}
      </span>
      <span role="gridcell" title={label?.label}>
        {label?.label}
      </span>
      <span role="gridcell">{label && <LabelChip state={stateOf(label.validationStatus)} />}</span>
      <span role="gridcell" className="table-extra" title={label ? byWhom(label) : undefined}>
        {label && byWhom(label)}
      </span>
      <span role="gridcell" className="table-extra" title={label?.reasoning ?? undefined}>
        {label?.reasoning}
      </span>
    </>
  );
});

/** Who judged it, or who proposed it while nobody has. */
function byWhom({ validatedBy, labelProposedBy }: { validatedBy: string | null; labelProposedBy: string | null }): string {
  return validatedBy ?? labelProposedBy ?? "";
}
