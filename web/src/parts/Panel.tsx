import "./Panel.css";
import type { ReactNode } from "react";

/** A part of a page under its own heading. There is no frame around it, and none within. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
