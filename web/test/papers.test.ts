import assert from "node:assert/strict";
import { test } from "node:test";
import { batchesOf, countsOf } from "../src/cats/counts.ts";
import { hear, heard, shareRead, upToDate, type News } from "../src/documents/news.ts";
import { linesIn } from "../src/pages/batch/CatDetails.tsx";
import { shapeOf } from "../src/pages/document/boxes.ts";
import { csvOf } from "../src/pages/document/csv.ts";
import { momentsOf } from "../src/pages/document/life.ts";

const row = {
  __typename: "TextractJob" as const,
  id: "1",
  jobId: "d",
  clientId: null,
  documentKey: null,
  fileName: "a.pdf",
  status: "SUBMITTED" as const,
  submittedAt: "2026-11-17T10:00:00Z",
  completedAt: null,
  updatedAt: "2026-11-17T10:00:01.123456Z",
  error: null,
  totalPages: null,
  pagesProcessed: null,
  attempt: 1,
};
const news = (status: News["status"], timestamp: string, type: News["type"] = "PROCESSING_STARTED", pagesProcessed: number | null = null): News => ({
  jobId: "d",
  type,
  category: "STATUS_UPDATE",
  status,
  message: `It is ${status}`,
  progress: null,
  timestamp,
  details: { pagesProcessed, totalPages: 4, error: null },
});

test("a document is shown as of the latest news, unless what was asked is newer", () => {
  hear([news("PROCESSING", "2026-11-17T10:00:02Z", "PAGE_PROCESSED", 1)]);
  const now = upToDate(row, heard.read());
  assert.deepEqual([now.status, now.pagesProcessed, shareRead(now)], ["PROCESSING", 1, 25]);
  assert.equal(upToDate({ ...row, status: "COMPLETED", updatedAt: "2026-11-17T10:00:03Z" }, heard.read()).status, "COMPLETED");
});

test("the same news heard by two pages is kept once", () => {
  hear([news("PROCESSING", "2026-11-17T10:00:02Z", "PAGE_PROCESSED", 1)]);
  assert.equal(heard.read().get("d")?.length, 1);
});

test("a life begins with what is stored, and goes on with what was heard", () => {
  const told = [news("PROCESSING", "2026-11-17T10:00:02Z"), news("COMPLETED", "2026-11-17T10:00:09Z", "PROCESSING_COMPLETED")];
  assert.deepEqual(momentsOf({ ...row, status: "COMPLETED", completedAt: "2026-11-17T10:00:09Z" }, told).map(({ name }) => name), ["created", "processing", "completed"]);
  assert.deepEqual(momentsOf({ ...row, status: "FAILED", error: "too dark" }, []).map(({ name, message }) => [name, message]), [["created", "The document was created"], ["failed", "too dark"]]);
});

test("a table as CSV quotes what needs it, and no cell becomes a formula", () => {
  assert.equal(csvOf([["a", 'say "b"', "1,5"], ["=1+1", "-4.50", "-x"]]), 'a,"say ""b""","1,5"\r\n\'=1+1,-4.50,\'-x\r\n');
});

test("letters tell whether a sheet stands or lies", () => {
  const line = (width: number, height: number) => ({ text: "Invoice number", confidence: null, boundingBox: { x: 0, y: 0, width, height } });
  assert.deepEqual(shapeOf([line(0.118, 0.0119)]), { width: 707, height: 1000 });
  assert.deepEqual(shapeOf([line(0.083, 0.0168)]), { width: 1000, height: 707 });
  assert.deepEqual(shapeOf([]), { width: 707, height: 1000 });
});

test("every picture is counted once, by batch in the order given", () => {
  const image = (batchId: string, status: "SUCCESS" | "FAIL" | "PENDING", isCat: boolean | null, uploadedAt: string | null = null) => ({ batchId, status, isCat, uploadedAt });
  const images = [image("2", "SUCCESS", true, "b"), image("2", "SUCCESS", false, "a"), image("1", "FAIL", null), image("2", "PENDING", null, "c"), image("1", "FAIL", true)];
  assert.deepEqual(countsOf(images), { cats: 1, others: 1, failed: 2, pending: 1 });
  assert.deepEqual(batchesOf(images).map(({ batchId, total, begun }) => [batchId, total, begun]), [["2", 3, "a"], ["1", 2, null]]);
});

test("a log is a list of lines, or shown as it is", () => {
  assert.deepEqual([linesIn('["a", {"b": 1}]'), linesIn("plain")], [["a", '{"b":1}'], ["plain"]]);
});
