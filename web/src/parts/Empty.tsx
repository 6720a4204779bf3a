import "./states.css";
import type { ReactNode } from "react";

/** Nothing to show, said as what it means: "No label waits." */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p>{title}</p>
      {children && <div className="soft">{children}</div>}
    </div>
  );
}
