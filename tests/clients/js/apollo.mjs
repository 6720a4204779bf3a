// Apollo Client: HTTP for queries and mutations, graphql-ws for subscriptions, one normalised cache for all.
import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, gql } from "@apollo/client";
import { GraphQLWsLink } from "@apollo/client/link/subscriptions";
import { OperationTypeNode } from "graphql";
import { createClient } from "graphql-ws";
import WebSocket from "ws";
import { JOB, JOBS, TELL, UNKNOWN, WATCH, allPages, entry, failure, hear, jobId, report, settings } from "./task.mjs";

globalThis.WebSocket ??= WebSocket; // Node 20 has none

let requests = 0;
const http = new HttpLink({
  uri: settings.url,
  fetch: (...request) => {
    requests++;
    return fetch(...request);
  },
});
const key = { headers: { "x-api-key": settings.apiKey } };
const editor = { headers: { authorization: settings.token } };
const socket = createClient({
  url: settings.realtimeUrl,
  connectionParams: { "x-api-key": settings.apiKey },
  webSocketImpl: WebSocket,
});
const client = new ApolloClient({
  cache: new InMemoryCache(),
  link: ApolloLink.split(
    ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
    new GraphQLWsLink(socket),
    http,
  ),
});

const ask = async (query, variables, options) =>
  (await client.query({ query: gql(query), variables, context: key, ...options })).data;
const tell = (input) => client.mutate({ mutation: gql(TELL), variables: { input }, context: editor });

/** The list knows what a mutation said of one of its jobs, and nobody asked the server again. */
async function cached() {
  const list = { createdBy: settings.createdBy, first: 5, after: null };
  const statusInList = async () => {
    const { jobs } = await ask(JOBS, list, { fetchPolicy: "cache-only" });
    return jobs.nodes.find((node) => node.jobId === jobId)?.status;
  };
  const before = await statusInList();
  await tell(entry(jobId));
  const asked = requests;
  const after = await statusInList();
  const again = await ask(JOB, { jobId });
  return { before, after, again: again.job.status, requests: requests - asked };
}

/** The objects that the cache holds, by the names it gives them. */
const cachedNames = () => Object.keys(client.cache.extract());

function subscribe(next, fail) {
  const messages = client.subscribe({ query: gql(WATCH), variables: { jobId } });
  const subscription = messages.subscribe({
    next: ({ data, error }) => (error ? fail(error) : next(data.onJobStatus)),
    error: fail,
  });
  return () => subscription.unsubscribe();
}

const { job } = await ask(JOB, { jobId });
const pages = await allPages((variables) => ask(JOBS, variables));
const cache = await cached();
const heard = await hear({ subscribe, tell });
const unknown = await failure(client.mutate({ mutation: gql(TELL), variables: UNKNOWN, context: editor }));
const stranger = await failure(
  ask(JOB, { jobId }, { context: { headers: { "x-api-key": "da2-wrong" } }, fetchPolicy: "network-only" }),
);
report({
  job,
  pages,
  heard,
  cache: { ...cache, names: cachedNames() },
  unknown: unknown.errors,
  stranger: { status: stranger.statusCode, body: JSON.parse(stranger.bodyText) },
});
