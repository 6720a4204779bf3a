import { ApolloClient, ApolloLink, HttpLink } from "@apollo/client";
import { SetContextLink } from "@apollo/client/link/context";
import { print } from "graphql";
import { map, tap } from "rxjs";
import { createCache } from "./cache.ts";
import type { Config } from "./config.ts";
import type { Identity } from "./identity.ts";
import { inlined } from "./inline.ts";
import { notOvertaken } from "./overtaken.ts";
import type { Cost, Priced, Prices } from "./prices.ts";
import { ServerState } from "./server.ts";

export interface Connection {
  client: ApolloClient;
  server: ServerState;
}

/** The API over HTTP: who asks is added to every request, and what it cost is told to the page's foot. */
export function connect(config: Config, identity: Identity, prices: Prices): Connection {
  const fetchAsUser: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 401 || !init) return response;
    // A server that was started anew with other data does not know the tokens of the former one.
    return fetch(input, { ...init, headers: { ...(init.headers as object), ...(await identity.headers({ isFresh: true })) } });
  };
  const http = new HttpLink({ uri: config.endpoint, fetch: fetchAsUser, includeExtensions: false });
  const named = new SetContextLink(async ({ headers }) => ({
    headers: { ...(headers as object), ...(await identity.headers()) },
  }));
  const client = new ApolloClient({
    cache: createCache(),
    // What is asked after a gap must not be answered by what was asked before it.
    queryDeduplication: false,
    link: ApolloLink.from([withoutFragments, notOvertaken(), priced(prices), watched(() => server), named, http]),
  });
  const server = new ServerState(async () => {
    const body = JSON.stringify({ query: "{ __typename }" });
    await fetch(config.endpoint, { method: "POST", headers: { "content-type": "application/json", ...(await identity.headers()) }, body });
  });
  return { client, server };
}

const withoutFragments = new ApolloLink((operation, forward) => {
  operation.query = inlined(operation.query);
  return forward(operation);
});

/** Tells whether the server answers at all: an answer that says no is one. */
function watched(server: () => ServerState): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap({
        next: () => server().reached(),
        error: (fault: unknown) => (fault instanceof TypeError ? server().unreachable() : server().reached()),
      }),
    ),
  );
}

function priced(prices: Prices): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const began = performance.now();
    const place = pageInSight();
    return forward(operation).pipe(
      map((result) => {
        if (operation.operationType !== "subscription") {
          const cost = (result.extensions?.["tessera"] as Cost | undefined) ?? null;
          const asked: Priced = {
            name: operation.operationName ?? "",
            kind: operation.operationType,
            query: print(operation.query),
            variables: operation.variables,
            milliseconds: performance.now() - began,
            cost,
          };
          if (place === pageInSight()) prices.add(asked); // what a former page asked is not this one's price
        }
        return result;
      }),
    );
  });
}

function pageInSight(): string | undefined {
  return location.hash.split("?", 1)[0];
}
