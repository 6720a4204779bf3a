import type { WordPlaceFragment } from "../api/generated/graphql.ts";
import type { State } from "../parts/LabelChip.tsx";
import type { LabelRow } from "./deeds.ts";

/** A word with one of its labels; a word without labels has one row too. */
export interface WordRow {
  key: string;
  /** `line:word`, the same for all rows of a word. */
  place: string;
  word: WordPlaceFragment;
  label: LabelRow | null;
}

export type Wanted = "all" | "labelled" | "waiting";

const WAITING: readonly string[] = ["NONE", "PENDING", "NEEDS_REVIEW"];
/** Which of a word's labels its box shows: what is to be done first, what was refused last. */
const ORDER: readonly string[] = ["NEEDS_REVIEW", "PENDING", "NONE", "VALID", "UNKNOWN", "INVALID"];

export function placeOf({ lineId, wordId }: { lineId: number; wordId: number }): string {
  return `${lineId}:${wordId}`;
}

/** The labels of each word by its place, without those that are being removed. */
export function labelsByPlace(labels: readonly LabelRow[]): ReadonlyMap<string, readonly LabelRow[]> {
  const found = new Map<string, LabelRow[]>();
  for (const label of labels) {
    if (label.deletedBy) continue;
    const place = placeOf(label);
    found.set(place, [...(found.get(place) ?? []), label]);
  }
  for (const list of found.values()) list.sort((one, other) => one.label.localeCompare(other.label));
  return found;
}

/** One row for each label, in the reading order of the words. */
export function wordRows(words: readonly WordPlaceFragment[], labels: readonly LabelRow[], wanted: Wanted = "all"): WordRow[] {
  const known = labelsByPlace(labels);
  const rows = words.flatMap((word): WordRow[] => {
    const place = placeOf(word);
    const own = known.get(place);
    if (!own) return [{ key: place, place, word, label: null }];
    return own.map((label) => ({ key: `${place} ${label.label}`, place, word, label }));
  });
  if (wanted === "all") return rows;
  return rows.filter(({ label }) => label && (wanted === "labelled" || WAITING.includes(label.validationStatus)));
}

/** The state that a word's box shows; null for a word without labels. */
export function stateOfWord(labels: readonly LabelRow[] | undefined): State | null {
  const [first] = [...(labels ?? [])].sort((one, other) => ORDER.indexOf(one.validationStatus) - ORDER.indexOf(other.validationStatus));
  if (!first) return null;
  return first.validationStatus === "UNKNOWN" ? "NONE" : first.validationStatus;
}

/** How many labels are in which state, in the order in which bars show them. */
export function countStates(labels: readonly { validationStatus: string }[]): [State, number][] {
  const states: State[] = ["VALID", "PENDING", "NEEDS_REVIEW", "INVALID", "NONE"];
  return states.map((state): [State, number] => [
    state,
    labels.filter(({ validationStatus }) => validationStatus === state || (state === "NONE" && validationStatus === "UNKNOWN")).length,
  ]);
}
