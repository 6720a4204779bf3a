const STEPS: readonly [number, string][] = [
  [60, "s"],
  [60, "min"],
  [24, "h"],
  [Infinity, "d"],
];

/** How long ago, or how long: "4 min". */
export function span(seconds: number): string {
  let left = Math.max(0, Math.round(seconds));
  for (const [size, unit] of STEPS) {
    if (left < size) return `${left} ${unit}`;
    left = Math.round(left / size);
  }
  return "";
}

export function age(moment: string | null | undefined, now = Date.now()): string {
  return moment ? span((now - Date.parse(moment)) / 1000) : "";
}

export function clock(moment: string): string {
  return new Date(moment).toLocaleTimeString("en-GB");
}

/** A number in as few digits as tell it: 0.1842, 1,204, 3.1e-5. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (value !== 0 && Math.abs(value) < 0.001) return String(Number(value.toPrecision(3)));
  return value.toLocaleString("en", { maximumSignificantDigits: Math.abs(value) < 1000 ? 4 : 12, maximumFractionDigits: 2 });
}

/** Figures for numbers that stand below each other: all with as many digits after the point as any of them needs. */
export function figures(values: readonly number[]): (value: number) => string {
  const texts = values.map(figure);
  if (texts.some((text) => text.includes("e"))) return figure; // 3.1e-7 beside 12 lines up with nothing
  const digits = Math.max(0, ...texts.map((text) => text.split(".")[1]?.length ?? 0));
  return (value) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function plural(count: number, name: string): string {
  return `${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`;
}

/** `NEEDS_REVIEW` as people say it. */
export function said(name: string): string {
  return name.toLowerCase().replaceAll("_", " ");
}

/** A bucket's or a text's JSON as a list of names and values; empty if it is none. */
export function entriesOf(json: string | null | undefined): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return value && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
  } catch {
    return [];
  }
}
