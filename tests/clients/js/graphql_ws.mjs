// graphql-ws alone: subscriptions, and queries and mutations over the same socket.
import { createClient } from "graphql-ws";
import WebSocket from "ws";
import { JOB, TELL, UNKNOWN, WATCH, failure, hear, jobId, report, settings } from "./task.mjs";

/** A client that notes how its connection was closed. */
function connect(connectionParams, url = settings.realtimeUrl) {
  const closed = [];
  const on = { closed: ({ code, reason }) => closed.push({ code, reason }) };
  return { closed, client: createClient({ url, connectionParams, webSocketImpl: WebSocket, retryAttempts: 1, on }) };
}

const viewer = connect({ "x-api-key": settings.apiKey }).client;
const editor = connect({ authorization: settings.token }, settings.url.replace("http", "ws")).client;

/** The only answer to a query or a mutation. */
function answer(client, query, variables) {
  return new Promise((resolve, reject) => {
    let found = null;
    client.subscribe({ query, variables }, {
      next: (value) => (found = value),
      error: reject,
      complete: () => resolve(found),
    });
  });
}

const watching = (client) => (next, fail) =>
  client.subscribe({ query: WATCH, variables: { jobId } }, {
    next: ({ data, errors }) => (errors ? fail(errors) : next(data.onJobStatus)),
    error: fail,
    complete: () => {},
  });

async function tell(input) {
  const { errors } = await answer(editor, TELL, { input });
  if (errors) throw new Error(JSON.stringify(errors));
}

/** Something that the schema lacks, watched. */
const refusal = () => answer(viewer, "subscription { onWhiskers { id } }", {});

const job = (await answer(viewer, JOB, { jobId })).data.job;
const heard = { key: await hear({ subscribe: watching(viewer), tell }) };
heard.token = await hear({ subscribe: watching(editor), tell });
const unknown = (await answer(editor, TELL, UNKNOWN)).errors;
const wrong = (await failure(refusal())).map((error) => error.message);
const stranger = connect({ "x-api-key": "da2-wrong" });
await failure(answer(stranger.client, JOB, { jobId }));
report({ job, heard, unknown, wrong, stranger: stranger.closed });
