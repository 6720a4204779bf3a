const OF_UNIX = 40587;

/** The day of a Modified Julian Date: 56084.21 is 2012-06-06. */
export function dayOf(mjd: number): string {
  return new Date((mjd - OF_UNIX) * 86_400_000).toISOString().slice(0, 10);
}

/** Where values lie between the least and the most of them, in per cent; in the middle if all are the same. */
export function scaleOf(values: readonly number[]): (value: number) => number {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
  return (value) => (most > least ? ((value - least) / (most - least)) * 100 : 50);
}
