import "./Data.css";
import { useState } from "react";
import { Empty } from "../../parts/Empty.tsx";
import { fieldsOf, isValue, TYPES } from "./stored.ts";

/** Everything that is stored, by its type. */
export function Types() {
  const [text, setText] = useState("");
  const shown = TYPES.filter((type) => type.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <div className="stack">
      <div className="row">
        <h1>Data</h1>
        <input className="push" type="search" aria-label="Only types with this name" placeholder="Find a type" value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      {shown.length ? (
        <ul className="data-types">
          {shown.map((type) => (
            <li key={type}>
              <a href={`#/data/${type}`}>{type}</a> <span className="soft">{fieldsOf(type).filter(isValue).length} fields</span>
            </li>
          ))}
        </ul>
      ) : (
        <Empty title="No type has that name." />
      )}
    </div>
  );
}
