import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, print } from "graphql";
import { inlined } from "../src/api/inline.ts";

test("fragments are written out where they are used, those within fragments too", () => {
  const written = print(
    inlined(
      parse(`
        query Jobs { jobs { nodes { ...Row } } }
        fragment Row on Job { jobId latestStatus { ...Status @include(if: true) } }
        fragment Status on JobStatus { status }
      `),
    ),
  );
  assert.equal(
    written.replace(/\s+/g, " "),
    "query Jobs { jobs { nodes { ... on Job { jobId latestStatus { ... on JobStatus @include(if: true) { status } } } } } }",
  );
});

test("the same document is written out once", () => {
  const document = parse("{ imageCount }");
  assert.equal(inlined(document), inlined(document));
});
