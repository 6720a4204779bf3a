import { useApolloClient } from "@apollo/client/react";
import { DocumentsDocument, type DocumentRowFragment, type DocumentStatus, type DocumentsQueryVariables } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import { useObservable } from "../../api/tessera.tsx";
import { usePage } from "../../api/usePage.ts";
import { heard, upToDate, type News } from "../../documents/news.ts";
import { useDocumentNews } from "../../documents/useDocumentNews.ts";

export interface Row extends DocumentRowFragment {
  /** Whether it should have ended long ago. */
  isStuck: boolean;
  /** What was last heard of it. */
  latest: News | undefined;
}

interface DocumentList {
  rows: readonly Row[];
  problem: Problem | null;
  isLoading: boolean;
  hasMore: boolean;
  more: () => void;
  refetch: () => void;
}

const UNDER_WAY = ["UPLOADING", "SUBMITTED", "PROCESSING"];

/** Documents in a status, or all, the newest first, but those that are stuck before them. */
export function useDocuments(status: DocumentStatus | null): DocumentList {
  const client = useApolloClient();
  const variables: DocumentsQueryVariables = { status };
  const refetch = () => void client.refetchQueries({ include: [DocumentsDocument] });
  const isMissing = ({ jobId, status: now }: News) =>
    (status === null || now === status) && !client.readQuery({ query: DocumentsDocument, variables })?.documents.nodes.some((each) => each.jobId === jobId);
  const live = useDocumentNews(null, isMissing, refetch);
  const { data, problem, isLoading } = usePage(DocumentsDocument, variables, { after: [live] });
  const known = useObservable(heard);
  const page = data?.documents.pageInfo;
  const more = async () => {
    const next = await client.query({ query: DocumentsDocument, variables: { ...variables, after: page?.endCursor }, fetchPolicy: "network-only" });
    client.cache.updateQuery({ query: DocumentsDocument, variables }, (before) =>
      before && next.data ? { ...next.data, documents: { ...next.data.documents, nodes: [...before.documents.nodes, ...next.data.documents.nodes] } } : before,
    );
  };
  const stuck = new Set(data?.stuckDocuments.nodes.map(({ jobId }) => jobId));
  const all = new Map([...(data?.stuckDocuments.nodes ?? []), ...(data?.documents.nodes ?? [])].map((each) => [each.jobId, each]));
  const rows = [...all.values()]
    .map((each) => upToDate(each, known))
    .filter((each) => status === null || each.status === status)
    .map((each) => ({ ...each, isStuck: stuck.has(each.jobId) && UNDER_WAY.includes(each.status), latest: known.get(each.jobId)?.at(-1) }))
    .sort((one, other) => Number(other.isStuck) - Number(one.isStuck)); // it keeps the order within both
  return { rows, problem: problem ?? live.problem, isLoading, hasMore: page?.hasNextPage ?? false, more: () => void more(), refetch };
}
