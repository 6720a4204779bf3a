import { InMemoryCache, type FieldFunctionOptions, type Reference } from "@apollo/client/cache";

/**
 * Answers and messages overtake each other: the later status wins, whichever comes last.
 * Without this, an answer that was read before a change would undo what a message has already shown.
 */
function latest(known: Reference | null | undefined, incoming: Reference | null, { readField }: FieldFunctionOptions) {
  if (!known) return incoming;
  if (!incoming) return known;
  const [before, after] = [known, incoming].map((each) => readField<string>("updatedAt", each) ?? "");
  return before! > after! ? known : incoming;
}

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    typePolicies: {
      Job: { keyFields: ["jobId"], fields: { latestStatus: { merge: latest } } },
      Sweep: { keyFields: ["sweepId"] },
      SweepProgress: { keyFields: false },
    },
  });
}
