import { ApolloLink } from "@apollo/client";
import { of, switchMap, tap, type Observable } from "rxjs";

const MAX_REPEATS = 2; // whoever changes one thing after the other still gets an answer

/**
 * Keeps a read from undoing a change: an answer that was asked for before a change was answered, and comes after it,
 * may be older than what is on the screen. It is asked for again.
 */
export function notOvertaken(): ApolloLink {
  let changes = 0;
  const ask = (operation: ApolloLink.Operation, forward: ApolloLink.ForwardFunction, repeats: number): Observable<ApolloLink.Result> => {
    const before = changes;
    const isFresh = () => before === changes || repeats === 0;
    return forward(operation).pipe(switchMap((result) => (isFresh() ? of(result) : ask(operation, forward, repeats - 1))));
  };
  return new ApolloLink((operation, forward) =>
    operation.operationType === "mutation" ? forward(operation).pipe(tap(() => (changes += 1))) : ask(operation, forward, MAX_REPEATS),
  );
}
