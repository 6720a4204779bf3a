import assert from "node:assert/strict";
import { test } from "node:test";
import { byUnit, type Measured } from "../src/novae/brightness.ts";

const NOTHING: Measured = { timeMjd: 56080.1, bandName: "V", regime: null, magnitude: null, magErr: null, fluxDensity: null, fluxDensityUnit: null, countRate: null, isUpperLimit: null, limitingValue: null };
const limit = (more: Partial<Measured>): Measured => ({ ...NOTHING, isUpperLimit: true, limitingValue: 0.03, ...more });
const unitsOf = (rows: Measured[]) => byUnit(rows).map(([unit, points]) => [unit, points.length]);

test("what is told in one unit is not drawn on the scale of another, and magnitudes come first", () => {
  const rows = [
    { ...NOTHING, bandName: "0.3-10 keV", countRate: 4.6 },
    { ...NOTHING, bandName: "5 GHz", fluxDensity: 1.5, fluxDensityUnit: "mJy" },
    { ...NOTHING, magnitude: 12.3, magErr: 0.02 },
  ];
  assert.deepEqual(unitsOf(rows), [["mag", 1], ["counts/s", 1], ["mJy", 1]]);
  assert.deepEqual(byUnit(rows)[0]![1], [{ day: 56080.1, value: 12.3, error: 0.02, isLimit: false, band: "V" }]);
});

test("a limit is in its own unit, or in that of its band, or in what is usual in its part of the spectrum", () => {
  assert.deepEqual(unitsOf([limit({ fluxDensityUnit: "mJy", regime: "radio" })]), [["mJy", 1]]);
  assert.deepEqual(unitsOf([limit({ bandName: "X" }), { ...NOTHING, bandName: "X", countRate: 2 }]), [["counts/s", 2]]);
  assert.deepEqual(unitsOf([limit({ regime: "optical" }), limit({ regime: null })]), [["mag", 2]]);
  assert.deepEqual(unitsOf([limit({ regime: "radio" })]), [["in a unit that was not recorded", 1]]);
});

test("what has no time or no value is not drawn", () => {
  assert.deepEqual(byUnit([{ ...NOTHING, magnitude: 12, timeMjd: null }, NOTHING, limit({ limitingValue: null })]), []);
});
