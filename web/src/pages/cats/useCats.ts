import { useApolloClient } from "@apollo/client/react";
import { CatsDocument, type CatsQuery, type CatsQueryVariables } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import { usePage } from "../../api/usePage.ts";
import { useCatChanges } from "../../cats/useCatChanges.ts";

interface Cats {
  images: CatsQuery["catImages"]["nodes"];
  problem: Problem | null;
  isLoading: boolean;
  hasMore: boolean;
  more: () => void;
  refetch: () => void;
}

/** The pictures of a client, or one's own, the newest first; verdicts arrive by themselves. */
export function useCats(clientId: string | null): Cats {
  const client = useApolloClient();
  const variables: CatsQueryVariables = clientId ? { clientId } : { mine: true };
  const refetch = () => void client.refetchQueries({ include: [CatsDocument] });
  const isShown = (id: string) => client.readQuery({ query: CatsDocument, variables })?.catImages.nodes.some((image) => image.id === id) ?? false;
  const live = useCatChanges(null, isShown, refetch);
  const { data, problem, isLoading } = usePage(CatsDocument, variables, { after: [live] });
  const page = data?.catImages.pageInfo;
  const more = async () => {
    const next = await client.query({ query: CatsDocument, variables: { ...variables, after: page?.endCursor }, fetchPolicy: "network-only" });
    client.cache.updateQuery({ query: CatsDocument, variables }, (before) =>
      before && next.data ? { catImages: { ...next.data.catImages, nodes: [...before.catImages.nodes, ...next.data.catImages.nodes] } } : before,
    );
  };
  return { images: data?.catImages.nodes ?? [], problem: problem ?? live.problem, isLoading, hasMore: page?.hasNextPage ?? false, more: () => void more(), refetch };
}
