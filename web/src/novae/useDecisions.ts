import { useState } from "react";
import { ReviewRunDocument, ReviewSpectrumDocument, type ReviewDecision, type RunDecision, type RunFragment, type SpectrumFragment } from "../api/generated/graphql.ts";
import type { Problem } from "../api/problems.ts";
import { useChange } from "../api/useChange.ts";

export interface Decisions {
  spectrum: (spectrum: SpectrumFragment, decision: ReviewDecision, note: string) => Promise<boolean>;
  run: (run: RunFragment, decision: RunDecision, note: string) => Promise<boolean>;
  problem: Problem | null;
  isRunning: boolean;
  /** What was refused, once more: after acting as someone else, or knowing what others have decided. */
  again: () => void;
  forget: () => void;
}

/** What people decide about quarantines, each with a note. Whoever is later is told what the first has decided. */
export function useDecisions(): Decisions {
  const spectra = useChange(ReviewSpectrumDocument);
  const runs = useChange(ReviewRunDocument);
  const [last, setLast] = useState<((isSure: boolean) => Promise<boolean>) | null>(null);
  const remembered = (decide: (isSure: boolean) => Promise<boolean>) => {
    setLast(() => decide);
    return decide(false);
  };
  const changes = [spectra, runs];
  const problem = changes.find((change) => change.problem)?.problem ?? null;
  return {
    spectrum: ({ id, manualReviewStatus }, decision, note) =>
      remembered(async (isSure) => {
        const expected = isSure ? {} : { expectedReviewStatus: manualReviewStatus ?? ("PENDING" as const) };
        return Boolean(await spectra.run({ input: { id, decision, ...(note ? { note } : {}), ...expected } }));
      }),
    run: ({ id, status }, decision, note) =>
      remembered(async (isSure) => Boolean(await runs.run({ input: { id, decision, ...(note ? { note } : {}), ...(isSure ? {} : { expectedStatus: status }) } }))),
    problem,
    isRunning: changes.some((change) => change.isRunning),
    again: () => void last?.(problem?.kind === "conflict"),
    forget: () => changes.forEach((change) => change.forget()),
  };
}
