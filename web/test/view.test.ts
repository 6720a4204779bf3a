import assert from "node:assert/strict";
import { test } from "node:test";
import { around, boxOf, pointsOf, showing, zoomed } from "../src/parts/view.ts";

const whole = { x: 0, y: 0, width: 1000, height: 2000 };
const corners = { topLeft: { x: 0.1, y: 0.9 }, topRight: { x: 0.3, y: 0.9 }, bottomRight: { x: 0.3, y: 0.88 }, bottomLeft: { x: 0.1, y: 0.88 } };

test("corners are turned upside down: stored from the bottom up, drawn from the top down", () => {
  assert.equal(pointsOf(corners, whole), "100,200 300,200 300,240 100,240");
  const { x, y, width, height } = boxOf(corners, whole)!;
  assert.deepEqual([x, y, width, height].map(Math.round), [100, 200, 200, 40]);
  assert.equal(pointsOf({ ...corners, topLeft: null }, whole), "");
  assert.equal(boxOf({ ...corners, topLeft: null }, whole), null);
});

test("what is under the pointer stays there while one looks closer", () => {
  const view = zoomed(whole, 2, { x: 250, y: 500 }, whole);
  assert.deepEqual(view, { x: 125, y: 250, width: 500, height: 1000 });
});

test("nobody gets farther away than the whole picture, or out of it", () => {
  assert.deepEqual(zoomed(whole, 0.1, { x: 900, y: 10 }, whole), whole);
  const corner = zoomed(whole, 4, { x: 1000, y: 2000 }, whole);
  assert.deepEqual([corner.x + corner.width, corner.y + corner.height], [1000, 2000]);
  assert.equal(zoomed(whole, 1000, { x: 0, y: 0 }, whole).width, 1000 / 16);
});

test("the view follows the chosen word, and only as far as needed", () => {
  const view = { x: 0, y: 0, width: 500, height: 1000 };
  assert.equal(showing(view, { x: 10, y: 10, width: 50, height: 20 }, whole), view);
  assert.deepEqual(showing(view, { x: 600, y: 1500, width: 50, height: 20 }, whole), { x: 150, y: 520, width: 500, height: 1000 });
});

test("a strip is six times as high as its word, around it, and within the picture", () => {
  const strip = around({ x: 400, y: 1000, width: 100, height: 40 }, whole, 3);
  assert.deepEqual(strip, { x: 90, y: 900, width: 720, height: 240 });
  const top = around({ x: 0, y: 0, width: 900, height: 40 }, whole, 3);
  assert.deepEqual([top.x, top.y], [0, 0]);
  assert.ok(top.width <= whole.width);
});
