import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { LiveSweepFragmentDoc, SweepMetricsDocument, SweepProgressDocument } from "../../api/generated/graphql.ts";
import { useLive, type Live } from "../../api/useLive.ts";
import type { Point } from "./ranked.ts";

type Arrived = ReadonlyMap<string, readonly Point[]>;

const nothing = () => undefined; // the statuses' subscription asks for all of the page again

/** How far the sweep is, into the cache; and measurements by run, as they arrive. */
export function useSweepLive(sweepId: string, metricName: string): [Arrived, Live[]] {
  const { cache } = useApolloClient();
  const [arrived, setArrived] = useState<{ of: string; points: Arrived }>({ of: "", points: new Map() });
  const progress = useLive(
    SweepProgressDocument,
    { sweepId },
    (messages) => {
      const latest = messages.at(-1)?.onSweepProgress;
      const id = cache.identify({ __typename: "Sweep", sweepId });
      if (latest) cache.writeFragment({ id, fragment: LiveSweepFragmentDoc, data: latest });
    },
    { catchUp: nothing },
  );
  const metrics = useLive(
    SweepMetricsDocument,
    { metricName },
    (messages) =>
      setArrived((before) => {
        const points = new Map(before.of === metricName ? before.points : []);
        for (const { onJobMetric: point } of messages) {
          if (!point || point.value === null) continue;
          points.set(point.jobId, [...(points.get(point.jobId) ?? []), { timestamp: point.timestamp, value: point.value, epoch: point.epoch }]);
        }
        return { of: metricName, points };
      }),
    { catchUp: nothing },
  );
  return [arrived.of === metricName ? arrived.points : NONE, [progress, metrics]];
}

const NONE: Arrived = new Map();
