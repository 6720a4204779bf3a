import { Kind, parse } from "graphql";
import { subscribeToAppSync } from "./appsync.js";
import { errorsOf, fetchFrom } from "./failures.js";
import { subscribeOverTransportWs } from "./transport_ws.js";

const INTROSPECTION = "IntrospectionQuery";

/** What GraphiQL calls for every operation: HTTP, or a WebSocket for subscriptions. It never throws. */
export function createFetcher(config, identity, live) {
  return async (asked, options = {}) => {
    const caller = identity.current();
    const operations = operationsOf(asked.query);
    const request = { ...asked, operationName: nameAmong(operations, asked.operationName) };
    const headersOf = async (how) => ({ ...(await caller.headers(how)), ...options.headers });
    if (isSubscription(operations, request)) {
      const subscribe = config.protocol === "appsync" ? subscribeToAppSync : subscribeOverTransportWs;
      return live.watch(async (observer, how) => subscribe(config, request, await headersOf(how), observer));
    }
    if (request.operationName !== INTROSPECTION) live.forget();
    try {
      return await answerTo(request, config.endpoint, caller, headersOf);
    } catch (fault) {
      return { errors: errorsOf(fault) };
    }
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

async function answerTo(request, endpoint, caller, headersOf) {
  const answer = await post(endpoint, request, await headersOf());
  if (answer.status !== 401 || !caller.isRenewable) return bodyOf(answer);
  // A server that was started anew with other data does not know the tokens of the former one.
  return bodyOf(await post(endpoint, request, await headersOf({ isFresh: true })));
}

function post(endpoint, request, headers) {
  return fetchFrom(endpoint, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", ...headers },
    body: JSON.stringify(request),
  });
}

/** An error response has a JSON body of the same form. */
async function bodyOf(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    const status = `${answer.status} ${answer.statusText}`.trim();
    throw new Error(`The server answered ${status} instead of GraphQL${/^[^<>{}]{1,200}$/.test(text) ? `: ${text}` : "."}`);
  }
}
