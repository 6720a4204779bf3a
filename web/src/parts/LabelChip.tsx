import "./LabelChip.css";

/** The five states: colour and sign of each. Whatever else there is uses the nearest of them. */
export const STATES = {
  VALID: { sign: "✓", name: "valid" },
  PENDING: { sign: "…", name: "pending" },
  NEEDS_REVIEW: { sign: "?", name: "needs review" },
  INVALID: { sign: "✗", name: "invalid" },
  NONE: { sign: "·", name: "not checked" },
} as const;

export type State = keyof typeof STATES;

/** A state with its sign, and a label's name if there is one. */
export function LabelChip({ state, children }: { state: State; children?: string | undefined }) {
  const { sign, name } = STATES[state];
  return (
    <span className="chip" data-state={state} title={name}>
      <i aria-hidden="true">{sign}</i>
      {children ?? name}
      {children !== undefined && <span className="unseen">, {name}</span>}
    </span>
  );
}

/** The state that a status of a job, a document or a check is shown as. */
export function stateOf(status: string | null | undefined): State {
  if (!status) return "NONE";
  if (status in STATES) return status as State;
  return NEAREST[status.toUpperCase()] ?? "NONE";
}

const NEAREST: Readonly<Record<string, State>> = {
  SUCCEEDED: "VALID",
  COMPLETED: "VALID",
  HEALTHY: "VALID",
  ACTIVE: "VALID",
  QUARANTINED: "NEEDS_REVIEW",
  TERMINAL_INVALID: "INVALID",
  UNVALIDATED: "PENDING",
  STARTED: "PENDING",
  RUNNING: "PENDING",
  UPLOADING: "PENDING",
  SUBMITTED: "PENDING",
  PROCESSING: "PENDING",
  INTERRUPTED: "NEEDS_REVIEW",
  FAILED: "INVALID",
  ERROR: "INVALID",
  UNHEALTHY: "INVALID",
  CANCELLED: "NONE",
};
