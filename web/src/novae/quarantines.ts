import type { ReviewDecision, RunDecision, RunFragment, SpectrumFragment } from "../api/generated/graphql.ts";
import { said } from "../parts/words.ts";

/** Something that waits for a person, or that one has decided on: a spectrum or a run. */
export type Quarantine =
  | { kind: "spectrum"; item: SpectrumFragment }
  | { kind: "run"; item: RunFragment };

interface Choice<Decision> {
  decision: Decision;
  key: string;
  name: string;
  means: string;
}

export const SPECTRUM_CHOICES: readonly Choice<ReviewDecision>[] = [
  { decision: "APPROVE", key: "v", name: "Try again", means: "It is fetched and checked once more." },
  { decision: "TERMINAL", key: "x", name: "Give up", means: "It is left alone for good." },
];

export const RUN_CHOICES: readonly Choice<RunDecision>[] = [
  { decision: "SAME_NOVA", key: "s", name: "Same nova", means: "The name becomes an alias of the nova that it is close to." },
  { decision: "DISTINCT_NOVA", key: "o", name: "Another nova", means: "It may be entered as a nova of its own." },
  { decision: "DISMISSED", key: "x", name: "Dismiss", means: "The run ends as failed." },
];

export function isWaiting({ kind, item }: Quarantine): boolean {
  if (kind === "run") return item.status === "QUARANTINED" && !item.decision;
  return item.validationStatus === "QUARANTINED" && (item.manualReviewStatus ?? "PENDING") === "PENDING";
}

/** "try again, by otto: the header is fine" */
export function outcomeOf({ kind, item }: Quarantine): string | null {
  const decision = kind === "run" ? item.decision : { PENDING: null, UNKNOWN: null, CLEARED_RETRY_APPROVED: "try again", CLEARED_TERMINAL: "give up" }[item.manualReviewStatus ?? "PENDING"];
  if (!decision) return null;
  return [said(decision), item.reviewedBy && ` by ${item.reviewedBy}`, item.reviewNote && `: ${item.reviewNote}`].filter(Boolean).join("");
}

export function reasonOf({ item }: Quarantine): string {
  return item.quarantineReasonCode ? said(item.quarantineReasonCode) : "no reason given";
}
