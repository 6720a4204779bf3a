import { Kind, parse } from "graphql";
import { createClient } from "graphql-ws";
import { subscribeToAppSync } from "./appsync.js";

/** What GraphiQL calls for every operation: HTTP, or a WebSocket for subscriptions. */
export function createFetcher(config, identity, live) {
  return async (asked, options = {}) => {
    const headers = { ...(await identity.headers()), ...options.headers };
    const operations = operationsOf(asked.query);
    const request = { ...asked, operationName: nameAmong(operations, asked.operationName) };
    if (!isSubscription(operations, request)) return post(config.endpoint, request, headers);
    const subscribe = config.protocol === "appsync" ? subscribeToAppSync : subscribeOverTransportWs;
    return live.watched((observer) => subscribe(config, request, headers, observer));
  };
}

function operationsOf(query) {
  try {
    return parse(query).definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  } catch {
    return []; // the server reports syntax errors best
  }
}

/** Right after a change of tabs, GraphiQL may still send the operation name of the previous tab. */
function nameAmong(operations, name) {
  const names = operations.map((each) => each.name?.value);
  return names.length === 1 && !names.includes(name) ? names[0] : name;
}

function isSubscription(operations, { operationName }) {
  const chosen = operations.find((each) => each.name?.value === operationName) ?? operations[0];
  return chosen?.operation === "subscription";
}

/** An error response has a JSON body of the same form. */
async function post(endpoint, request, headers) {
  const answer = await fetch(endpoint, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...headers },
    body: JSON.stringify(request),
  });
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return { errors: [{ message: `${answer.status} ${answer.statusText}: ${text.slice(0, 1000)}` }] };
  }
}

function subscribeOverTransportWs(config, request, headers, observer) {
  const client = createClient({
    url: config.realtime,
    connectionParams: headers,
    retryAttempts: 0,
    on: { connected: observer.open },
  });
  const stop = client.subscribe(request, { ...observer, error: (fault) => observer.error(told(fault)) });
  return () => {
    stop();
    client.dispose();
  };
}

/** A closed socket is reported as an event, not as an error. */
function told(fault) {
  if (fault instanceof CloseEvent) return new Error(`The connection was closed: ${fault.code} ${fault.reason}`);
  return fault instanceof Event ? new Error("The connection failed. Check that the server is running, and try again.") : fault;
}
