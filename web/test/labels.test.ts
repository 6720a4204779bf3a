import assert from "node:assert/strict";
import { test } from "node:test";
import { conflictOf } from "../src/labels/conflicts.ts";
import { forget, MOST_KEPT, remember, stepsBack, type Deed, type LabelRow, type Status } from "../src/labels/deeds.ts";
import { matching, normal } from "../src/labels/matching.ts";
import { countStates, stateOfWord, wordRows } from "../src/labels/words.ts";

const label = (name: string, validationStatus: Status, place: Partial<LabelRow> = {}): LabelRow => ({
  id: name,
  imageId: "image",
  receiptId: 1,
  lineId: 1,
  wordId: 1,
  label: name,
  validationStatus,
  reasoning: null,
  labelProposedBy: "rules",
  validatedBy: null,
  validatedAt: null,
  deletedBy: null,
  ...place,
});
const word = (lineId: number, wordId: number) => ({
  id: `${lineId}:${wordId}`,
  lineId,
  wordId,
  text: "TOTAL",
  confidence: 1,
  topLeft: null,
  topRight: null,
  bottomLeft: null,
  bottomRight: null,
});

test("the last 20 deeds can be undone, the latest first", () => {
  let deeds: readonly Deed[] = [];
  for (let number = 0; number < 25; number += 1) deeds = remember(deeds, { kind: "judged", label: label(`L${number}`, "PENDING"), to: "VALID" });
  assert.equal(deeds.length, MOST_KEPT);
  assert.equal(deeds[0]!.kind === "judged" && deeds[0]!.label.id, "L24");
  assert.equal(forget(deeds, deeds[0]!).length, MOST_KEPT - 1);
});

test("a judgement is undone only if nobody has judged since", () => {
  const [step] = stepsBack({ kind: "judged", label: label("TAX", "NEEDS_REVIEW"), to: "VALID" });
  assert.deepEqual(step, { judge: label("TAX", "VALID"), to: "NEEDS_REVIEW" });
});

test("a label that was unchecked waits after undoing: it never becomes unjudged again", () => {
  const [step] = stepsBack({ kind: "judged", label: label("TAX", "NONE"), to: "INVALID" });
  assert.deepEqual(step && "to" in step && step.to, "PENDING");
});

test("a relabelled word loses the new label and gets the old one back", () => {
  const made = label("GRAND_TOTAL", "VALID");
  assert.deepEqual(stepsBack({ kind: "relabelled", label: label("TOTAL", "PENDING"), made }), [
    { remove: made },
    { judge: label("TOTAL", "INVALID"), to: "PENDING" },
  ]);
});

test("a conflict says who was faster, what they said and when", () => {
  const now = Date.parse("2026-11-17T12:00:30Z");
  const current = { id: "TAX", validationStatus: "INVALID", validatedBy: "otto", validatedAt: "2026-11-17T12:00:29Z" };
  const conflict = conflictOf({ kind: "conflict", current, sentence: "" }, label("TAX", "PENDING"), "VALID", now);
  assert.equal(conflict?.sentence, "otto said invalid a moment ago.");
  assert.equal(conflict?.theirs.validationStatus, "INVALID");
  assert.equal(conflict?.mine, "VALID");
  const later = conflictOf({ kind: "conflict", current, sentence: "" }, label("TAX", "PENDING"), "VALID", now + 300_000);
  assert.equal(later?.sentence, "otto said invalid 5 min ago.");
  assert.equal(conflictOf({ kind: "missing", sentence: "" }, label("TAX", "PENDING"), "VALID"), null);
});

test("a word has a row for each of its labels, and one if it has none", () => {
  const labels = [label("TOTAL", "INVALID"), label("GRAND_TOTAL", "VALID"), label("DATE", "PENDING", { lineId: 2 }), label("TAX", "VALID", { deletedBy: "otto" })];
  const words = [word(1, 1), word(1, 2), word(2, 1)];
  assert.deepEqual(wordRows(words, labels).map(({ key }) => key), ["1:1 GRAND_TOTAL", "1:1 TOTAL", "1:2", "2:1 DATE"]);
  assert.deepEqual(wordRows(words, labels, "labelled").length, 3);
  assert.deepEqual(wordRows(words, labels, "waiting").map(({ key }) => key), ["2:1 DATE"]);
});

test("a box shows what is to be done first, and what was refused last", () => {
  assert.equal(stateOfWord([label("A", "INVALID"), label("B", "VALID")]), "VALID");
  assert.equal(stateOfWord([label("A", "VALID"), label("B", "NEEDS_REVIEW")]), "NEEDS_REVIEW");
  assert.equal(stateOfWord([]), null);
});

test("every label is counted in one state", () => {
  const counts = countStates([{ validationStatus: "VALID" }, { validationStatus: "UNKNOWN" }, { validationStatus: "VALID" }]);
  assert.deepEqual(counts.filter(([, count]) => count), [["VALID", 2], ["NONE", 1]]);
});

test("labels are found by the beginning of their name, then by any part of it, then by what they mean", () => {
  const known = ["SUBTOTAL", "GRAND_TOTAL", "TOTAL_TAX", "DATE"].map((name) => ({ label: name, description: name === "DATE" ? "Not a total at all" : null }));
  assert.deepEqual(matching(known, "total").map(({ label: name }) => name), ["TOTAL_TAX", "GRAND_TOTAL", "SUBTOTAL", "DATE"]);
  assert.equal(normal(" grand total "), "GRAND_TOTAL");
});
