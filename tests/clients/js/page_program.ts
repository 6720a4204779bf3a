// Uses what docs/clients.md shows, with every client that it shows. It lies beside the files of that page.
import { gql } from "@apollo/client";
import { Amplify } from "aws-amplify";
import { decodeJWT } from "aws-amplify/auth";
import { commitMutation, fetchQuery, requestSubscription } from "relay-runtime";
import WebSocket from "ws";
import * as amplify from "./amplify";
import * as apollo from "./apollo";
import { type TesseraError, errorsOf, isConflict } from "./errors";
import * as relay from "./relay";
import Ask from "./src/__generated__/AskQuery.graphql";
import Change from "./src/__generated__/ChangeMutation.graphql";
import Listen from "./src/__generated__/ListenSubscription.graphql";
import * as urql from "./urql";
import { watch } from "./watch";
// @ts-ignore: plain JavaScript, shared with the other programs
import { JOB, TELL, UNKNOWN, WATCH, failure, hear, jobId, report, settings } from "./task.mjs";

interface Ways {
  ask(): Promise<any>;
  tell(input: object): Promise<any>;
  subscribe(next: (message: any) => void, fail: (reason: any) => void): () => void;
}

const sent: any[] = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(url: string, protocols: string[]) {
    super(String(url).replace("wss://127.0.0.1", "ws://127.0.0.1"), protocols); // Amplify wants a certificate
  }
  override send(message: any) {
    sent.push(JSON.parse(message));
    super.send(message);
  }
} as any;

const access = { url: settings.url, headers: { Authorization: settings.token } };
const stranger = { url: settings.url, headers: { "x-api-key": "da2-wrong" } };
const variables = { jobId };

function withApollo(): Ways {
  const client = apollo.connect(access);
  return {
    ask: async () => (await client.query<any>({ query: gql(JOB), variables })).data.job,
    tell: (input) => client.mutate({ mutation: gql(TELL), variables: { input } }),
    subscribe: (next, fail) => {
      const messages = client.subscribe<any>({ query: gql(WATCH), variables });
      const listening = messages.subscribe(({ data, error }) => (error ? fail(error) : next(data.onJobStatus)));
      return () => listening.unsubscribe();
    },
  };
}

function withUrql(): Ways {
  const client = urql.connect(access);
  const data = async (answer: Promise<any>) => {
    const { data: found, error } = await answer;
    if (error) throw error;
    return found;
  };
  return {
    ask: async () => (await data(client.query(JOB, variables).toPromise())).job,
    tell: (input) => data(client.mutation(TELL, { input }).toPromise()),
    subscribe: (next, fail) =>
      client.subscription(WATCH, variables).subscribe(({ data: found, error }) => (error ? fail(error) : next(found.onJobStatus)))
        .unsubscribe,
  };
}

function withRelay(): Ways {
  const environment = relay.connect(access);
  return {
    ask: async () => ((await fetchQuery(environment, Ask, variables).toPromise()) as any).job,
    tell: (input) =>
      new Promise((resolve, reject) => {
        const done = (answer: any, errors: any) => (errors?.length ? reject(errors) : resolve(answer));
        commitMutation(environment, { mutation: Change, variables: { input }, onCompleted: done, onError: reject });
      }),
    subscribe: (next, fail) => {
      const onNext = (answer: any) => next(answer.onJobStatus);
      return requestSubscription(environment, { subscription: Listen, variables, onNext, onError: fail }).dispose;
    },
  };
}

function withAmplify(): Ways {
  amplify.configure(settings.url, "us-east-1_local", "tessera-local");
  const [accessToken, idToken] = [decodeJWT(settings.accessToken), decodeJWT(settings.token)];
  Amplify.configure(Amplify.getConfig(), { Auth: { tokenProvider: { getTokens: async () => ({ accessToken, idToken }) } } });
  return {
    ask: async () => (await amplify.ask(JOB, variables)).job,
    tell: (input) => amplify.ask(TELL, { input }),
    subscribe: (next, fail) => {
      const listening = amplify.listen(WATCH, variables, (data) => next(data.onJobStatus), fail);
      return () => void listening.then((each) => each?.unsubscribe());
    },
  };
}

async function main() {
  const found: Record<string, object> = {};
  for (const [name, connect] of Object.entries({ withApollo, withUrql, withRelay, withAmplify })) {
    const { ask, tell, subscribe } = connect();
    const job = await ask();
    const heard = await hear({ subscribe, tell });
    const conflict = await failure(tell({ jobId, status: "RUNNING", expectedStatus: "FAILED" }));
    const unknown = await failure(tell(UNKNOWN.input));
    const [error]: TesseraError[] = errorsOf(conflict);
    found[name] = { job, heard, conflict: error, answers: [isConflict(conflict), isConflict(unknown), isConflict(null)] };
  }
  const started = sent.filter(({ type }) => type === "start").map(({ payload }) => payload.extensions.authorization);
  const refused = await new Promise((error) =>
    watch(stranger, { query: WATCH, variables }, { next: () => {}, complete: () => {}, error }),
  );
  report({ found, amplify: started.at(-1).Authorization, refused });
}

// @ts-expect-error: errors have no such field
export const wrong = (error: TesseraError) => error.errorInfo?.whiskers;

void main();
