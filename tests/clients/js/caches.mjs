// Normalised caches, with something on screen while messages come in: is any of it lost, and is it right in the end?
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "graphql-ws";
import WebSocket from "ws";
import { apollo } from "./cache_apollo.mjs";
import { relayStore } from "./cache_relay.mjs";
import { urql } from "./cache_urql.mjs";
import { report, settings } from "./task.mjs";

globalThis.WebSocket ??= WebSocket; // Node 20 has none

const MOST_PAUSES = 600;
const { screen, subscriptions, changes } = settings;

const connect = () =>
  createClient({
    url: settings.realtimeUrl,
    connectionParams: { "x-api-key": settings.apiKey },
    webSocketImpl: WebSocket,
    lazy: false,
  });

/** The paths of all values that are there; a list is known by its places. */
function* values(value, path = "") {
  if (value === null || value === undefined) return;
  if (typeof value !== "object") yield path;
  else for (const [name, each] of Object.entries(value)) yield* values(each, `${path}/${name}`);
}

const matches = (message, wanted) => Object.entries(wanted).every(([name, value]) => message[name] === value);

/** One cache, with what was on its screen and what was lost from it. */
async function watched(name, client) {
  const seen = { name, lost: [], heard: {}, waiting: new Set(subscriptions.map((each) => each.field)) };
  await client.load(screen);
  let shown = [...values(client.read(screen))];
  seen.first = shown.length;
  const fail = (error) => seen.lost.push(String(error?.message ?? JSON.stringify(error)));
  for (const each of subscriptions) {
    client.listen(
      each,
      (data) => {
        const message = data[each.field];
        (seen.heard[each.field] ??= []).push(message);
        if (matches(message, each.last)) seen.waiting.delete(each.field);
        const now = new Set(values(client.read(screen)));
        seen.lost.push(...shown.filter((path) => !now.has(path)).map((path) => `${each.field}: ${path}`));
        shown = [...now];
      },
      fail,
    );
  }
  return { seen, client };
}

async function change({ query, variables }) {
  const headers = { "content-type": "application/json", authorization: settings.token };
  const body = JSON.stringify({ query, variables });
  const answer = await (await fetch(settings.url, { method: "POST", headers, body })).json();
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
}

const names = [screen, ...subscriptions].map((each) => each.relayName);
const caches = [
  await watched("apollo", apollo({ settings, socket: connect() })),
  await watched("urql", urql({ settings, socket: connect() })),
  await watched("relay", await relayStore({ settings, socket: connect(), names })),
];
await sleep(1_500); // few clients say when a subscription has begun
for (const each of changes) await change(each);
for (let pause = 0; pause < MOST_PAUSES && caches.some(({ seen }) => seen.waiting.size); pause++) await sleep(100);
const body = JSON.stringify({ query: screen.query, variables: screen.variables });
const headers = { "content-type": "application/json", "x-api-key": settings.apiKey };
const { data: fresh } = await (await fetch(settings.url, { method: "POST", headers, body })).json();
report({
  fresh,
  caches: caches.map(({ seen, client }) => ({
    ...seen,
    waiting: [...seen.waiting],
    screen: client.read(screen),
  })),
});
