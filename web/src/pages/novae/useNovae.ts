import { useApolloClient } from "@apollo/client/react";
import { NovaeDocument, NovaeNearDocument, type NovaRowFragment, type NovaeNearQueryVariables, type NovaeQueryVariables } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import { usePage } from "../../api/usePage.ts";
import type { Cone } from "../../parts/Sky.tsx";

interface NovaList {
  novae: readonly NovaRowFragment[];
  problem: Problem | null;
  isLoading: boolean;
  hasMore: boolean;
  more: () => void;
}

/** The novae of the catalogue, or those within a circle on the sky, the nearest first. */
export function useNovae(filters: NovaeQueryVariables, cone: Cone | null): NovaList {
  const { cache, query } = useApolloClient();
  const near: NovaeNearQueryVariables = { raDeg: cone?.ra ?? 0, decDeg: cone?.dec ?? 0, radiusArcsec: (cone?.radius ?? 0) * 3600 };
  const all = usePage(NovaeDocument, filters, { skip: cone !== null });
  const close = usePage(NovaeNearDocument, near, { skip: cone === null });
  const { problem, isLoading } = cone ? close : all;
  const page = cone ? close.data?.novaeNear : all.data?.novae;
  const more = async () => {
    const after = page?.pageInfo.endCursor;
    if (cone) {
      const next = (await query({ query: NovaeNearDocument, variables: { ...near, after }, fetchPolicy: "no-cache" })).data?.novaeNear;
      cache.updateQuery({ query: NovaeNearDocument, variables: near }, (before) => before && next && { novaeNear: { ...next, nodes: [...before.novaeNear.nodes, ...next.nodes] } });
    } else {
      const next = (await query({ query: NovaeDocument, variables: { ...filters, after }, fetchPolicy: "no-cache" })).data?.novae;
      cache.updateQuery({ query: NovaeDocument, variables: filters }, (before) => before && next && { novae: { ...next, nodes: [...before.novae.nodes, ...next.nodes] } });
    }
  };
  return { novae: page?.nodes ?? [], problem, isLoading, hasMore: page?.pageInfo.hasNextPage ?? false, more: () => void more() };
}
