import assert from "node:assert/strict";
import { test } from "node:test";
import { print } from "graphql";
import { fieldsOf, TYPES, waysTo } from "../src/pages/data/stored.ts";
import { filtersOf, missing, queryOf, rowsOf, wayAlong } from "../src/pages/data/ways.ts";

test("every stored type has fields, and a way to be listed", () => {
  for (const type of TYPES) {
    assert.ok(fieldsOf(type).some(({ name }) => name === "id"), type);
    const ways = waysTo(type);
    assert.ok(ways.length > 0, type);
    for (const path of ways) assert.ok(wayAlong(type, path), `${type} by ${path}`);
  }
});

test("a way through others asks for few of them, and pages on by the first list", () => {
  const way = wayAlong("Attempt", "novae.runs.attempts")!;
  const { document, variables } = queryOf(way, { "novae.year": "2012" });
  const text = print(document);
  assert.match(text, /query Attempt\(\$novae_year: Int, \$first0: Int, \$first1: Int, \$after: String\)/);
  assert.match(text, /novae\(year: \$novae_year, first: \$first0, after: \$after\)/);
  assert.deepEqual(variables, { novae_year: 2012, first0: 5, first1: 50 });
});

test("rows are those at the end of the way, and a list that was cut short is said to be", () => {
  const way = wayAlong("JobRun", "novae.runs")!;
  const runs = (id: string, hasNextPage: boolean) => ({ runs: { nodes: [{ id }], pageInfo: { hasNextPage, endCursor: "x" } } });
  const answer = { novae: { nodes: [runs("a", true), runs("b", false)], pageInfo: { hasNextPage: true, endCursor: "next" } } };
  assert.deepEqual(rowsOf(way, answer), { rows: [{ id: "a" }, { id: "b" }], next: "next", isCut: true });
});

test("what an interface answers of another type is no row", () => {
  const way = wayAlong("PhotometryTable", "novae.products")!;
  const answer = { novae: { nodes: [{ products: [{ id: "a" }, { __typename: "SpectraProduct" }] }], pageInfo: { hasNextPage: false, endCursor: null } } };
  assert.deepEqual(rowsOf(way, answer).rows, [{ id: "a" }]);
});

test("what has to be filled in is known, and a choice has its first value", () => {
  const way = wayAlong("LocatorAlias", "locators")!;
  assert.deepEqual(missing(way, { "locators.provider": "ESO" }).map(({ name }) => name), ["locatorIdentity"]);
  const statuses = wayAlong("JobStatus", "jobStatuses")!;
  assert.deepEqual(missing(statuses, {}), []);
  assert.equal(queryOf(statuses, {}).variables["jobStatuses_status"], filtersOf(statuses)[0]!.choices![0]);
});

test("no way leads where nothing is", () => {
  assert.equal(wayAlong("Nova", "nowhere"), null);
  assert.equal(wayAlong("Nova", "novae.runs"), null);
  assert.equal(wayAlong("Line", "lines", { id: "x", type: "Job" }), null);
});
