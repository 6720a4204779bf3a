import { useState } from "react";
import { plural } from "../../parts/words.ts";
import type { Answer } from "./documents.ts";
import { columnsOf, hasValue, shown } from "./values.ts";

interface Given {
  type: string;
  rows: readonly Answer[];
}

/** Rows with a column for each value. Columns in which nothing stands are left out until they are asked for. */
export function Rows({ type, rows }: Given) {
  const [isWhole, setWhole] = useState(false);
  const all = columnsOf(type);
  const columns = isWhole ? all : all.filter((each) => hasValue(rows, each));
  const left = all.length - all.filter((each) => hasValue(rows, each)).length;
  return (
    <>
      {left > 0 && (
        <label className="row soft">
          <input type="checkbox" checked={isWhole} onChange={() => setWhole(!isWhole)} /> Show {plural(left, "column")} without a value
        </label>
      )}
      <div className="data-rows" role="region" aria-label={`Rows of ${type}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, kind }) => (
                <th key={name} scope="col" className={kind === "number" ? "number" : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row["id"])}>
                {columns.map(({ name, kind }) => (
                  <td key={name} data-field={name} className={kind === "number" ? "number" : undefined} title={shown(row[name])}>
                    {name === "id" ? <a href={`#/node/${shown(row["id"])}`}>{shown(row["id"])}</a> : shown(row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
