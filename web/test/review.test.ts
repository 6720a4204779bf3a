import assert from "node:assert/strict";
import { test } from "node:test";
import { current, EMPTY, progressOf, proposersOf, step, upcoming, type Event, type Queue, type ReviewLabel } from "../src/pages/review/queue.ts";
import { counted, speed, tallied, uncounted, type Tally } from "../src/pages/review/tally.ts";

const item = (id: string, labelProposedBy = "rules"): ReviewLabel => ({
  id,
  imageId: "image",
  receiptId: 1,
  lineId: 1,
  wordId: 1,
  label: "TAX",
  validationStatus: "PENDING",
  reasoning: null,
  labelProposedBy,
  validatedBy: null,
  validatedAt: null,
  deletedBy: null,
  word: null,
  receipt: null,
});
const after = (...events: Event[]): Queue => events.reduce(step, EMPTY);
const loaded = (...ids: string[]): Event => ({ kind: "loaded", items: ids.map((id) => item(id)), next: "more" });
const shown = (queue: Queue) => current(queue, "")?.id ?? null;

test("a judgement goes on to the next label at once, and the progress counts it", () => {
  const queue = after(loaded("a", "b", "c"), { kind: "judged", id: "a", status: "VALID" });
  assert.equal(shown(queue), "b");
  assert.equal(progressOf(queue, ""), "2 of 3+");
  assert.deepEqual(upcoming(queue, "").map(({ id }) => id), ["c"]);
});

test("a refused judgement comes back into sight, even if others were judged meanwhile", () => {
  const queue = after(
    loaded("a", "b", "c"),
    { kind: "judged", id: "a", status: "VALID" },
    { kind: "judged", id: "b", status: "VALID" },
    { kind: "returned", id: "a", status: "PENDING" },
  );
  assert.equal(shown(queue), "a");
  assert.equal(shown(step(queue, { kind: "judged", id: "a", status: "INVALID" })), "c");
});

test("what others settle disappears, what is behind one stays, and one's own news change nothing", () => {
  const told = (id: string): Event => ({ kind: "told", labels: [{ ...item(id), validationStatus: "VALID" }] });
  const queue = after(loaded("a", "b", "c"), told("b"), { kind: "moved", by: 1, proposer: "" }, told("a"));
  assert.deepEqual(queue.items.map(({ id }) => id), ["a", "c"]);
  assert.equal(shown(queue), "c");
  const undone = after(loaded("a", "b"), { kind: "judged", id: "a", status: "VALID" }, { kind: "returned", id: "a", status: "PENDING" }, told("a"));
  assert.equal(shown(undone), "a");
});

test("one can skip and go back, within the labels of one proposer", () => {
  const items = [item("a"), item("b", "gpt"), item("c")];
  const queue = after({ kind: "loaded", items, next: null });
  assert.deepEqual(proposersOf(queue), ["gpt", "rules"]);
  const skipped = step(queue, { kind: "moved", by: 1, proposer: "rules" });
  assert.equal(current(skipped, "rules")?.id, "c");
  assert.equal(progressOf(skipped, "rules"), "2 of 2");
  assert.equal(current(step(skipped, { kind: "moved", by: -1, proposer: "rules" }), "rules")?.id, "a");
  const over = step(skipped, { kind: "moved", by: 1, proposer: "rules" });
  assert.equal(current(over, "rules"), null);
});

test("a page that brings what is known already adds nothing twice", () => {
  assert.equal(after(loaded("a", "b"), loaded("b", "c")).items.length, 3);
});

test("a list read before a judgement was stored does not bring the judged label back, unless that is undone", () => {
  const judged: Event = { kind: "judged", id: "a", status: "VALID" };
  const again: Event = { kind: "began", status: "PENDING" };
  for (const events of [[loaded("a", "b"), judged, again], [loaded("a", "b"), again, judged]]) {
    const queue = after(...events, loaded("a", "b", "c"));
    assert.equal(shown(queue), "b");
    assert.equal(progressOf(queue, ""), "2 of 3+");
    const undone: Event = { kind: "returned", id: "a", status: "PENDING" };
    assert.equal(shown(step(queue, undone)), "a");
    assert.equal(shown(after(...events, undone, loaded("a", "b", "c"))), "a");
  }
  assert.equal(shown(after(judged, { kind: "began", status: "VALID" }, loaded("a", "b"))), "a");
});

test("the tally counts each label once, and the speed is from the first to the last", () => {
  let tally: Tally = new Map();
  for (let second = 0; second < 5; second += 1) tally = counted(tally, `l${second}`, second ? "VALID" : "INVALID", second * 1000);
  assert.equal(tallied(tally), "5 judged: 4 ✓ 1 ✗");
  assert.equal(speed(tally), 60);
  assert.equal(tallied(uncounted(tally, "l0")), "4 judged: 4 ✓");
  assert.equal(speed(new Map()), null);
});
