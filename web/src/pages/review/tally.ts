import type { Status } from "../../labels/deeds.ts";

/** What was judged in this session: by label, as what and when. */
export type Tally = ReadonlyMap<string, { status: Status; at: number }>;

export function counted(tally: Tally, id: string, status: Status, at = Date.now()): Tally {
  return new Map(tally).set(id, { status, at });
}

export function uncounted(tally: Tally, id: string): Tally {
  return new Map([...tally].filter(([each]) => each !== id));
}

/** Judgements a minute, from the first to the last; null before there are two. */
export function speed(tally: Tally): number | null {
  const times = [...tally.values()].map(({ at }) => at);
  if (times.length < 2) return null;
  const minutes = (Math.max(...times) - Math.min(...times)) / 60_000;
  return minutes > 0 ? Math.round((times.length - 1) / minutes) : null;
}

/** "12 judged: 9 ✓ 2 ✗ 1 ?" */
export function tallied(tally: Tally): string {
  const signs: readonly [Status, string][] = [
    ["VALID", "✓"],
    ["INVALID", "✗"],
    ["NEEDS_REVIEW", "?"],
  ];
  const of = (status: Status) => [...tally.values()].filter((each) => each.status === status).length;
  const parts = signs.flatMap(([status, sign]) => (of(status) ? `${of(status)} ${sign}` : []));
  return parts.length ? `${tally.size} judged: ${parts.join(" ")}` : `${tally.size} judged`;
}
