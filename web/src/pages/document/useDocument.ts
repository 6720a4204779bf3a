import { useApolloClient } from "@apollo/client/react";
import { useEffect } from "react";
import { DocumentDocument, DocumentPagesDocument, type DocumentPagesQuery, type DocumentQuery } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import { useObservable } from "../../api/tessera.tsx";
import { usePage } from "../../api/usePage.ts";
import { heard, upToDate, type News } from "../../documents/news.ts";
import { useDocumentNews } from "../../documents/useDocumentNews.ts";

export type Paper = NonNullable<DocumentQuery["document"]>;
export type Page = NonNullable<DocumentPagesQuery["document"]>["pages"]["nodes"][number];

interface OpenDocument {
  /** Undefined until it is known, null if there is none that one may see. */
  paper: Paper | null | undefined;
  news: readonly News[];
  pages: readonly Page[] | undefined;
  hasMore: boolean;
  more: () => void;
  problem: Problem | null;
  pagesProblem: Problem | null;
  refetch: () => Promise<unknown>;
}

const NONE: readonly News[] = [];
const never = () => false;
const nothing = () => undefined;

/** A document with its pages, once they can be read; what happens to it appears by itself. */
export function useDocument(jobId: string): OpenDocument {
  const client = useApolloClient();
  const live = useDocumentNews(jobId, never, nothing);
  const { data, problem, refetch } = usePage(DocumentDocument, { jobId }, { after: [live] });
  const all = useObservable(heard);
  const paper = data?.document && upToDate(data.document, all);
  const isReadable = paper?.status === "COMPLETED";
  const asked = usePage(DocumentPagesDocument, { jobId }, { skip: !isReadable });
  const hasChanged = paper && data?.document && paper.status !== data.document.status;
  useEffect(() => {
    if (hasChanged) void refetch(); // what else is known of it now
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasChanged, paper?.status]);
  const connection = isReadable ? asked.data?.document?.pages : undefined;
  const more = async () => {
    const next = await client.query({ query: DocumentPagesDocument, variables: { jobId, after: connection?.pageInfo.endCursor }, fetchPolicy: "network-only" });
    client.cache.updateQuery({ query: DocumentPagesDocument, variables: { jobId } }, (before) => {
      const [known, found] = [before?.document, next.data?.document];
      return known && found ? { document: { ...found, pages: { ...found.pages, nodes: [...known.pages.nodes, ...found.pages.nodes] } } } : before;
    });
  };
  return {
    paper,
    news: all.get(jobId) ?? NONE,
    pages: connection?.nodes,
    hasMore: connection?.pageInfo.hasNextPage ?? false,
    more: () => void more(),
    problem: problem ?? live.problem,
    pagesProblem: isReadable ? asked.problem : null,
    refetch,
  };
}
