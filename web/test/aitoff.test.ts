import assert from "node:assert/strict";
import { test } from "node:test";
import { beside, MILKY_WAY, pathOf, placeOf, separation, spotOf } from "../src/novae/aitoff.ts";

test("the middle of the map is 0h, and right ascension grows leftward", () => {
  const { x, y } = spotOf({ ra: 0, dec: 0 });
  assert.deepEqual([Math.abs(x), Math.abs(y)], [0, 0]);
  assert.ok(spotOf({ ra: 90, dec: 0 }).x < 0);
  assert.ok(spotOf({ ra: 0, dec: 45 }).y < 0); // north is up
});

test("every place leads to a spot, and every spot back to its place", () => {
  for (let ra = 2; ra < 360; ra += 7) {
    for (let dec = -85; dec <= 85; dec += 5) {
      const back = placeOf(spotOf({ ra, dec }));
      assert.ok(back && separation(back, { ra, dec }) < 0.001, `${ra} ${dec} came back as ${back?.ra} ${back?.dec}`);
    }
  }
});

test("beside the map there is no sky", () => {
  assert.equal(placeOf({ x: 3.1, y: 1 }), null);
});

test("distances are those on a sphere", () => {
  assert.ok(Math.abs(separation({ ra: 0, dec: 0 }, { ra: 90, dec: 0 }) - 90) < 1e-9);
  assert.ok(Math.abs(separation({ ra: 10, dec: 90 }, { ra: 200, dec: 80 }) - 10) < 1e-9);
  for (const turn of [0, 77, 180, 300]) {
    assert.ok(Math.abs(separation({ ra: 250, dec: -40 }, beside({ ra: 250, dec: -40 }, 12, turn)) - 12) < 1e-6);
  }
});

test("the Milky Way passes through its centre, and is broken where it leaves the map", () => {
  const centre = { ra: 266.4, dec: -28.94 };
  assert.ok(Math.min(...MILKY_WAY.map((each) => separation(each, centre))) < 1.5);
  assert.ok(pathOf(MILKY_WAY).split("M").length > 2);
});
