import { memo, useState } from "react";
import { useKeys } from "../../frame/keyboard.tsx";
import { Curve } from "../../parts/Curve.tsx";
import { best, isLowerBetter, smoothed, type CurveSeries } from "../../parts/curves.ts";
import { Panel } from "../../parts/Panel.tsx";
import { figure, plural } from "../../parts/words.ts";
import type { MetricCurve, Point } from "./useJobMetrics.ts";

interface View {
  isTime: boolean;
  isLog: boolean;
  smoothing: number;
}

/** One chart for each metric, all with the same cursor. */
export function Charts({ curves }: { curves: readonly MetricCurve[] }) {
  const [view, setView] = useState<View>({ isTime: false, isLog: false, smoothing: 0 });
  const hasEpochs = curves.some(({ points }) => points.some(({ epoch }) => epoch !== null));
  const isTime = view.isTime || !hasEpochs;
  useKeys([
    { keys: "t", does: "Charts: epoch or time", run: () => setView((now) => ({ ...now, isTime: !now.isTime })) },
    { keys: "o", does: "Charts: logarithmic or not", run: () => setView((now) => ({ ...now, isLog: !now.isLog })) },
  ]);
  if (!curves.length) return <p className="soft">Nothing has been measured yet. The first measurement appears here by itself.</p>;
  return (
    <Panel title="Metrics" aside={<Controls view={{ ...view, isTime }} hasEpochs={hasEpochs} onView={setView} />}>
      <div className="charts">
        {curves.map((curve) => (
          <Chart key={curve.metricName} curve={curve} isTime={isTime} isLog={view.isLog} smoothing={view.smoothing} />
        ))}
      </div>
    </Panel>
  );
}

function Controls({ view, hasEpochs, onView }: { view: View; hasEpochs: boolean; onView: (view: View) => void }) {
  return (
    <div className="row">
      <label className="row">
        <input type="checkbox" checked={view.isTime} disabled={!hasEpochs} onChange={() => onView({ ...view, isTime: !view.isTime })} /> time
      </label>
      <label className="row">
        <input type="checkbox" checked={view.isLog} onChange={() => onView({ ...view, isLog: !view.isLog })} /> log
      </label>
      <label className="row">
        smooth
        <input type="range" min={0} max={0.95} step={0.05} value={view.smoothing} onChange={(event) => onView({ ...view, smoothing: Number(event.target.value) })} />
      </label>
    </div>
  );
}

const Chart = memo(function Chart({ curve, isTime, isLog, smoothing }: { curve: MetricCurve } & View) {
  const { metricName, unit, total } = curve;
  const points = curve.points.filter(({ epoch }) => isTime || epoch !== null);
  const isLower = isLowerBetter(metricName);
  const top = isLower === null ? null : best(points, ({ value }) => value, isLower);
  const at = (point: Point) => [isTime ? Date.parse(point.timestamp) / 1000 : point.epoch!, point.value] as const;
  const raw = points.map(at);
  const series: CurveSeries[] = [
    { key: metricName, points: raw, weight: smoothing ? "faint" : "usual" },
    ...(smoothing ? [{ key: "smooth", points: smoothed(raw, smoothing), weight: "usual" as const }] : []),
    { key: "best", points: top ? [at(top)] : [], weight: "strong", dots: true },
  ];
  const last = points.at(-1);
  const peak = top && `best ${figure(top.value)}${top.epoch === null ? "" : ` at epoch ${top.epoch}`}, `;
  const told = `${peak ?? ""}last ${figure(last?.value)}`;
  return (
    <figure data-metric={metricName}>
      <figcaption className="row">
        <b>{metricName}</b> {unit && <span className="soft">{unit}</span>}
        <span className="push soft">{told}</span>
      </figcaption>
      <Curve label={`${metricName}: ${plural(total, "point")}, ${told}`} series={series} isTime={isTime} isLog={isLog} sync="job" />
    </figure>
  );
});
