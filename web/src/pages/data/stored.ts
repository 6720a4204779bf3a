/** What the build has read in the schema, as JSON; `web/stored.mjs` writes it. */
declare const STORED: string;

type Kind = "text" | "number" | "texts" | "json" | "part" | "one" | "list" | "page";

/** A field of a stored type: a value, or a relation to `target` whose `given` are the arguments that it takes. */
export interface Field {
  name: string;
  kind: Kind;
  target: string;
  given: readonly Argument[];
}

export interface Argument {
  name: string;
  /** As GraphQL writes it: `NovaStatus`, `ID!`. */
  type: string;
  /** What it can be, where that is a choice. */
  choices: readonly string[] | null;
}

type Written = string | [name: string, kind: Kind, target?: string, given?: string];

interface Stored {
  types: Readonly<Record<string, readonly Written[]>>;
  queries: Readonly<Record<string, [kind: Kind, target: string, given?: string]>>;
  parts: Readonly<Record<string, string>>;
  enums: Readonly<Record<string, string>>;
  ways: Readonly<Record<string, string>>;
}

const stored = JSON.parse(STORED) as Stored;

export const TYPES: readonly string[] = Object.keys(stored.types).sort();

export function fieldsOf(type: string): Field[] {
  return (stored.types[type] ?? []).map((each) => field(...((typeof each === "string" ? [each, "text"] : each) as Exclude<Written, string>)));
}

export function queryNamed(name: string): Field | null {
  const found = stored.queries[name];
  return found ? field(name, ...found) : null;
}

/** The names of the fields of a value that has several. */
export function partsOf(type: string): string[] {
  return (stored.parts[type] ?? "").split(" ");
}

/** How a type can be listed, the best way first: a query, or a query and the relations that lead on: `novae.runs`. */
export function waysTo(type: string): string[] {
  return (stored.ways[type] ?? "").split(" ").filter(Boolean);
}

export function isValue({ kind }: Field): boolean {
  return ["text", "number", "texts", "json"].includes(kind);
}

/** What an item is called in a link to it: the first of its fields that is a name of some kind. */
const NAMES = /^(name|primaryName|title|merchantName|text|label|nameRaw|fileName|workflowName|taskName|metricName|queueName|batchId|status)$/;

export function nameFieldOf(type: string): string | null {
  const names = fieldsOf(type).filter(isValue).map(({ name }) => name);
  return names.find((name) => NAMES.test(name)) ?? null;
}

function field(name: string, kind: Kind, target = "", given = ""): Field {
  const list = given.split(" ").filter(Boolean).map((each) => {
    const [argument = "", type = ""] = each.split(":");
    const choices = type.startsWith("Boolean") ? ["true", "false"] : (stored.enums[type.replace("!", "")]?.split(" ") ?? null);
    return { name: argument, type, choices };
  });
  return { name, kind, target, given: list };
}
