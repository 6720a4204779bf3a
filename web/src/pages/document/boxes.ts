import { plural } from "../../parts/words.ts";
import type { Page } from "./useDocument.ts";

export type Kind = "line" | "table" | "field";
type Line = Page["lines"][number];

interface Box {
  kind: Kind;
  box: NonNullable<Line["boundingBox"]>;
  text: string;
  confidence: number | null;
}

/** Everything on a page that has a place; lines last, so that they can be pointed at within tables. */
export function boxesOf({ lines, tables, forms }: Page): Box[] {
  const placed = (kind: Kind, box: Line["boundingBox"], text: string, confidence: number | null) => (box ? [{ kind, box, text, confidence }] : []);
  return [
    ...tables.flatMap(({ boundingBox, rows, confidence }) => placed("table", boundingBox, `A table of ${plural(rows.length, "row")}`, confidence)),
    ...forms.flatMap(({ key, value, keyBox, valueBox, confidence }) => [keyBox, valueBox].flatMap((box) => placed("field", box, `${key} ${value}`, confidence))),
    ...lines.flatMap(({ boundingBox, text, confidence }) => placed("line", boundingBox, text, confidence)),
  ];
}

const LONG = 1000;
const SHORT = 707;

/**
 * The shape of a sheet: A4, upright or lying. Places are shares of a page whose size nobody has kept; but letters are
 * about half as wide as high, and a lying sheet would make them look a quarter as wide.
 */
export function shapeOf(lines: readonly Line[]): { width: number; height: number } {
  const shares = lines.flatMap(({ text, boundingBox: box }) => (box && text.length > 2 && box.height > 0 && box.width > box.height / 4 ? [box.width / text.length / box.height] : []));
  const middle = shares.sort((one, other) => one - other)[Math.floor(shares.length / 2)] ?? 0.6;
  // Upright the share of a letter is 0.5 × 1.41, lying 0.5 / 1.41: half-way is 0.5.
  return middle >= 0.5 ? { width: SHORT, height: LONG } : { width: LONG, height: SHORT };
}
