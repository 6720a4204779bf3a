import type { SweepData } from "./ranked.ts";

const ROUND = 2 * Math.PI * 24;
const PARTS = [
  ["succeeded", "VALID"],
  ["running", "PENDING"],
  ["failed", "INVALID"],
  ["interrupted", "NEEDS_REVIEW"],
  ["cancelled", "NONE"],
] as const;

/** How much of a sweep is done, and how it ended. */
export function Ring({ progress }: { progress: SweepData["progress"] }) {
  const whole = Math.max(progress.total, 1);
  const lengths = PARTS.map(([name]) => (ROUND * progress[name]) / whole);
  const done = `${Math.round(100 * progress.done)} %`;
  return (
    <svg className="ring" viewBox="0 0 56 56" width="56" height="56" role="img" aria-label={`${done} of the runs have ended`}>
      <circle cx="28" cy="28" r="24" className="ring-rest" />
      {PARTS.map(([name, state], index) => (
        <circle
          key={name}
          cx="28"
          cy="28"
          r="24"
          data-state={state}
          strokeDasharray={`${lengths[index]} ${ROUND}`}
          strokeDashoffset={-lengths.slice(0, index).reduce((sum, each) => sum + each, 0)}
        />
      ))}
      <text x="28" y="32">
        {done}
      </text>
    </svg>
  );
}
