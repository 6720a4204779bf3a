import type { LabelRowFragment, ValidationStatus } from "../api/generated/graphql.ts";

export type LabelRow = LabelRowFragment;
export type Status = ValidationStatus;

/** Something that was done to a label by hand, with what it takes to undo it. */
export type Deed =
  | { kind: "judged"; label: LabelRow; to: Status }
  | { kind: "relabelled"; label: LabelRow; made: LabelRow }
  | { kind: "added"; made: LabelRow };

/** One change that undoes a deed, or a part of it; each expects what the deed has left behind. */
export type Step = { remove: LabelRow } | { judge: LabelRow; to: Status };

export const MOST_KEPT = 20;

/** The latest deeds, the last one first. */
export function remember(deeds: readonly Deed[], deed: Deed): readonly Deed[] {
  return [deed, ...deeds].slice(0, MOST_KEPT);
}

export function forget(deeds: readonly Deed[], deed: Deed): readonly Deed[] {
  return deeds.filter((each) => each !== deed);
}

/** What undoes a deed, in this order. */
export function stepsBack(deed: Deed): Step[] {
  if (deed.kind === "added") return [{ remove: deed.made }];
  const { label } = deed;
  if (deed.kind === "judged") return [{ judge: { ...label, validationStatus: deed.to }, to: statusBefore(label) }];
  return [{ remove: deed.made }, { judge: { ...label, validationStatus: "INVALID" }, to: statusBefore(label) }];
}

/** A label that was judged never becomes unjudged again: it waits instead. */
function statusBefore({ validationStatus }: LabelRow): Status {
  return validationStatus === "NONE" || validationStatus === "UNKNOWN" ? "PENDING" : validationStatus;
}

/** The deed in words, for the line that offers to undo it. */
export function wordsOf(deed: Deed): string {
  if (deed.kind === "added") return `${deed.made.label} added`;
  if (deed.kind === "relabelled") return `${deed.label.label} is ${deed.made.label} now`;
  return `${deed.label.label} judged ${deed.to.toLowerCase().replaceAll("_", " ")}`;
}
