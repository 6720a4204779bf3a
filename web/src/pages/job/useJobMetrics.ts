import { useMemo, useState } from "react";
import { JobMetricsDocument, type JobMetricsSubscription } from "../../api/generated/graphql.ts";
import { useLive, type Live } from "../../api/useLive.ts";
import { united } from "./grown.ts";

type Arrived = NonNullable<JobMetricsSubscription["onJobMetric"]>;

export interface Point {
  timestamp: string;
  value: number;
  epoch: number | null;
}

export interface MetricCurve {
  metricName: string;
  unit: string | null;
  total: number;
  points: readonly Point[];
}

interface LiveMetrics {
  with: (asked: readonly MetricCurve[]) => MetricCurve[];
}

const MOST_POINTS = 2000;

const nothing = () => undefined; // the page asks for all curves again

/** Measurements as they arrive, on the curves that were asked for. */
export function useJobMetrics(jobId: string): [LiveMetrics, Live] {
  const [arrived, setArrived] = useState<ReadonlyMap<string, readonly Arrived[]>>(new Map());
  const live = useLive(
    JobMetricsDocument,
    { jobId },
    (messages) => setArrived((before) => grown(before, messages.flatMap(({ onJobMetric }) => onJobMetric ?? []))),
    { catchUp: nothing },
  );
  const metrics = useMemo(() => ({ with: (asked: readonly MetricCurve[]) => withArrived(asked, arrived) }), [arrived]);
  return [metrics, live];
}

function grown(before: ReadonlyMap<string, readonly Arrived[]>, points: readonly Arrived[]): ReadonlyMap<string, readonly Arrived[]> {
  const after = new Map(before);
  const names = new Set(points.map(({ metricName }) => metricName));
  for (const name of names) after.set(name, thinned([...(after.get(name) ?? []), ...points.filter(({ metricName }) => metricName === name)]));
  return after;
}

/** Every other of the older points, once there are more than anyone can tell apart; the extremes stay. */
export function thinned<P extends { value: number | null }>(points: P[]): P[] {
  if (points.length <= MOST_POINTS) return points;
  const values = points.flatMap(({ value }) => value ?? []);
  const [least, most] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  return points.filter(({ value }, index) => index % 2 === 0 || index > MOST_POINTS / 2 || value === least || value === most);
}

export function withArrived(asked: readonly MetricCurve[], arrived: ReadonlyMap<string, readonly Arrived[]>): MetricCurve[] {
  const names = new Set([...asked.map(({ metricName }) => metricName), ...arrived.keys()]);
  return [...names].sort().map((metricName) => {
    const known = asked.find((each) => each.metricName === metricName);
    const fresh = arrived.get(metricName) ?? [];
    const points = united(known?.points ?? [], fresh.flatMap(pointOf), ({ timestamp }) => timestamp, ({ timestamp }) => timestamp);
    const added = points.length - (known?.points.length ?? 0);
    return { metricName, unit: known?.unit ?? fresh[0]?.unit ?? null, total: (known?.total ?? 0) + added, points };
  });
}

function pointOf({ timestamp, value, epoch }: Arrived): Point[] {
  return value === null ? [] : [{ timestamp, value, epoch }];
}
