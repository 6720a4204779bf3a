import type { SweepQuery } from "../../api/generated/graphql.ts";
import { best } from "../../parts/curves.ts";
import { entriesOf } from "../../parts/words.ts";
import { united } from "../job/grown.ts";

export type SweepData = NonNullable<SweepQuery["sweep"]>;
export type SweepJob = SweepData["jobs"][number];
export type Point = SweepJob["curves"][number]["points"][number];

/** One run, as the page compares it with the others. */
export interface Run {
  jobId: string;
  name: string;
  status: string;
  settings: ReadonlyMap<string, unknown>;
  points: readonly Point[];
  best: Point | null;
  rank: number | null;
}

/** The runs of a sweep, the best first; those that have measured nothing come last. */
export function ranked(jobs: readonly SweepJob[], arrived: ReadonlyMap<string, readonly Point[]>, isLower: boolean): Run[] {
  const runs = jobs.map((job) => {
    const asked = job.curves[0]?.points ?? [];
    const points = united(asked, arrived.get(job.jobId) ?? [], ({ timestamp }) => timestamp, ({ timestamp }) => timestamp);
    return {
      jobId: job.jobId,
      name: job.name ?? job.jobId,
      status: job.status,
      settings: new Map(entriesOf(job.jobConfig)),
      points,
      best: best(points, ({ value }) => value, isLower),
    };
  });
  const sign = isLower ? 1 : -1;
  const key = (run: (typeof runs)[number]) => (run.best ? sign * run.best.value : Infinity);
  runs.sort((one, other) => (key(one) === key(other) ? one.name.localeCompare(other.name) : key(one) < key(other) ? -1 : 1));
  return runs.map((run, index) => ({ ...run, rank: run.best ? index + 1 : null }));
}

/** The settings in which the runs differ: those are what a sweep is about. */
export function differing(runs: readonly Run[]): string[] {
  const names = new Set(runs.flatMap(({ settings }) => [...settings.keys()]));
  return [...names].filter((name) => new Set(runs.map(({ settings }) => JSON.stringify(settings.get(name)))).size > 1).sort();
}
