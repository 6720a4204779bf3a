import assert from "node:assert/strict";
import { test } from "node:test";
import { ApolloLink, gql } from "@apollo/client";
import { Subject, type Observable } from "rxjs";
import { notOvertaken } from "../src/api/overtaken.ts";

const READ = gql`query Status { status }`;
const CHANGE = gql`mutation Cancel { status }`;

/** A link whose other side is the test: every request waits until it is answered. */
function asked() {
  const waiting: Subject<ApolloLink.Result>[] = [];
  const end = new ApolloLink(() => {
    const answer = new Subject<ApolloLink.Result>();
    waiting.push(answer);
    return answer as Observable<ApolloLink.Result>;
  });
  const link = ApolloLink.from([notOvertaken(), end]);
  const said: unknown[] = [];
  const send = (query: typeof READ) =>
    ApolloLink.execute(link, { query }, { client: {} as never }).subscribe(({ data }) => said.push(data?.["status"]));
  const answer = (number: number, status: string) => {
    waiting[number]!.next({ data: { status } });
    waiting[number]!.complete();
  };
  return { waiting, said, send, answer };
}

test("a read that a change has overtaken is asked again, so that it cannot undo it on the screen", () => {
  const { waiting, said, send, answer } = asked();
  send(READ);
  send(CHANGE);
  answer(1, "CANCELLED");
  answer(0, "PENDING");
  assert.equal(waiting.length, 3);
  answer(2, "CANCELLED");
  assert.deepEqual(said, ["CANCELLED", "CANCELLED"]);
});

test("a read that is answered before the change, or asked after it, is asked once", () => {
  const { waiting, said, send, answer } = asked();
  send(READ);
  send(CHANGE);
  answer(0, "PENDING");
  answer(1, "CANCELLED");
  send(READ);
  answer(2, "CANCELLED");
  assert.equal(waiting.length, 3);
  assert.deepEqual(said, ["PENDING", "CANCELLED", "CANCELLED"]);
});

test("one change after the other keeps nobody waiting for ever", () => {
  const { waiting, said, send, answer } = asked();
  send(READ);
  for (let reads = 0; reads < 3; reads++) {
    const read = waiting.length - 1;
    send(CHANGE);
    answer(waiting.length - 1, `change ${reads}`);
    answer(read, `read ${reads}`);
  }
  assert.deepEqual(said, ["change 0", "change 1", "change 2", "read 2"]);
});
