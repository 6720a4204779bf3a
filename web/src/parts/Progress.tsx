import "./Progress.css";
import { stateOf } from "./LabelChip.tsx";

interface Given {
  /** Per cent; null where nobody has said. */
  value: number | null | undefined;
  status: string;
  label: string;
}

/** How far something is, with the number beside it. */
export function Progress({ value, status, label }: Given) {
  const shown = value ?? (status === "SUCCEEDED" ? 100 : 0);
  return (
    <span className="progress" data-state={stateOf(status)}>
      <span role="progressbar" aria-label={label} aria-valuenow={Math.round(shown)} aria-valuemin={0} aria-valuemax={100}>
        <i style={{ width: `${Math.min(shown, 100)}%` }} />
      </span>
      <b>{value == null ? "–" : `${Math.round(value)} %`}</b>
    </span>
  );
}
