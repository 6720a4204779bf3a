import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import type { Identity } from "../src/api/identity.ts";
import { Observable } from "../src/api/observable.ts";
import { Realtime } from "../src/api/realtime.ts";

/** A socket whose other side is the test. */
class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 1;
  sent: { id?: string; type: string; payload?: { data: string } }[] = [];
  onopen?: () => void;
  onclose?: () => void;
  onmessage?: (event: { data: string }) => void;

  constructor() {
    FakeSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as FakeSocket["sent"][number]);
  }

  close() {
    this.readyState = 3;
  }

  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Accept the connection and all subscriptions that are asked for. */
  accept() {
    this.onopen?.();
    this.say({ type: "connection_ack", payload: { connectionTimeoutMs: 300_000 } });
    for (const { id } of this.started()) this.say({ type: "start_ack", id });
  }

  started() {
    return this.sent.filter(({ type }) => type === "start");
  }
}

const chosen = new Observable("apiKey");
const identity = { chosen, headers: async () => ({ "x-api-key": chosen.read() }) } as unknown as Identity;
const config = { endpoint: "http://here/graphql", realtime: "ws://here/graphql/realtime", apiKey: "da2-some", tokenUrl: null, signIn: null };

async function socket(number: number): Promise<FakeSocket> {
  while (FakeSocket.all.length <= number) await wait(5);
  return FakeSocket.all[number]!;
}

function watch(realtime: Realtime, said: string[], name = "s") {
  return realtime.subscribe(
    { query: "subscription { a }", variables: {} },
    {
      open: (isAgain) => said.push(`${name} ${isAgain ? "again" : "open"}`),
      next: ({ data }) => said.push(`${name} ${JSON.stringify(data)}`),
      error: (fault) => said.push(`${name} refused ${(fault as { message: string }).message}`),
    },
  );
}

beforeEach(() => {
  FakeSocket.all = [];
  globalThis.WebSocket = FakeSocket as never;
});

test("all subscriptions share one socket, and each gets its own messages", async () => {
  const said: string[] = [];
  const realtime = new Realtime(config, identity);
  const stops = [watch(realtime, said, "a"), watch(realtime, said, "b")];
  const first = await socket(0);
  first.accept();
  assert.equal(realtime.phase.read(), "live");
  first.say({ type: "data", id: first.started()[1]!.id, payload: { data: 1 } });
  assert.deepEqual(said, ["a open", "b open", "b 1"]);
  assert.equal(FakeSocket.all.length, 1);
  stops.forEach((stop) => stop());
  assert.deepEqual(first.sent.slice(-2).map(({ type }) => type), ["stop", "stop"]);
  chosen.set("apiKey");
});

test("a lost connection is opened again, and each subscription learns that there was a gap", async () => {
  const said: string[] = [];
  const realtime = new Realtime(config, identity);
  const stop = watch(realtime, said);
  (await socket(0)).accept();
  FakeSocket.all[0]!.onclose?.();
  assert.equal(realtime.phase.read(), "reconnecting");
  FakeSocket.all[0]!.say({ type: "data", id: FakeSocket.all[0]!.started()[0]!.id, payload: { data: "late" } });
  (await socket(1)).accept();
  assert.deepEqual(said, ["s open", "s again"]);
  stop();
});

test("after a gap each is told once all listen again, so that what is asked then misses nothing of any", async () => {
  const said: string[] = [];
  const realtime = new Realtime(config, identity);
  const stops = [watch(realtime, said, "a"), watch(realtime, said, "b"), watch(realtime, said, "c")];
  (await socket(0)).accept();
  FakeSocket.all[0]!.onclose?.();
  const second = await socket(1);
  second.onopen?.();
  second.say({ type: "connection_ack", payload: { connectionTimeoutMs: 300_000 } });
  const [a, b, c] = second.started().map(({ id }) => id);
  said.length = 0;
  second.say({ type: "start_ack", id: a });
  second.say({ type: "start_ack", id: b });
  assert.deepEqual(said, []);
  second.say({ type: "error", id: c, payload: { errors: [{ message: "no" }] } });
  assert.deepEqual(said, ["c refused no", "a again", "b again"]);
  stops.forEach((stop) => stop());
});

test("a refused subscription ends alone, and another person connects anew", async () => {
  const said: string[] = [];
  const realtime = new Realtime(config, identity);
  const stops = [watch(realtime, said, "a"), watch(realtime, said, "b")];
  const first = await socket(0);
  first.accept();
  first.say({ type: "error", id: first.started()[0]!.id, payload: { errors: [{ message: "no" }] } });
  chosen.set("editor");
  const second = await socket(1);
  second.accept();
  assert.equal(second.started().length, 1);
  assert.deepEqual(said, ["a open", "b open", "a refused no", "b again"]);
  stops.forEach((stop) => stop());
});

test("a connection that is given up before it stands is closed once it does: earlier, browsers complain", async () => {
  chosen.set("apiKey");
  const stop = watch(new Realtime(config, identity), []);
  const first = await socket(0);
  first.readyState = FakeSocket.CONNECTING;
  chosen.set("viewer");
  assert.equal(first.readyState, FakeSocket.CONNECTING);
  first.onopen?.();
  assert.equal(first.readyState, 3);
  stop();
});
