import type { AlignedData } from "uplot";

export interface CurveSeries {
  key: string;
  points: readonly (readonly [x: number, y: number])[];
  weight: "strong" | "usual" | "faint";
  /** Single points rather than a line. */
  dots?: boolean;
}

/** All series over all x of any; null where one has nothing. A logarithm has no place for what is not positive. */
export function aligned(series: readonly CurveSeries[], isLog = false): AlignedData {
  const places = new Map([...new Set(series.flatMap(({ points }) => points.map(([x]) => x)))].sort((a, b) => a - b).map((x, index) => [x, index]));
  const values = series.map(({ points }) => {
    const column: (number | null)[] = Array.from({ length: places.size }, () => null);
    for (const [x, y] of points) column[places.get(x)!] = isLog && y <= 0 ? null : y;
    return column;
  });
  return [[...places.keys()], ...values];
}

/** A moving average that forgets: 0 leaves everything as it is, towards 1 it grows smoother. */
export function smoothed(points: CurveSeries["points"], weight: number): [number, number][] {
  let sum = 0;
  let share = 0;
  return points.map(([x, y]) => {
    sum = sum * weight + y * (1 - weight);
    share = share * weight + (1 - weight); // the first points have nothing before them to lean on
    return [x, sum / share];
  });
}

/** Whether less is better, as far as a name tells; null where neither is, as with a learning rate. */
export function isLowerBetter(metricName: string): boolean | null {
  if (/loss|error|perplexity|mae|mse/i.test(metricName)) return true;
  return /acc|f1|auc|precision|recall|score|bleu|rouge|map|iou/i.test(metricName) ? false : null;
}

export function best<T>(points: readonly T[], valueOf: (point: T) => number, isLower: boolean): T | null {
  let found: T | null = null;
  for (const point of points) {
    if (found === null || (isLower ? valueOf(point) < valueOf(found) : valueOf(point) > valueOf(found))) found = point;
  }
  return found;
}
