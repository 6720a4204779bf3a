import assert from "node:assert/strict";
import { test } from "node:test";
import { GrowingLog } from "../src/pages/job/GrowingLog.ts";
import { thinned } from "../src/pages/job/useJobMetrics.ts";

const line = (number: number) => ({ id: `l${number}`, timestamp: `t${String(number).padStart(4, "0")}`, logLevel: "INFO", message: "", exception: null });
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const newestFirst = (from: number, to: number) => lines(from, to).reverse();

test("after a gap the log asks from where nothing was missing, even if the latest lines are known already", () => {
  const log = new GrowingLog();
  log.keep(newestFirst(1, 8), 100);
  log.add([line(9)]);
  log.keep(newestFirst(60, 159), 100); // asked again before anyone listened again
  assert.equal(log.gapBegins(), "t0009");
  log.add(lines(9, 159));
  log.gapIsFilled();
  assert.deepEqual(log.lines.read().map(({ id }) => id), lines(1, 159).map(({ id }) => id));
  assert.equal(log.gapBegins(), "t0159");
});

test("a gap that could not be filled stays the beginning of the next try", () => {
  const log = new GrowingLog();
  log.keep(newestFirst(1, 3), 100);
  log.gapBegins();
  log.add([line(50)]); // it listens again, but asking failed
  assert.equal(log.gapBegins(), "t0003");
});

test("asking again makes no line vanish", () => {
  const log = new GrowingLog();
  log.keep(newestFirst(1, 100), 100);
  log.keep(newestFirst(51, 150), 100);
  assert.equal(log.lines.read().length, 150);
});

test("thousands of live points are thinned, but never their extremes or the latest", () => {
  const points = Array.from({ length: 2001 }, (_, index) => ({ value: index === 701 ? -5 : index === 703 ? 9999 : index % 7 }));
  const left = thinned(points);
  assert.ok(left.length < 1600);
  assert.ok(left.some(({ value }) => value === -5) && left.some(({ value }) => value === 9999));
  assert.equal(left.at(-1), points.at(-1));
});
