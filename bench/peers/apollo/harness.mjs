// What the Node program of the comparison runs in: the counterpart of harness.py, with the same commands and answers.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { performance } from "node:perf_hooks";
import { Readable } from "node:stream";

const before = process.cpuUsage();
const { makePeer } = await import("./server.mjs");
const imported = seconds(process.cpuUsage(before));

/** Sends requests to the engine and notes its answers, or gives those answers again. */
class Replay {
  answers = new Map();
  exchanges = [];
  times = [];
  isRecording = true;
  delay = 0;
  metadata = { handlerProtocol: "http/1.1" };

  async handle(request) {
    const asked = `${request.headers["x-amz-target"]}\n${Buffer.from(request.body).toString()}`;
    if (this.isRecording) return { response: await this.record(request, asked) };
    const began = performance.now();
    if (!this.answers.has(asked)) throw new Error(`not recorded: ${asked}`);
    const { headers, body } = this.answers.get(asked);
    if (this.delay) await new Promise((done) => setTimeout(done, this.delay * 1000));
    this.times.push([began, performance.now()]);
    return { response: { statusCode: 200, headers, body: Readable.from([body]) } };
  }

  async record(request, asked) {
    const { host, "content-length": _, ...sent } = request.headers;
    const answer = await fetch(setting.endpoint, { method: "POST", headers: sent, body: request.body });
    const body = Buffer.from(await answer.arrayBuffer());
    const headers = Object.fromEntries(answer.headers);
    this.answers.set(asked, { headers, body });
    this.exchanges.push({ operation: request.headers["x-amz-target"].split(".").pop(), sent: Buffer.from(request.body), body });
    return { statusCode: answer.status, headers, body: Readable.from([body]) };
  }
}

function seconds({ user, system }) {
  return (user + system) / 1e6;
}

function resident(name) {
  const line = readFileSync("/proc/self/status", "utf8").split("\n").find((each) => each.startsWith(`${name}:`));
  return Number(line.split(/\s+/)[1]) / 1024;
}

/** How many of these went one after the other, at most. */
function longestChain(times) {
  let steps = 0;
  let until = -Infinity;
  for (const [began, ended] of [...times].sort((one, other) => one[1] - other[1])) {
    if (began >= until) [steps, until] = [steps + 1, ended];
  }
  return steps;
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const setting = JSON.parse((await lines.next()).value);
const replay = new Replay();
const peer = makePeer(setting.endpoint, setting.tables, replay, { projects: !process.argv.includes("--whole-items") });
let event;

const commands = {
  async record({ question }) {
    Object.assign(replay, { answers: new Map(), exchanges: [], isRecording: true });
    event = JSON.stringify({ query: question.query, variables: question.variables });
    const answer = await peer(event);
    const operations = {};
    for (const { operation } of replay.exchanges) operations[operation] = (operations[operation] ?? 0) + 1;
    const units = replay.exchanges.map(({ body }) => JSON.parse(body).ConsumedCapacity.CapacityUnits);
    const work = {
      calls: 1,
      requests: replay.exchanges.length,
      read_units: units.reduce((sum, each) => sum + each, 0),
      write_units: 0,
      received_bytes: replay.exchanges.reduce((sum, { body }) => sum + body.length, 0),
      sent_bytes: replay.exchanges.reduce((sum, { sent }) => sum + sent.length, 0),
      event_bytes: Buffer.byteLength(event),
      answer_bytes: Buffer.byteLength(answer),
      operations,
    };
    return { data: JSON.parse(answer).data, work };
  },
  async run({ delay = 0 }) {
    Object.assign(replay, { isRecording: false, delay, times: [] });
    const [cpu, wall] = [process.cpuUsage(), performance.now()];
    await peer(event);
    return {
      cpu: seconds(process.cpuUsage(cpu)),
      wall: (performance.now() - wall) / 1000,
      steps: longestChain(replay.times),
    };
  },
  async memory() {
    return { peak: resident("VmHWM"), now: resident("VmRSS") };
  },
};

function say(answer) {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

say({ import_cpu: imported, idle: resident("VmRSS") });
for await (const line of lines) {
  const { do: name, ...rest } = JSON.parse(line);
  say(await commands[name](rest));
}
