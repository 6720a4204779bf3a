import type { ReviewLabelFragment } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import type { LabelRow, Status } from "../../labels/deeds.ts";

export type ReviewLabel = ReviewLabelFragment;

/** Labels to judge, one after the other. Those before `at` are behind one: judged or skipped. */
export interface Queue {
  items: readonly ReviewLabel[];
  at: number;
  /** Where the next page begins; null if there is none. */
  next: string | null;
  /** Whether the first page has arrived. */
  isKnown: boolean;
  /** Why a page could not be had. */
  problem: Problem | null;
  /** The status that is asked for: what gets another one is no longer to be judged. */
  status: Status;
  /** What one has judged oneself, and as what: news of it come late, and are none; so do lists that were asked for before. */
  own: ReadonlyMap<string, Status>;
}

export type Event =
  | { kind: "began"; status: Status }
  | { kind: "loaded"; items: readonly ReviewLabel[]; next: string | null }
  | { kind: "failed"; problem: Problem | null }
  | { kind: "judged"; id: string; status: Status }
  | { kind: "moved"; by: 1 | -1; proposer: string }
  | { kind: "returned"; id: string; status: Status }
  | { kind: "told"; labels: readonly LabelRow[] };

export const EMPTY: Queue = { items: [], at: 0, next: null, isKnown: false, problem: null, status: "PENDING", own: new Map() };
export const PREFETCH_AT = 10;

export function step(queue: Queue, event: Event): Queue {
  switch (event.kind) {
    case "began":
      return { ...EMPTY, status: event.status, own: queue.own };
    case "loaded":
      return { ...loaded(queue, unknownOf(queue, event.items)), next: event.next, isKnown: true, problem: null };
    case "failed":
      return { ...queue, problem: event.problem };
    case "judged":
      return judged(queue, event.id, event.status);
    case "moved":
      return moved(queue, event.by, event.proposer);
    case "returned":
      return returned(queue, event.id, event.status);
    case "told":
      return event.labels.reduce(told, queue);
  }
}

/** The label in sight; with a proposer, the next one of theirs. */
export function current(queue: Queue, proposer: string): ReviewLabel | null {
  return queue.items.slice(queue.at).find((each) => isBy(each, proposer)) ?? null;
}

/** The labels that come after the one in sight. */
export function upcoming(queue: Queue, proposer: string): ReviewLabel[] {
  return queue.items.slice(queue.at).filter((each) => isBy(each, proposer)).slice(1);
}

/** "37 of 50+" */
export function progressOf(queue: Queue, proposer: string): string {
  const behind = queue.items.slice(0, queue.at).filter((each) => isBy(each, proposer)).length;
  const all = queue.items.filter((each) => isBy(each, proposer)).length;
  return `${Math.min(behind + 1, all)} of ${all}${queue.next ? "+" : ""}`;
}

export function proposersOf(queue: Queue): string[] {
  return [...new Set(queue.items.flatMap(({ labelProposedBy }) => labelProposedBy ?? []))].sort();
}

function isBy({ labelProposedBy }: ReviewLabel, proposer: string): boolean {
  return proposer === "" || labelProposedBy === proposer;
}

function unknownOf({ items }: Queue, found: readonly ReviewLabel[]): ReviewLabel[] {
  const known = new Set(items.map(({ id }) => id));
  return found.filter(({ id, deletedBy }) => !known.has(id) && !deletedBy);
}

/** A page of labels. One that is judged already, but was read before that was stored, is behind one as if it had been here. */
function loaded(queue: Queue, found: readonly ReviewLabel[]): Queue {
  const isBehind = ({ id }: ReviewLabel) => (queue.own.get(id) ?? queue.status) !== queue.status;
  const behind = found.filter(isBehind).map((each) => ({ ...each, validationStatus: queue.own.get(each.id)! }));
  const items = [...queue.items.toSpliced(queue.at, 0, ...behind), ...found.filter((each) => !isBehind(each))];
  return { ...queue, items, at: queue.at + behind.length };
}

/** Whoever judges goes on at once; the label is behind them, wherever it stood, or will be when it is loaded. */
function judged(queue: Queue, id: string, status: Status): Queue {
  const index = queue.items.findIndex((each) => each.id === id);
  const own = new Map(queue.own).set(id, status);
  if (index < 0) return { ...queue, own };
  const label = { ...queue.items[index]!, validationStatus: status };
  if (index < queue.at) return { ...queue, own, items: queue.items.with(index, label) };
  const rest = queue.items.toSpliced(index, 1);
  return { ...queue, own, items: rest.toSpliced(queue.at, 0, label), at: queue.at + 1 };
}

function moved(queue: Queue, by: 1 | -1, proposer: string): Queue {
  const from = by > 0 ? queue.items.findIndex((each, index) => index >= queue.at && isBy(each, proposer)) : queue.at;
  if (from < 0) return queue;
  const at = by > 0 ? from + 1 : queue.items.findLastIndex((each, index) => index < queue.at && isBy(each, proposer));
  return at < 0 ? queue : { ...queue, at };
}

/** A judgement that was refused or undone: its label is in sight again. */
function returned(queue: Queue, id: string, status: Status): Queue {
  const index = queue.items.findIndex((each) => each.id === id);
  const own = new Map(queue.own).set(id, status);
  if (index < 0) return { ...queue, own };
  const label = { ...queue.items[index]!, validationStatus: status };
  const rest = queue.items.toSpliced(index, 1);
  const at = index < queue.at ? queue.at - 1 : queue.at;
  return { ...queue, own, items: rest.toSpliced(at, 0, label), at };
}

/** What others settle meanwhile disappears, unless it is behind one already. */
function told(queue: Queue, label: LabelRow): Queue {
  const index = queue.items.findIndex((each) => each.id === label.id);
  if (index < 0) return queue;
  if (queue.own.has(label.id)) return queue;
  const isSettled = label.validationStatus !== queue.status || label.deletedBy !== null;
  if (index >= queue.at && isSettled) return { ...queue, items: queue.items.toSpliced(index, 1) };
  return { ...queue, items: queue.items.with(index, { ...queue.items[index]!, ...label }) };
}
