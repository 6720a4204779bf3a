// urql: fetch for queries and mutations, graphql-ws for subscriptions, and the cache that it comes with.
// That cache keeps whole answers and drops those that speak of a type which a mutation has changed.
import { createClient } from "graphql-ws";
import { Client, cacheExchange, fetchExchange, subscriptionExchange } from "urql";
import WebSocket from "ws";
import { JOB, JOBS, TELL, UNKNOWN, WATCH, allPages, entry, failure, hear, jobId, report, settings } from "./task.mjs";

let requests = 0;
const socket = createClient({
  url: settings.realtimeUrl,
  connectionParams: { "x-api-key": settings.apiKey },
  webSocketImpl: WebSocket,
});
const forwardSubscription = ({ query, variables }) => ({
  subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
});

function connect(headers) {
  return new Client({
    url: settings.url,
    preferGetMethod: false,
    exchanges: [cacheExchange, fetchExchange, subscriptionExchange({ forwardSubscription })],
    fetchOptions: { headers },
    fetch: (...request) => {
      requests++;
      return fetch(...request);
    },
  });
}

const client = connect({ "x-api-key": settings.apiKey });
const editor = { fetchOptions: { headers: { authorization: settings.token } } };

async function data(result) {
  const { data: found, error } = await result;
  if (error) throw error;
  return found;
}
const ask = (query, variables) => data(client.query(query, variables).toPromise());
const tell = (input) => data(client.mutation(TELL, { input }, editor).toPromise());

/** How many requests something takes, and what comes of it. */
async function counted(asking) {
  const before = requests;
  const found = await asking();
  return { status: found.job.status, requests: requests - before };
}

async function cached() {
  const before = await counted(() => ask(JOB, { jobId }));
  await tell(entry(jobId));
  const after = await counted(() => ask(JOB, { jobId }));
  const again = await counted(() => ask(JOB, { jobId }));
  return { before, after, again };
}

function subscribe(next, fail) {
  const results = client.subscription(WATCH, { jobId });
  return results.subscribe(({ data: found, error }) => (error ? fail(error) : next(found.onJobStatus))).unsubscribe;
}

const { job } = await ask(JOB, { jobId });
const pages = await allPages((variables) => ask(JOBS, variables));
const cache = await cached();
const heard = await hear({ subscribe, tell });
const unknown = await failure(data(client.mutation(TELL, UNKNOWN, editor).toPromise()));
const stranger = await failure(data(connect({ "x-api-key": "da2-wrong" }).query(JOB, { jobId }).toPromise()));
report({
  job,
  pages,
  heard,
  cache,
  unknown: unknown.graphQLErrors.map((error) => error.originalError),
  stranger: { status: stranger.response.status, errors: stranger.graphQLErrors },
});
