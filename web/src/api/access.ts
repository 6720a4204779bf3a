import { USERS } from "./identity.ts";

/** Who may have each field that is not open to all, from the schema's directives; JSON, written in by the build. */
declare const ACCESS: string;

const CALLERS = JSON.parse(ACCESS) as Readonly<Record<string, readonly string[]>>;

const NAMES: Readonly<Record<string, string>> = {
  apiKey: "the API key",
  users: "signed-in users",
  viewers: "viewers",
  editors: "editors",
  operators: "operators",
  iam: "IAM",
};

/** The callers that may have a field such as `Mutation.recordJobStatus`; null where all may. */
export function callersOf(field: string): readonly string[] | null {
  return CALLERS[field] ?? null;
}

/** "Only operators and IAM" */
export function listed(callers: readonly string[]): string {
  const names = Object.keys(NAMES).filter((each) => callers.includes(each));
  return `Only ${new Intl.ListFormat("en").format(names.map((each) => NAMES[each]!))}`;
}

/** The user to act as who may do the least that is enough; null if none of them may. */
export function whoMay(callers: readonly string[], users: readonly string[]): string | null {
  const isEnough = (user: string) =>
    callers.includes("users") || (USERS[user]?.groups.some((group) => callers.includes(group)) ?? false);
  return users.find(isEnough) ?? null;
}

/** Whether one of the users above, or the API key, is among these callers. */
export function isAmong(who: string, callers: readonly string[]): boolean {
  return callers.includes(who) || (USERS[who]?.groups.some((group) => callers.includes(group)) ?? false);
}
