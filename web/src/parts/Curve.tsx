import "uplot/dist/uPlot.min.css";
import "./Curve.css";
import { useEffect, useRef, useState } from "react";
import type uPlot from "uplot";
import { aligned, type CurveSeries } from "./curves.ts";

interface Given {
  /** What is drawn, in words: a canvas says nothing to those who cannot see it. */
  label: string;
  series: readonly CurveSeries[];
  isTime?: boolean;
  isLog?: boolean;
  height?: number;
  /** Curves with the same key share their cursor. */
  sync?: string;
  onPoint?: (key: string | null) => void;
}

/** Lines over a common x. Their number may be large, and their points may come many times a second. */
export function Curve({ label, series, isTime = false, isLog = false, height = 200, sync, onPoint }: Given) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const data = aligned(series, isLog);
  const latest = useRef({ data, onPoint });
  useEffect(() => {
    latest.current = { data, onPoint };
  });
  const shape = JSON.stringify(series.map(({ key, weight, dots }) => [key, weight, dots]));
  useEffect(() => {
    const at = place.current!;
    const keys = JSON.parse(shape) as Keys;
    let isOver = false;
    const draw = async () => {
      const { default: Plot } = await import("uplot"); // loaded with the first curve
      if (isOver) return;
      plot.current?.destroy();
      const how = { isTime, isLog, height, sync, onPoint: (key: string | null) => latest.current.onPoint?.(key) };
      plot.current = new Plot(options(at, keys, how), latest.current.data, at);
    };
    const drawOrFail = () => void draw().catch(setFault);
    drawOrFail();
    const resized = new ResizeObserver(() => plot.current?.setSize({ width: at.clientWidth, height }));
    resized.observe(at);
    const night = matchMedia("(prefers-color-scheme: dark)");
    night.addEventListener("change", drawOrFail);
    return () => {
      isOver = true;
      night.removeEventListener("change", drawOrFail);
      resized.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [shape, isTime, isLog, height, sync]);
  useEffect(() => plot.current?.setData(data), [data]);
  if (fault) throw fault; // the page says that it could not be loaded
  return <div className="curve" ref={place} role="img" aria-label={label} data-points={data[0].length} style={{ height }} />;
}

/** Between the marks of epochs: there is no epoch 2.5. */
const WHOLE_STEPS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].flatMap((size) => [size, 2 * size, 5 * size]);

type Keys = [string, CurveSeries["weight"], boolean | undefined][];

interface How {
  isTime: boolean;
  isLog: boolean;
  height: number;
  sync: string | undefined;
  onPoint: (key: string | null) => void;
}

function options(at: HTMLElement, keys: Keys, how: How): uPlot.Options {
  const style = getComputedStyle(at);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis = { stroke: colour("--ink-soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false }, font: "12px system-ui" };
  const strokes = { strong: `hsl(${colour("--color-primary")})`, usual: `hsl(${colour("--color-secondary")})`, faint: `hsla(${colour("--color-secondary")}, 0.6)` };
  return {
    width: at.clientWidth,
    height: how.height,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    scales: { x: { time: how.isTime }, y: { distr: how.isLog ? 3 : 1 } },
    axes: [{ ...axis, size: 28, ...(how.isTime ? {} : { incrs: WHOLE_STEPS }) }, { ...axis, size: 56, values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick))) }],
    cursor: { ...(how.sync ? { sync: { key: how.sync } } : {}), drag: { x: true, y: false }, focus: { prox: 16 } },
    focus: { alpha: 0.4 },
    hooks: { setSeries: [(_, index) => how.onPoint(index ? (keys[index - 1]?.[0] ?? null) : null)] },
    series: [
      {},
      ...keys.map(([key, weight, dots]) => ({
        label: key,
        stroke: strokes[weight],
        width: weight === "strong" ? 2 : 1,
        spanGaps: true,
        points: dots ? { show: true, size: 10, fill: strokes.strong } : { show: false },
      })),
    ],
  };
}

/** A number beside an axis, which has room for seven signs. */
function short(tick: number): string {
  const usual = String(+tick.toPrecision(4));
  return usual.length > 7 ? tick.toExponential(2) : usual;
}
