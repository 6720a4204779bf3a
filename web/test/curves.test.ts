import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "../src/hash.ts";
import { aligned, best, isLowerBetter, smoothed } from "../src/parts/curves.ts";
import { bandsOf } from "../src/parts/Timeline.tsx";
import { figures } from "../src/parts/words.ts";
import { united } from "../src/pages/job/grown.ts";
import { withArrived } from "../src/pages/job/useJobMetrics.ts";
import { placesOf } from "../src/pages/sweep/axes.ts";
import { differing, ranked, type SweepJob } from "../src/pages/sweep/ranked.ts";

test("series over different x share one axis, and a logarithm leaves out what is not positive", () => {
  const series = [
    { key: "a", weight: "usual" as const, points: [[1, 5], [3, 0]] as const },
    { key: "b", weight: "usual" as const, points: [[2, 7]] as const },
  ];
  assert.deepEqual(aligned(series), [[1, 2, 3], [5, null, 0], [null, 7, null]]);
  assert.deepEqual(aligned(series, true)[1], [5, null, null]);
});

test("smoothing keeps the first point and a constant as they are", () => {
  assert.deepEqual(smoothed([[0, 4], [1, 4], [2, 4]], 0.9).map(([, y]) => Math.round(y * 1e9) / 1e9), [4, 4, 4]);
  assert.deepEqual(smoothed([[0, 1], [1, 3]], 0), [[0, 1], [1, 3]]);
});

test("lower is better for a loss, higher for a score, and neither for a learning rate", () => {
  assert.deepEqual(["val_loss", "val_f1", "learning_rate"].map(isLowerBetter), [true, false, null]);
  assert.equal(best([3, 1, 2], (value) => value, true), 1);
  assert.equal(best([], (value: number) => value, true), null);
});

test("what arrives is added to what was asked for, and what it does not say makes nothing vanish", () => {
  const asked = [{ id: "1", at: "10", text: "known" as string | null }];
  const all = united(asked, [{ id: "2", at: "09", text: "earlier" }, { id: "1", at: "10", text: null }], ({ id }) => id, ({ at }) => at);
  assert.deepEqual(all, [{ id: "2", at: "09", text: "earlier" }, { id: "1", at: "10", text: "known" }]);
});

test("a live point that was asked for again is there once, and a new metric has a curve", () => {
  const point = { timestamp: "2026-01-01T00:00:01Z", value: 1, epoch: 1 };
  const arrived = (metricName: string, value: number | null) => ({ jobId: "j", metricName, unit: null, ...point, value });
  const curves = withArrived(
    [{ metricName: "loss", unit: null, total: 1, points: [point] }],
    new Map([["loss", [arrived("loss", 2)]], ["acc", [arrived("acc", 1), arrived("acc", null)]]]),
  );
  assert.deepEqual(curves.map(({ metricName, total, points }) => [metricName, total, points.map(({ value }) => value)]), [["acc", 1, [1]], ["loss", 1, [2]]]);
});

test("bands last as long as their states did, and the last one until now", () => {
  const moment = (key: string, at: string) => ({ key, at, state: "PENDING" as const, name: "running" });
  const moments = [moment("a", "2026-01-01T00:00:00Z"), moment("b", "2026-01-01T00:00:30Z")];
  const bands = bandsOf(moments, false, Date.parse("2026-01-01T00:02:00Z"));
  assert.deepEqual(bands.map(({ seconds }) => seconds), [0.25, 0.75]);
});

const job = (jobId: string, rate: number, ...values: number[]): SweepJob => ({
  __typename: "Job",
  id: jobId,
  jobId,
  name: jobId,
  status: "RUNNING",
  jobConfig: JSON.stringify({ rate, epochs: 3 }),
  curves: [{ __typename: "MetricCurve", metricName: "loss", points: values.map((value, index) => ({ __typename: "CurvePoint", timestamp: `t${index}`, value, epoch: index })) }],
}) as unknown as SweepJob;

test("runs are ranked by their best value, live points count, and only what differs is a column", () => {
  const jobs = [job("none", 1), job("good", 2, 5, 3), job("late", 3, 9)];
  const point = { timestamp: "t9", value: 1, epoch: 9 };
  assert.deepEqual(ranked(jobs, new Map(), true).map(({ jobId, rank }) => [jobId, rank]), [["good", 1], ["late", 2], ["none", null]]);
  const runs = ranked(jobs, new Map([["late", [point as never]]]), true);
  assert.equal(runs[0]?.jobId, "late");
  assert.equal(ranked(jobs, new Map(), false)[0]?.jobId, "late");
  assert.deepEqual(differing(runs), ["rate"]);
});

test("few values are spread evenly, many by their size, and a good one is at the top", () => {
  assert.deepEqual(placesOf([8, 32, 16]).places, [0, 1, 0.5]);
  assert.deepEqual(placesOf([0, 1, 2, 3, 4, 5, 10], true).places[6], 0);
  assert.deepEqual(placesOf(["adam", null]).ticks.map(({ text }) => text), ["adam", "–"]);
});

test("a route has a path and a query of its own", () => {
  assert.deepEqual(partsOf("#/jobs?status=ALL"), { path: "/jobs", search: "status=ALL" });
  assert.deepEqual(partsOf(""), { path: "/", search: "" });
});

test("an axis of whole numbers has no marks between them", () => {
  const marks = (values: number[]) => placesOf(values).ticks.map(({ text }) => text);
  assert.deepEqual(marks([41, 42, 43, 44, 45, 46, 47, 48]), ["41", "48"]);
  assert.deepEqual(marks([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]), ["0.1", "0.4", "0.7"]);
});

test("numbers below each other have the same digits after the point", () => {
  const shown = (...values: number[]) => values.map(figures(values));
  assert.deepEqual(shown(0.1829, 0.262, 1.227), ["0.1829", "0.2620", "1.2270"]);
  assert.deepEqual(shown(8, 16, 1204), ["8", "16", "1,204"]);
  assert.deepEqual(shown(0.00003, 0.0001), ["0.00003", "0.00010"]);
  assert.deepEqual(shown(3.1e-7, 12), ["3.1e-7", "12"]);
});
