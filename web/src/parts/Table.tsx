import "./Table.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, type ReactNode } from "react";

export interface Column<Row> {
  title: string;
  /** A width as CSS grid has it: "96px", or "minmax(120px, 2fr)". */
  width: string;
  isNumber?: boolean;
  /** Left out in windows below 700 px. */
  isExtra?: boolean;
  /** Left out in windows that are narrower than this. */
  from?: 1000 | 1500;
  cell: (row: Row) => ReactNode;
}

interface Given<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Rows in sight at once; the rest is scrolled to. */
  height?: number;
  isChosen?: (row: Row) => boolean;
  onPoint?: (row: Row | null) => void;
}

const ROW_HEIGHT = 28;

/** Rows of 28 px, or higher where a text needs it, of which only those in sight are drawn: ten thousand are as quick as ten. */
export function Table<Row>({ label, columns, rows, keyOf, height = 480, isChosen, onPoint }: Given<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const isScrolled = virtual.getTotalSize() > height;
  const widths = (chosen: readonly Column<Row>[]) => chosen.map(({ width }) => width).join(" ");
  const style = {
    "--columns-1500": widths(columns),
    "--columns-1000": widths(columns.filter(({ from = 0 }) => from <= 1000)),
    "--columns-700": widths(columns.filter(({ from }) => !from)),
    "--columns-0": widths(columns.filter(({ from, isExtra }) => !from && !isExtra)),
  } as React.CSSProperties;
  return (
    <div className="table" role="table" data-scrolled={isScrolled || undefined} aria-label={label} aria-rowcount={rows.length + 1} style={style}>
      <div role="rowgroup">
        <div className="table-row" role="row">
          {columns.map((column) => (
            <span key={column.title} role="columnheader" className={classOf(column)}>
              {column.title}
            </span>
          ))}
        </div>
      </div>
      <div className="table-body" role="rowgroup" ref={scroller} style={{ maxHeight: height }} tabIndex={isScrolled ? 0 : undefined}>
        <div style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <div
                key={keyOf(row)}
                ref={virtual.measureElement}
                data-index={index}
                className="table-row"
                role="row"
                aria-rowindex={index + 2}
                data-chosen={isChosen?.(row) || undefined}
                style={{ transform: `translateY(${start}px)` }}
                onPointerEnter={onPoint && (() => onPoint(row))}
                onPointerLeave={onPoint && (() => onPoint(null))}
              >
                {columns.map((column) => (
                  <span key={column.title} role="cell" className={classOf(column)}>
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function classOf<Row>({ isNumber, isExtra, from }: Column<Row>): string {
  return [isNumber && "number", isExtra && "table-extra", from && `table-from-${from}`].filter(Boolean).join(" ");
}
