import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, faultOf, PAPERS, PICTURES, prepared } from "../src/uploads/files.ts";
import { Uploads } from "../src/uploads/Uploads.ts";

const target = { url: "http://storage", method: "PUT", headers: [] };
const file = (name: string, text = name, type = "image/png") => new File([text], name, { type });
const settled = () => new Promise((done) => setTimeout(done));

test("a file is left out with the reason: another kind, empty, too large, sent twice", async () => {
  const [ready, left] = await prepared([file("a.png"), file("notes.txt", "x", "text/plain"), file("none.png", ""), file("b.png", "a.png")], PICTURES);
  assert.deepEqual(ready.map(({ file: { name }, contentType }) => [name, contentType]), [["a.png", "image/png"]]);
  assert.equal(ready[0]!.sha256.length, 64);
  assert.deepEqual(left, [
    { name: "notes.txt", reason: "only JPEG or PNG can be read" },
    { name: "none.png", reason: "it is empty" },
    { name: "b.png", reason: "it is the same file as a.png" },
  ]);
  assert.equal(faultOf({ size: 11 * 1024 * 1024 }, "image/png", PAPERS), "it has 11 MB, and 10 MB is the most");
  assert.equal(faultOf({ size: 11 * 1024 * 1024 }, "application/pdf", PAPERS), "");
});

test("a file without a type is known by its ending, and a folder cannot be read", async () => {
  const folder = Object.assign(file("trip", "x", "image/png"), { arrayBuffer: () => Promise.reject(new Error("NotReadableError")) });
  const [ready, left] = await prepared([file("SCAN.PDF", "x", ""), folder], PAPERS);
  assert.equal(ready[0]!.contentType, "application/pdf");
  assert.match(left[0]!.reason, /folders cannot be sent/);
});

test("sizes are said as people say them", () => {
  assert.deepEqual([0, 999, 2400, 1.25 * 1024 * 1024].map(bytes), ["0 byte", "999 byte", "2.3 kB", "1.3 MB"]);
});

test("four files are sent at a time, and the next when one has ended", async () => {
  const ends: (() => void)[] = [];
  const uploads = new Uploads((_, __, onShare) => new Promise((done) => ends.push(() => (onShare(0.5), done(null)))));
  for (let number = 0; number < 6; number += 1) uploads.add(`${number}`, file(`${number}`), target);
  assert.equal(ends.length, 4);
  ends[0]!();
  await settled();
  assert.equal(ends.length, 5);
  assert.deepEqual([uploads.all.read().get("0")?.isSent, uploads.all.read().get("1")?.isSent], [true, false]);
});

test("what failed says why and can be sent again; what is known already is not sent", async () => {
  const answers: (string | null)[] = ["The storage does not answer.", null];
  let sent = 0;
  const uploads = new Uploads(() => ((sent += 1), Promise.resolve(answers.shift()!)));
  uploads.add("known", file("known"), null);
  uploads.add("a", file("a"), target);
  await settled();
  assert.deepEqual([uploads.all.read().get("known")?.isSent, uploads.all.read().get("a")?.fault, sent], [true, "The storage does not answer.", 1]);
  uploads.again("a");
  uploads.again("known");
  await settled();
  assert.deepEqual([uploads.all.read().get("a")?.isSent, uploads.all.read().get("a")?.fault, sent], [true, null, 2]);
});
