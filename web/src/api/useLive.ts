import type { ApolloClient, OperationVariables, TypedDocumentNode } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { print } from "graphql";
import { useEffect, useRef, useState } from "react";
import { wireProblem, type Problem } from "./problems.ts";
import { useTessera } from "./tessera.tsx";

/** How a subscription stands. */
export interface Live {
  /** Listening, or not to be waited for: the page may be asked. */
  isSettled: boolean;
  problem: Problem | null;
}

interface Options {
  skip?: boolean;
  /** What to ask after a gap; all queries of the page unless told otherwise. */
  catchUp?: () => void;
}

const PATIENCE_MILLISECONDS = 1000;
const HIDDEN_MILLISECONDS = 500;

/**
 * Messages of a subscription, all those of one frame at once.
 *
 * No gaps: first it listens, then the page asks (`usePage(…, {after: [live]})`). If listening takes too long, the page
 * asks at once and catches up when it listens; so it does after each time that the connection was lost.
 */
export function useLive<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onMessages: (messages: Data[]) => void,
  { skip = false, catchUp }: Options = {},
): Live {
  const { realtime } = useTessera();
  const client = useApolloClient();
  const [state, setState] = useState<Live & { of: string }>({ of: "", isSettled: false, problem: null });
  const handlers = useRef({ onMessages, catchUp });
  useEffect(() => {
    handlers.current = { onMessages, catchUp };
  });
  // To AppSync, null is a value to wait for; what is left out means all.
  const key = JSON.stringify(variables, (_, value: unknown) => value ?? undefined);
  useEffect(() => {
    if (skip) return undefined;
    let isLate = false;
    const settle = (problem: Problem | null) => setState({ of: key, isSettled: true, problem });
    const frames = new Frames<Data>((messages) => handlers.current.onMessages(messages));
    const patience = setTimeout(() => {
      isLate = true;
      settle(null);
    }, PATIENCE_MILLISECONDS);
    const request = { query: print(document), variables: JSON.parse(key) as Record<string, unknown> };
    const stop = realtime.subscribe(request, {
      open: (isAgain) => {
        clearTimeout(patience);
        settle(null);
        if (!isAgain && !isLate) return;
        if (handlers.current.catchUp) handlers.current.catchUp();
        else askAgain(client);
      },
      next: ({ data }) => data && frames.add(data as Data),
      error: (fault) => {
        clearTimeout(patience);
        settle(wireProblem(fault as { message: string }));
      },
    });
    return () => {
      clearTimeout(patience);
      frames.drop();
      stop();
    };
  }, [realtime, client, document, key, skip]);
  return { isSettled: skip || (state.isSettled && state.of === key), problem: state.problem };
}

const askedAgain = new WeakSet<ApolloClient>();

/** All queries of the page, once for all subscriptions that listen again at one moment. */
function askAgain(client: ApolloClient): void {
  if (askedAgain.has(client)) return;
  askedAgain.add(client);
  queueMicrotask(() => {
    askedAgain.delete(client);
    void client.refetchQueries({ include: "active" });
  });
}

/** Collects messages, and hands over at most once per frame: a thousand a second must not make the page stutter. */
class Frames<Data> {
  readonly #deliver: (messages: Data[]) => void;
  #messages: Data[] = [];
  #cancel: (() => void) | null = null;

  constructor(deliver: (messages: Data[]) => void) {
    this.#deliver = deliver;
  }

  add(message: Data): void {
    this.#messages.push(message);
    if (this.#cancel) return;
    const frame = requestAnimationFrame(() => this.#flush());
    const timer = setTimeout(() => this.#flush(), HIDDEN_MILLISECONDS); // a hidden page has no frames
    this.#cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }

  drop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#messages = [];
  }

  #flush(): void {
    const messages = this.#messages;
    this.drop();
    this.#deliver(messages);
  }
}
