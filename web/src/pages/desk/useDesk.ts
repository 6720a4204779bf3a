import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { DeskDocument, type DeskQuery, type DeskQueryVariables } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import { usePage } from "../../api/usePage.ts";
import { isWaiting, type Quarantine } from "../../novae/quarantines.ts";
import { useNovaChanges } from "../../novae/useNovaChanges.ts";

type Spectra = DeskQuery["quarantinedSpectra"]["nodes"][number];
type Runs = DeskQuery["quarantinedRuns"]["nodes"][number];
export type Waiting = ({ kind: "spectrum"; item: Spectra } | { kind: "run"; item: Runs }) & { about: string };

interface DeskList {
  waiting: readonly Waiting[];
  problem: Problem | null;
  isLoading: boolean;
  hasMore: boolean;
  more: () => void;
}

const LATE_MILLISECONDS = 1000;

/** All that waits for a person. What is decided meanwhile, by whomever, stays in sight with the decision. */
export function useDesk(variables: DeskQueryVariables): DeskList {
  const client = useApolloClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isKnown = (id: string) => waiting.some(({ item }) => item.id === id);
  const listen = (changed: Quarantine[]) => {
    if (!changed.some((each) => isWaiting(each) && !isKnown(each.item.id))) return;
    clearTimeout(timer.current); // the index that lists them follows a moment later
    timer.current = setTimeout(() => void client.refetchQueries({ include: [DeskDocument] }), LATE_MILLISECONDS);
  };
  const live = useNovaChanges(null, {
    onSpectra: (spectra) => listen(spectra.map((item) => ({ kind: "spectrum", item }))),
    onRuns: (runs) => listen(runs.map((item) => ({ kind: "run", item }))),
  });
  const { data, problem, isLoading } = usePage(DeskDocument, variables, { after: live });
  const waiting = data ? waitingOf(data) : [];
  const [spectra, runs] = [data?.quarantinedSpectra.pageInfo, data?.quarantinedRuns.pageInfo];
  const more = async () => {
    const after = { afterSpectra: spectra?.endCursor, afterRuns: runs?.endCursor };
    const next = (await client.query({ query: DeskDocument, variables: { ...variables, ...after }, fetchPolicy: "no-cache" })).data;
    client.cache.updateQuery({ query: DeskDocument, variables }, (before) => before && next && united(before, next));
  };
  return { waiting, problem, isLoading, hasMore: Boolean(spectra?.hasNextPage || runs?.hasNextPage), more: () => void more() };
}

function waitingOf({ quarantinedSpectra, quarantinedRuns }: DeskQuery): Waiting[] {
  return [
    ...quarantinedSpectra.nodes.map((item) => ({ kind: "spectrum" as const, item, about: item.nova?.primaryName ?? item.novaId })),
    ...quarantinedRuns.nodes.map((item) => ({ kind: "run" as const, item, about: item.candidateName ?? item.nova?.primaryName ?? item.workflowName })),
  ];
}

/** A page after another; a list that has ended stays as it is. */
function united(before: DeskQuery, next: DeskQuery): DeskQuery {
  const joined = <Page extends { nodes: unknown[]; pageInfo: { hasNextPage: boolean } }>(one: Page, other: Page): Page =>
    one.pageInfo.hasNextPage ? { ...other, nodes: [...one.nodes, ...other.nodes] } : one;
  return {
    quarantinedSpectra: joined(before.quarantinedSpectra, next.quarantinedSpectra),
    quarantinedRuns: joined(before.quarantinedRuns, next.quarantinedRuns),
  };
}
