import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { ReviewLabelsDocument } from "../../api/generated/graphql.ts";
import { problemOf } from "../../api/problems.ts";
import { useObservable, useTessera } from "../../api/tessera.tsx";
import type { Status } from "../../labels/deeds.ts";
import { useLabelChanges, type LabelChanges, type LabelMessage } from "../../labels/useLabelChanges.ts";
import { current, EMPTY, PREFETCH_AT, step, upcoming, type Event, type Queue } from "./queue.ts";

interface Review {
  queue: Queue;
  send: (event: Event) => void;
  changes: LabelChanges;
}

/** The labels with a status, page by page as they are needed; what others settle meanwhile disappears. */
export function useReview(status: Status, label: string | null, proposer: string, onSettled: (label: LabelMessage) => void): Review {
  const client = useApolloClient();
  const { identity } = useTessera();
  const who = useObservable(identity.chosen);
  const [queue, send] = useReducer(step, EMPTY);
  const [begun, setBegun] = useState(0);
  const asking = useRef<string | null>(null);
  const changes = useLabelChanges(
    {},
    (labels) => {
      const shown = current(queue, proposer);
      const isNews = (each: LabelMessage) => each.id === shown?.id && !queue.own.has(each.id) && each.validationStatus !== queue.status;
      labels.filter(isNews).forEach(onSettled);
      send({ kind: "told", labels });
    },
    () => setBegun((count) => count + 1),
  );

  const load = useCallback(
    async (after: string | null) => {
      const request = `${begun} ${who} ${status} ${label ?? ""} ${after ?? ""}`;
      if (asking.current === request) return;
      asking.current = request;
      try {
        const variables = { status, label, after };
        const { data } = await client.query({ query: ReviewLabelsDocument, variables, fetchPolicy: "network-only" });
        if (asking.current !== request || !data) return; // something else is wanted by now
        const { nodes, pageInfo } = data.labels;
        send({ kind: "loaded", items: nodes, next: pageInfo.hasNextPage ? pageInfo.endCursor : null });
      } catch (fault) {
        if (asking.current === request) send({ kind: "failed", problem: problemOf(fault) });
      }
    },
    [client, status, label, begun, who],
  );

  useEffect(() => {
    if (!changes.isSettled) return;
    send({ kind: "began", status });
    void load(null);
  }, [changes.isSettled, status, load]);

  const { next } = queue;
  const isShort = queue.isKnown && upcoming(queue, proposer).length < PREFETCH_AT;
  useEffect(() => {
    if (isShort && next) void load(next);
  }, [isShort, next, load]);

  return { queue, send, changes };
}
