import { useApolloClient } from "@apollo/client/react";
import { CatBatchDocument, type CatBatchQuery } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import { usePage } from "../../api/usePage.ts";
import { countsOf, type CatCounts } from "../../cats/counts.ts";
import { useCatChanges } from "../../cats/useCatChanges.ts";

export type Cat = CatBatchQuery["catBatch"]["images"]["nodes"][number];

interface OpenBatch {
  images: readonly Cat[];
  counts: CatCounts;
  problem: Problem | null;
  isLoading: boolean;
  hasMore: boolean;
  more: () => void;
}

function byName(one: Cat, other: Cat): number {
  return (one.fileName ?? one.fingerprint).localeCompare(other.fileName ?? other.fingerprint, "en", { numeric: true });
}

/** One batch; what becomes of its pictures appears by itself. */
export function useBatch(batchId: string): OpenBatch {
  const client = useApolloClient();
  const variables = { batchId };
  const refetch = () => void client.refetchQueries({ include: [CatBatchDocument] });
  const isShown = (id: string) => client.readQuery({ query: CatBatchDocument, variables })?.catBatch.images.nodes.some((image) => image.id === id) ?? false;
  const live = useCatChanges(batchId, isShown, refetch);
  const { data, problem, isLoading } = usePage(CatBatchDocument, variables, { after: [live] });
  const page = data?.catBatch.images.pageInfo;
  const more = async () => {
    const next = await client.query({ query: CatBatchDocument, variables: { batchId, after: page?.endCursor }, fetchPolicy: "network-only" });
    client.cache.updateQuery({ query: CatBatchDocument, variables }, (before) => {
      if (!before || !next.data) return before;
      const { images } = next.data.catBatch;
      return { catBatch: { ...next.data.catBatch, images: { ...images, nodes: [...before.catBatch.images.nodes, ...images.nodes] } } };
    });
  };
  const images = (data?.catBatch.images.nodes ?? []).filter(({ deletedBy }) => !deletedBy).sort(byName); // the API gives no order
  // Where all pictures are in sight they are counted here, and move with them; a larger batch was counted by the API.
  const { cats, success, fail, pending } = data?.catBatch.summary ?? { cats: 0, success: 0, fail: 0, pending: 0 };
  const counts = page?.hasNextPage ? { cats, others: success - cats, failed: fail, pending } : countsOf(images);
  return { images, counts, problem: problem ?? live.problem, isLoading, hasMore: page?.hasNextPage ?? false, more: () => void more() };
}
