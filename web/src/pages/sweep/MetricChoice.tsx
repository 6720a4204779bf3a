import { useLazyQuery } from "@apollo/client/react";
import { useLocation } from "wouter";
import { SweepMetricNamesDocument } from "../../api/generated/graphql.ts";

/** By which metric the runs are compared. The others are asked for when someone looks for them. */
export function MetricChoice({ sweepId, metricName, jobId }: { sweepId: string; metricName: string; jobId: string | undefined }) {
  const [, navigate] = useLocation();
  const [ask, { data, called }] = useLazyQuery(SweepMetricNamesDocument);
  const names = [...new Set([metricName, ...(data?.job?.metricNames ?? [])])].sort();
  const look = () => jobId && !called && void ask({ variables: { jobId } });
  return (
    <label className="row">
      by
      <select value={metricName} onFocus={look} onPointerEnter={look} onChange={(event) => navigate(`/sweeps/${sweepId}?metric=${encodeURIComponent(event.target.value)}`)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
