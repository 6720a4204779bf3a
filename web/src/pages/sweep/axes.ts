import { figure } from "../../parts/words.ts";

interface Axis {
  /** From 0 at the bottom to 1 at the top, for each value. */
  places: number[];
  ticks: { text: string; place: number }[];
}

const FEW = 6;

/** Where values stand on an axis: a few are spread evenly in their order, many numbers by their size. */
export function placesOf(values: readonly unknown[], isTurned = false): Axis {
  const distinct = [...new Set(values.map((value) => JSON.stringify(value ?? null)))].map((text) => JSON.parse(text) as unknown).sort(compare);
  const turned = (place: number) => (isTurned ? 1 - place : place);
  const numbers = values.filter((value): value is number => typeof value === "number");
  if (numbers.length === values.length && distinct.length > FEW) {
    const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
    const place = (value: number) => turned((value - least) / (most - least || 1));
    const middle = (least + most) / 2;
    const isWhole = numbers.every(Number.isInteger);
    const marks = isWhole && !Number.isInteger(middle) ? [least, most] : [least, middle, most]; // there is no seed 44.5
    return { places: numbers.map(place), ticks: marks.map((value) => ({ text: figure(value), place: place(value) })) };
  }
  const step = (value: unknown) => {
    const index = distinct.findIndex((each) => JSON.stringify(each) === JSON.stringify(value ?? null));
    return turned(distinct.length > 1 ? index / (distinct.length - 1) : 0.5);
  };
  return { places: values.map(step), ticks: distinct.slice(0, 24).map((value) => ({ text: told(value), place: step(value) })) };
}

function compare(one: unknown, other: unknown): number {
  return typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
}

export function told(value: unknown): string {
  if (typeof value === "number") return figure(value);
  return value === null || value === undefined ? "–" : typeof value === "string" ? value : JSON.stringify(value);
}
