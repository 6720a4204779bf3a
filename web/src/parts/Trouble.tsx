import "./states.css";
import { listed, whoMay } from "../api/access.ts";
import type { Problem } from "../api/problems.ts";
import { useTessera } from "../api/tessera.tsx";
import { Away } from "./Away.tsx";
import { Conflict } from "./Conflict.tsx";
import { Refused } from "./Refused.tsx";
import { SignIn } from "./SignIn.tsx";

interface Given {
  problem: Problem | null;
  /** Try once more, as whoever one then is. */
  onAgain?: () => void;
  onDismiss?: () => void;
}

/** Why something is not there or was not done, each kind in its own way; nothing without a problem. */
export function Trouble({ problem, onAgain, onDismiss }: Given) {
  const { config, identity } = useTessera();
  if (!problem) return null;
  if (problem.kind === "away") return <Away />;
  if (problem.kind === "conflict") return <Conflict sentence={problem.sentence} onAgain={onAgain} onDismiss={onDismiss} />;
  if (problem.kind === "refused") {
    const who = problem.callers.length ? whoMay(problem.callers, identity.users) : null;
    const sentence = problem.callers.length ? `${listed(problem.callers)} may do this.` : problem.sentence;
    return <Refused sentence={sentence} field={problem.field} who={who} onAgain={onAgain} onDismiss={onDismiss} />;
  }
  return (
    <div className="notice" data-kind="error" role="alert">
      <p>{problem.sentence}</p>
      {problem.kind === "stranger" && config.signIn && <SignIn />}
      {onDismiss && <button onClick={onDismiss}>Dismiss</button>}
    </div>
  );
}
