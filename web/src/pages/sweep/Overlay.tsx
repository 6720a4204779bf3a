import { Curve } from "../../parts/Curve.tsx";
import type { CurveSeries } from "../../parts/curves.ts";
import { figure, plural } from "../../parts/words.ts";
import type { Run } from "./ranked.ts";

interface Given {
  metricName: string;
  runs: readonly Run[];
  pointed: string | null;
  onPoint: (jobId: string | null) => void;
}

/** All curves over each other, the best of them bold. */
export function Overlay({ metricName, runs, pointed, onPoint }: Given) {
  const measured = runs.filter(({ points }) => points.length);
  if (!measured.length) return <p className="soft">No run has measured {metricName} yet.</p>;
  const chosen = pointed ?? measured[0]!.jobId;
  const series: CurveSeries[] = measured.map(({ jobId, points }) => ({
    key: jobId,
    points: points.map(({ epoch, value }, index) => [epoch ?? index + 1, value] as const),
    weight: jobId === chosen ? "strong" : "faint",
  }));
  const top = measured[0]!;
  return (
    <Curve
      label={`${metricName} of ${plural(measured.length, "run")}; the best is ${top.name} with ${figure(top.best?.value)}`}
      series={series}
      height={280}
      onPoint={onPoint}
    />
  );
}
