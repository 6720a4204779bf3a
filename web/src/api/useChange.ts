import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useCallback, useState } from "react";
import { problemOf, type Problem } from "./problems.ts";

export interface Change<Data, Variables> {
  /** Resolves to what was changed, or to null if it was refused; then `problem` says why. */
  run: (variables: Variables) => Promise<Data | null>;
  problem: Problem | null;
  isRunning: boolean;
  forget: () => void;
}

/** A mutation that never throws: what went wrong is a state to show, beside what it is about. */
export function useChange<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
): Change<Data, Variables> {
  const client = useApolloClient();
  const [state, setState] = useState<{ problem: Problem | null; isRunning: boolean }>({ problem: null, isRunning: false });
  const run = useCallback(
    async (variables: Variables) => {
      setState({ problem: null, isRunning: true });
      try {
        const mutation = document as TypedDocumentNode<Data, OperationVariables>;
        const { data } = await client.mutate<Data, OperationVariables>({ mutation, variables });
        setState({ problem: null, isRunning: false });
        return (data ?? null) as Data | null;
      } catch (fault) {
        setState({ problem: problemOf(fault), isRunning: false });
        return null;
      }
    },
    [client, document],
  );
  const forget = useCallback(() => setState({ problem: null, isRunning: false }), []);
  return { run, forget, ...state };
}
