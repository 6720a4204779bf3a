import { CombinedGraphQLErrors, ServerError, ServerParseError } from "@apollo/client/errors";
import { callersOf } from "./access.ts";

/** What AppSync says beside a message; `errorInfo` is ours. */
interface WireError {
  message: string;
  path?: readonly (string | number)[];
  errorType?: string;
  errorInfo?: { field?: string; current?: unknown; updatedBy?: string | null } | null;
}

/** Why there is no answer, in the ways that a person can do something about. */
export type Problem =
  | { kind: "refused"; field: string; callers: readonly string[]; sentence: string }
  | { kind: "conflict"; current: unknown; sentence: string }
  | { kind: "missing"; sentence: string }
  | { kind: "away"; sentence: string }
  | { kind: "stranger"; sentence: string }
  | { kind: "error"; field: string | null; sentence: string };

const UNAUTHORIZED = 401;
const STRANGER = "The API does not accept this key or token; it may have ended.";
const REFUSED = /^Not Authorized to access (\w+) on type (\w+)$/;

/** The problem of whatever Apollo reports; the first one if there are several. */
export function problemOf(fault: unknown): Problem | null {
  if (!fault) return null;
  if (CombinedGraphQLErrors.is(fault)) return wireProblem(fault.errors[0] as unknown as WireError);
  if (ServerParseError.is(fault) || ServerError.is(fault)) {
    if (fault.statusCode === UNAUTHORIZED) return { kind: "stranger", sentence: STRANGER };
    return { kind: "error", field: null, sentence: `The server answered ${fault.statusCode} instead of GraphQL.` };
  }
  if (fault instanceof TypeError) return { kind: "away", sentence: "The server is away, trying again." };
  return { kind: "error", field: null, sentence: sentenceOf(fault) };
}

export function wireProblem(error: WireError): Problem {
  const refused = REFUSED.exec(error.message);
  if (refused || error.errorType === "Unauthorized") {
    const field = refused ? `${refused[2]}.${refused[1]}` : "";
    return { kind: "refused", field, callers: callersOf(field) ?? [], sentence: error.message };
  }
  if (error.errorType === "Conflict") {
    return { kind: "conflict", current: error.errorInfo?.current ?? null, sentence: error.message };
  }
  if (error.errorType === "NotFound") return { kind: "missing", sentence: error.message };
  return { kind: "error", field: error.errorInfo?.field ?? null, sentence: error.message };
}

function sentenceOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
