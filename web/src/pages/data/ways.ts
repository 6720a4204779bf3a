import { callersOf } from "../../api/access.ts";
import { only, query, select, type Answer } from "./documents.ts";
import { fieldsOf, isValue, nameFieldOf, partsOf, queryNamed, type Argument, type Field } from "./stored.ts";

const ROWS = 50;
/** Fewer where each of them has rows of its own. */
const PARENTS = 5;

/** How a table gets its rows: from a query, or from one item, along its relations. */
export interface Way {
  type: string;
  /** The item to begin with, and its type; null where a query begins. */
  of: { id: string; type: string } | null;
  steps: readonly Field[];
}

export interface Filter extends Argument {
  key: string;
  isRequired: boolean;
}

export type Filled = Readonly<Record<string, string>>;

/** A way from a path such as `novae.runs`; null if there is none. */
export function wayAlong(type: string, path: string, of: Way["of"] = null): Way | null {
  const steps: Field[] = [];
  const names = path.split(".");
  for (const [index, name] of names.entries()) {
    const from = steps.at(-1)?.target ?? of?.type;
    const isLast = index === names.length - 1;
    const step = from ? fieldsOf(from).find((each) => each.name === name && (!isLast || each.target === type)) : queryNamed(name);
    if (!step?.target || step.kind === "part") return null;
    steps.push(step);
  }
  return steps.at(-1)?.target === type ? { type, of, steps } : null;
}

/** The arguments along a way: those of each step. */
export function filtersOf({ steps }: Way): Filter[] {
  return steps.flatMap(({ name, given }) => given.map((each) => ({ ...each, key: `${name}.${each.name}`, isRequired: each.type.endsWith("!") })));
}

/** The filters that one has to fill in first. A choice needs no filling in: its first value does. */
export function missing(way: Way, filled: Filled): Filter[] {
  return filtersOf(way).filter(({ key, isRequired, choices }) => isRequired && !choices && !filled[key]);
}

export function valueOf({ key, type, isRequired, choices }: Filter, filled: Filled): unknown {
  const text = filled[key] || (isRequired ? choices?.[0] : "");
  if (!text) return undefined;
  if (type.startsWith("[")) return text.split(/[\s,]+/).filter(Boolean);
  if (type.startsWith("Boolean")) return text === "true";
  return /^(Int|Float)/.test(type) ? Number(text) : text;
}

/** The query for a way's rows, with its variables. */
export function queryOf(way: Way, filled: Filled) {
  const { of, steps, type } = way;
  const types: Record<string, string> = of ? { of: "ID!" } : {};
  const variables: Record<string, unknown> = of ? { of: of.id } : {};
  for (const filter of filtersOf(way)) {
    const value = valueOf(filter, filled);
    if (value === undefined) continue;
    types[named(filter.key)] = filter.type;
    variables[named(filter.key)] = value;
  }
  const paged = steps.findIndex(({ kind }) => kind === "page");
  steps.forEach(({ kind }, index) => {
    if (kind !== "page") return;
    types[`first${index}`] = "Int";
    variables[`first${index}`] = index === paged && index < steps.length - 1 ? PARENTS : ROWS;
  });
  if (paged >= 0) types["after"] = "String";
  const below = (index: number): ReturnType<typeof select> => {
    const step = steps[index]!;
    const inner = index === steps.length - 1 ? fieldsOf(type).filter(isValue).map(({ name }) => select(name)) : [below(index + 1)];
    const given: Record<string, string> = {};
    for (const { name } of step.given) if (named(`${step.name}.${name}`) in variables) given[name] = named(`${step.name}.${name}`);
    const selected = [only(step.target, inner)];
    if (step.kind !== "page") return select(step.name, selected, given);
    given["first"] = `first${index}`;
    if (index === paged) given["after"] = "after";
    return select(step.name, [select("nodes", selected), select("pageInfo", [select("hasNextPage"), select("endCursor")])], given);
  };
  const root = of ? select("node", [only(of.type, [below(0)])], { id: "of" }) : below(0);
  return { document: query(type, types, [root]), variables };
}

function named(key: string): string {
  return key.replace(".", "_");
}

export interface Rows {
  rows: readonly Answer[];
  /** Where the next rows begin; null at the end. */
  next: string | null;
  /** Whether some of those in between have more than is shown. */
  isCut: boolean;
}

interface Page {
  nodes: Answer[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The rows of an answer, in order. */
export function rowsOf({ of, steps }: Way, answer: Answer): Rows {
  const paged = steps.findIndex(({ kind }) => kind === "page");
  const found: { next: string | null; isCut: boolean } = { next: null, isCut: false };
  const below = (from: Answer, index: number): Answer[] => {
    const step = steps[index];
    if (!step) return Object.keys(from).length > 1 || !("__typename" in from) ? [from] : [];
    const value = from[step.name];
    if (value === null || value === undefined) return [];
    if (step.kind === "page" && (value as Page).pageInfo.hasNextPage) {
      if (index === paged) found.next = (value as Page).pageInfo.endCursor;
      else found.isCut = true;
    }
    const items = step.kind === "page" ? (value as Page).nodes : step.kind === "list" ? (value as Answer[]) : [value as Answer];
    return items.flatMap((each) => below(each, index + 1));
  };
  const start = of ? (answer["node"] as Answer | null) : answer;
  const rows = start ? below(start, 0).filter((row) => row["id"] !== undefined) : [];
  return { rows, ...found };
}

/** All of one item: its values, its parts, and the ids and names of what it leads to. */
export function itemQuery(type: string, may: (callers: readonly string[]) => boolean) {
  const fields = fieldsOf(type).filter(({ name, given }) => !given.length && isOpenTo(may, `${type}.${name}`));
  const selections = fields.flatMap((field) => {
    if (isValue(field)) return [select(field.name)];
    if (field.kind === "part") return [select(field.name, partsOf(field.target).map((each) => select(each)))];
    const name = nameFieldOf(field.target);
    return field.kind === "one" ? [select(field.name, [select("id"), ...(name ? [select(name)] : [])])] : [];
  });
  return query(type, { id: "ID!" }, [select("node", [only(type, selections)], { id: "id" })]);
}

function isOpenTo(may: (callers: readonly string[]) => boolean, field: string): boolean {
  const callers = callersOf(field);
  return !callers || may(callers);
}
