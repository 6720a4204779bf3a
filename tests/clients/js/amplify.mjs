// Amplify: AppSync's own ways of proving who one is, and AppSync's own real-time protocol.
import { once } from "node:events";
import { Amplify } from "aws-amplify";
import { generateClient } from "aws-amplify/api";
import { decodeJWT } from "aws-amplify/auth";
import WebSocket from "ws";
import { JOB, JOBS, TELL, UNKNOWN, WATCH, allPages, failure, hear, jobId, report, settings } from "./task.mjs";

/**
 * Amplify speaks to `wss://` only, whatever its endpoint says; a server at home has no certificate.
 * Everything else is as Amplify wants it; what it offered in the place of headers is noted.
 */
const sockets = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(url, protocols) {
    super(String(url).replace("wss://127.0.0.1", "ws://127.0.0.1"), protocols);
    const header = protocols.find((each) => each.startsWith("header-")).slice("header-".length);
    sockets.push({ socket: this, headers: Object.keys(JSON.parse(Buffer.from(header, "base64url"))) });
  }
};

function configure(apiKey) {
  const GraphQL = { endpoint: settings.url, region: "us-east-1", defaultAuthMode: "apiKey", apiKey };
  const accessToken = decodeJWT(settings.token);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  Amplify.configure({ API: { GraphQL } }, {
    Auth: {
      tokenProvider: { getTokens: async () => ({ accessToken }) },
      credentialsProvider: {
        getCredentialsAndIdentityId: async () => ({ credentials }),
        clearCredentialsAndIdentityId: () => {},
      },
    },
  });
}

configure(settings.apiKey);
const client = generateClient();
const ask = async (query, variables, authMode = "apiKey") => (await client.graphql({ query, variables, authMode })).data;
const tell = (input) => ask(TELL, { input }, "userPool");

const watching = (authMode) => (next, fail) => {
  const messages = client.graphql({ query: WATCH, variables: { jobId }, authMode });
  const subscription = messages.subscribe({ next: ({ data }) => next(data.onJobStatus), error: fail });
  return () => subscription.unsubscribe();
};

/** Subscriptions share a connection, which ends a little after the last of them: the next one begins anew. */
async function closed() {
  const { socket } = sockets.at(-1);
  if (socket.readyState !== WebSocket.CLOSED) await once(socket, "close");
}

/** With which error a subscription ends that nobody may have. */
const ending = (authMode) => new Promise((resolve) => watching(authMode)(() => {}, resolve));

const jobs = {};
const heard = {};
for (const authMode of ["apiKey", "userPool", "iam"]) {
  jobs[authMode] = (await ask(JOB, { jobId }, authMode)).job;
  heard[authMode] = await hear({ subscribe: watching(authMode), tell });
  await closed();
}
const pages = await allPages((variables) => ask(JOBS, variables));
const unknown = await failure(ask(TELL, UNKNOWN, "userPool"));
const connections = sockets.map(({ headers }) => headers);
configure("da2-wrong");
const stranger = await failure(ask(JOB, { jobId }));
const unheard = await ending("apiKey");
report({ jobs, pages, heard, connections, unknown: unknown.errors, stranger: stranger.errors, unheard: unheard.errors });
