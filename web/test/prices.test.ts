import assert from "node:assert/strict";
import { test } from "node:test";
import { Prices, total, type Priced } from "../src/api/prices.ts";

const asked = (name: string, kind: Priced["kind"], readUnits: number, variables = {}): Priced => ({
  name,
  kind,
  query: "",
  variables,
  milliseconds: 10,
  cost: { lambdaCalls: 1, requests: 2, readUnits, writeUnits: 0 },
});

test("a page costs the sum of its queries, and asking the same again does not add up", () => {
  const prices = new Prices();
  prices.add(asked("Home", "query", 3));
  prices.add(asked("Home", "query", 4));
  prices.add(asked("More", "query", 1, { after: "x" }));
  const sum = total(prices.asked.read());
  assert.deepEqual([sum.operations, sum.lambdaCalls, sum.requests, sum.readUnits], [2, 2, 4, 5]);
});

test("a change is listed but not part of the price of looking at the page", () => {
  const prices = new Prices();
  prices.add(asked("Home", "query", 3));
  prices.add(asked("Cancel", "mutation", 9));
  assert.equal(prices.asked.read().length, 2);
  assert.equal(total(prices.asked.read()).readUnits, 3);
});

test("another page begins with nothing spent, and AppSync, which tells no price, costs only time", () => {
  const prices = new Prices();
  prices.add({ ...asked("Home", "query", 3), cost: null });
  assert.equal(total(prices.asked.read()).isKnown, false);
  prices.clear();
  assert.deepEqual(prices.asked.read(), []);
});
