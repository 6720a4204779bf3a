import type { Problem } from "../api/problems.ts";
import { age, said } from "../parts/words.ts";
import type { LabelRow, Status } from "./deeds.ts";

/** Someone judged a label between the moment one saw it and the moment one judged it. */
export interface LabelConflict {
  /** The label as it is now. */
  theirs: LabelRow;
  mine: Status;
  sentence: string;
}

const JUST_NOW_SECONDS = 60;

/** What the API says of a label that is not as expected; null if the problem is another one. */
export function conflictOf(problem: Problem, label: LabelRow, mine: Status, now = Date.now()): LabelConflict | null {
  if (problem.kind !== "conflict" || !isLabel(problem.current)) return null;
  const theirs = { ...label, ...problem.current, validatedBy: problem.current.validatedBy ?? null };
  return { theirs, mine, sentence: sentenceOf(theirs, now) };
}

/** "otto said invalid a moment ago." */
function sentenceOf({ validatedBy, validatedAt, validationStatus }: LabelRow, now: number): string {
  const isRecent = !validatedAt || now - Date.parse(validatedAt) < JUST_NOW_SECONDS * 1000;
  const moment = isRecent ? "a moment ago" : `${age(validatedAt, now)} ago`;
  return `${validatedBy ?? "Someone"} said ${said(validationStatus)} ${moment}.`;
}

function isLabel(current: unknown): current is Partial<LabelRow> & { id: string; validationStatus: Status } {
  return typeof current === "object" && current !== null && "id" in current && "validationStatus" in current;
}
