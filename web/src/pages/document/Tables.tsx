import { plural } from "../../parts/words.ts";
import { csvOf } from "./csv.ts";
import type { Page } from "./useDocument.ts";

/** The tables of a page as tables, each to be saved as CSV. */
export function Tables({ page: { pageNumber, tables }, name }: { page: Page; name: string }) {
  if (!tables.length) return <p className="soft">There is no table on this page.</p>;
  const base = name.replace(/\.[^.]*$/, "");
  return (
    <div className="stack">
      {tables.map(({ rows }, index) => (
        <figure key={index} className="document-table">
          <figcaption className="row">
            <span>
              {plural(rows.length, "row")}, {plural(rows[0]?.length ?? 0, "column")}
            </span>
            <button className="push" onClick={() => save(`${base}-${pageNumber}-${index + 1}.csv`, csvOf(rows))}>
              Save as CSV
            </button>
          </figcaption>
          <table>
            <tbody>
              {rows.map((row, number) => (
                <tr key={number}>
                  {row.map((cell, column) => (
                    <td key={column} className={isFigure(cell) ? "number" : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </figure>
      ))}
    </div>
  );
}

/** An amount, with or without a currency: it stands on the right, below others of its column. */
function isFigure(cell: string): boolean {
  return /^[-+−(]?\s*[$€£]?\s*\d[\d.,\s]*\s*[%€$£)]?$/.test(cell.trim());
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
