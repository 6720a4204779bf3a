import { useState } from "react";
import { figure } from "../../parts/words.ts";
import { boxesOf, shapeOf, type Kind } from "./boxes.ts";
import type { Page } from "./useDocument.ts";

const KINDS: Readonly<Record<Kind, string>> = { line: "Lines", table: "Tables", field: "Fields" };

const GAP = 2;

/** A page drawn from what was read: its words where they stood, and boxes around lines, tables and fields. */
export function Drawing({ page }: { page: Page }) {
  const [hidden, setHidden] = useState<readonly Kind[]>([]);
  const { width, height } = shapeOf(page.lines);
  const toggle = (kind: Kind) => setHidden(hidden.includes(kind) ? hidden.filter((each) => each !== kind) : [...hidden, kind]);
  const scaled = ({ x, y, width: wide, height: high }: NonNullable<Page["lines"][number]["boundingBox"]>) => ({ x: x * width, y: y * height, width: wide * width, height: high * height });
  return (
    <div className="document-page">
      <p className="row">
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <button key={kind} aria-pressed={!hidden.includes(kind)} data-kind={kind} onClick={() => toggle(kind)}>
            {KINDS[kind]}
          </button>
        ))}
      </p>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Page ${page.pageNumber}: ${page.lines.map(({ text }) => text).join(" ")}`}>
        <rect className="document-paper" width={width} height={height} />
        {page.lines.map(({ text, boundingBox }, index) => {
          if (!boundingBox || !text) return null;
          const box = scaled(boundingBox);
          return (
            <text key={index} x={box.x} y={box.y + 0.82 * box.height} fontSize={box.height} textLength={box.width} lengthAdjust="spacingAndGlyphs">
              {text}
            </text>
          );
        })}
        {boxesOf(page)
          .filter(({ kind }) => !hidden.includes(kind))
          .map(({ kind, box, text, confidence }, index) => (
            <rect key={index} data-kind={kind} {...(kind === "field" ? around(scaled(box)) : scaled(box))}>
              <title>{`${text}${confidence === null ? "" : ` (${figure(confidence)} % sure)`}`}</title>
            </rect>
          ))}
      </svg>
    </div>
  );
}

/** A field's box lies exactly on that of its line: it is drawn a little outside, so that both are seen. */
function around({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return { x: x - GAP, y: y - GAP, width: width + 2 * GAP, height: height + 2 * GAP };
}
