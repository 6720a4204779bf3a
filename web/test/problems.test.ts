import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, whoMay } from "../src/api/access.ts";
import { wireProblem } from "../src/api/problems.ts";

test("a refusal names those who may, and the one who may do the least that is enough", () => {
  const problem = wireProblem({ message: "Not Authorized to access recordJobStatus on type Mutation", errorType: "Unauthorized" });
  assert.equal(problem.kind, "refused");
  if (problem.kind !== "refused") return;
  assert.equal(listed(problem.callers), "Only editors, operators, and IAM");
  assert.equal(whoMay(problem.callers, ["viewer", "editor", "operator"]), "editor");
  assert.equal(whoMay(problem.callers, []), null);
});

test("a conflict carries what is there now", () => {
  const current = { status: "SUCCEEDED" };
  const problem = wireProblem({ message: "It is SUCCEEDED.", errorType: "Conflict", errorInfo: { current } });
  assert.deepEqual(problem, { kind: "conflict", current, sentence: "It is SUCCEEDED." });
});
