import { Observable } from "./observable.ts";

/** One read or write of DynamoDB, as the API's plan tells it. */
export interface PlanStep {
  field: string;
  operation: string;
  table: string;
  index?: string | null;
  range?: unknown;
  items?: number | null;
  units?: number | null;
}

/** `extensions.tessera` of a response; AppSync itself sends none. */
export interface Cost {
  lambdaCalls: number;
  requests: number;
  readUnits: number;
  writeUnits: number;
  milliseconds?: number;
  plan?: PlanStep[];
}

/** One operation of a page: what was asked, and what that cost. */
export interface Priced {
  name: string;
  kind: "query" | "mutation";
  query: string;
  variables: Record<string, unknown>;
  milliseconds: number;
  cost: Cost | null;
}

const DOLLARS_PER_MILLION = { operation: 4, lambdaCall: 0.2, lambdaMillisecond: 0.0000133334 * 0.5 * 1000, readUnit: 0.125, writeUnit: 0.625 };
const LAMBDA_MILLISECONDS = 20;

/** What the page in sight has asked. Asking the same again replaces what it cost before. */
export class Prices {
  readonly asked = new Observable<readonly Priced[]>([]);

  /** Another page begins. */
  clear(): void {
    this.asked.set([]);
  }

  add(priced: Priced): void {
    const key = keyOf(priced);
    this.asked.set([...this.asked.read().filter((each) => keyOf(each) !== key), priced]);
  }
}

function keyOf({ kind, name, variables }: Priced): string {
  return kind === "mutation" ? `${kind} ${name}` : `${kind} ${name} ${JSON.stringify(variables)}`;
}

export interface Total extends Required<Omit<Cost, "plan">> {
  operations: number;
  isKnown: boolean;
}

/** The sum over the queries of a page; its changes are listed, but not part of the page's price. */
export function total(asked: readonly Priced[]): Total {
  const sum: Total = { operations: 0, lambdaCalls: 0, requests: 0, readUnits: 0, writeUnits: 0, milliseconds: 0, isKnown: false };
  for (const { cost, milliseconds } of asked.filter(({ kind }) => kind === "query")) {
    sum.operations += 1;
    sum.milliseconds = Math.max(sum.milliseconds, milliseconds); // they run side by side
    if (!cost) continue;
    sum.isKnown = true;
    sum.lambdaCalls += cost.lambdaCalls;
    sum.requests += cost.requests;
    sum.readUnits += cost.readUnits;
    sum.writeUnits += cost.writeUnits;
  }
  return sum;
}

/** Dollars for a million such pages on AWS: AppSync's operations, Lambda's calls and DynamoDB's units on demand. */
export function dollarsPerMillion({ operations, lambdaCalls, readUnits, writeUnits }: Total): number {
  const each = DOLLARS_PER_MILLION;
  const lambda = lambdaCalls * (each.lambdaCall + LAMBDA_MILLISECONDS * each.lambdaMillisecond);
  return operations * each.operation + lambda + readUnits * each.readUnit + writeUnits * each.writeUnit;
}
