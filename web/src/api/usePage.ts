import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { useQuery } from "@apollo/client/react";
import type { Live } from "./useLive.ts";
import { problemOf, type Problem } from "./problems.ts";

export interface Asked<Data> {
  /** What was last known; kept while it is asked again, and while the server is away. */
  data: Data | undefined;
  problem: Problem | null;
  isLoading: boolean;
  refetch: () => Promise<unknown>;
}

interface Options {
  /** Ask once these listen, so that nothing can happen between the answer and the first message. */
  after?: readonly Live[];
  skip?: boolean;
  /** Leave the answer out of the cache: it is put together for this page alone. */
  isOwn?: boolean;
}

/** A query of the page in sight. Its price is added to the foot by the client. */
export function usePage<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { after = [], skip = false, isOwn = false }: Options = {},
): Asked<Data> {
  const isWaiting = skip || after.some((live) => !live.isSettled);
  const result = useQuery<Data, OperationVariables>(document as TypedDocumentNode<Data, OperationVariables>, {
    variables,
    skip: isWaiting,
    errorPolicy: "all",
    fetchPolicy: isOwn ? "no-cache" : "cache-and-network",
    nextFetchPolicy: isOwn ? "no-cache" : "cache-first",
  });
  const data = (result.data ?? result.previousData) as Data | undefined;
  return { data, problem: problemOf(result.error), isLoading: !data && !result.error, refetch: () => result.refetch() };
}
