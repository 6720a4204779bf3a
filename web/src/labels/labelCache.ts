import type { ApolloCache, Reference } from "@apollo/client";
import { LabelRowFragmentDoc } from "../api/generated/graphql.ts";
import type { LabelRow } from "./deeds.ts";

const TYPE = "ReceiptWordLabel";
const ROW = { fragment: LabelRowFragmentDoc, fragmentName: "LabelRow" };

/** A label as the page shows it now, with what was changed but not yet confirmed. */
export function shownLabel(cache: ApolloCache, id: string): LabelRow | null {
  return cache.readFragment<LabelRow>({ ...ROW, id: cache.identify({ __typename: TYPE, id }) }, true);
}

/** Writes what was told of a label, unless a later judgement is known already. Says whether its status is new. */
export function showLabel(cache: ApolloCache, told: LabelRow): boolean {
  const known = shownLabel(cache, told.id);
  if (isOlder(told, known)) return false;
  const data = { ...told, __typename: TYPE };
  cache.writeFragment({ ...ROW, id: cache.identify(data), data });
  return known?.validationStatus !== told.validationStatus;
}

/** Whether what was told is from before what is known. Programs that store labels themselves may give no time. */
export function isOlder(told: LabelRow, known: LabelRow | null): boolean {
  return Boolean(told.validatedAt && known?.validatedAt && told.validatedAt < known.validatedAt);
}

/** Puts a label into the list of its receipt, if that is on screen and lacks it. */
export function listLabel(cache: ApolloCache, receipt: string, label: { id: string }): void {
  const reference = { __ref: `${TYPE}:${label.id}` };
  change(cache, receipt, (known) => (known.some(({ __ref }) => __ref === reference.__ref) ? known : [...known, reference]));
}

/** Takes a label out of the list of its receipt. */
export function unlistLabel(cache: ApolloCache, receipt: string, label: { id: string }): void {
  change(cache, receipt, (known) => known.filter(({ __ref }) => __ref !== `${TYPE}:${label.id}`));
}

function change(cache: ApolloCache, receipt: string, edit: (known: readonly Reference[]) => readonly Reference[]): void {
  cache.modify({
    id: cache.identify({ __typename: "Receipt", id: receipt }),
    fields: { labels: (known: readonly Reference[] = []) => edit(known) },
  });
}
