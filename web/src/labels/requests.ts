import type { ApolloClient, TypedDocumentNode } from "@apollo/client";
import { AddLabelDocument, RelabelDocument, RemoveLabelDocument, ValidateLabelDocument } from "../api/generated/graphql.ts";
import type { LabelRow, Status } from "./deeds.ts";
import { listLabel, unlistLabel } from "./labelCache.ts";

/** Who changes labels, and on which receipt; the page shows each change before the API has confirmed it. */
export interface Desk {
  client: ApolloClient;
  /** The global id of the receipt. */
  receipt: string;
  /** The name of whoever is at the desk, if the page can tell. */
  author: string | null;
}

export interface WordOf {
  id: string;
  imageId: string;
  receiptId: number;
  lineId: number;
  wordId: number;
}

/** Judges a label, provided that it still has the status `expected`. Throws what the API refuses. */
export async function judge({ client, author }: Desk, label: LabelRow, to: Status, expected: Status): Promise<LabelRow> {
  const input = { id: label.id, validationStatus: to, expectedStatus: expected };
  const { data } = await client.mutate({
    mutation: ValidateLabelDocument,
    variables: { input },
    optimisticResponse: { validateLabel: typed({ ...label, validationStatus: to, validatedBy: author, validatedAt: now() }) },
  });
  return data!.validateLabel;
}

/** The right label in place of a wrong one, which becomes INVALID. Whoever says so has judged it: it is VALID. */
export async function relabel({ client, receipt, author }: Desk, label: LabelRow, newLabel: string, expected: Status): Promise<LabelRow> {
  const made = { validationStatus: "VALID" as const, validatedBy: author, validatedAt: now() };
  const replaced = typed({ ...label, ...made, validationStatus: "INVALID" as const });
  const { data } = await client.mutate({
    mutation: RelabelDocument,
    variables: { input: { id: label.id, newLabel, expectedStatus: expected, validationStatus: "VALID", labelProposedBy: author } },
    optimisticResponse: { relabel: typed({ ...label, ...made, id: unborn(label, newLabel), label: newLabel, reasoning: null, replaced }) },
    update: (cache, { data: answer }) => answer && listLabel(cache, receipt, answer.relabel),
  });
  return data!.relabel;
}

export async function add({ client, receipt, author }: Desk, word: WordOf, label: string): Promise<LabelRow> {
  const { id, imageId, receiptId, lineId, wordId } = word;
  const judged = { validationStatus: "VALID" as const, validatedBy: author, validatedAt: now() };
  const place = { imageId, receiptId, lineId, wordId };
  const { data } = await client.mutate({
    mutation: AddLabelDocument,
    variables: { input: { id, label, validationStatus: "VALID", labelProposedBy: author } },
    optimisticResponse: {
      addLabel: typed({ ...place, ...judged, id: unborn(word, label), label, reasoning: null, labelProposedBy: author, deletedBy: null }),
    },
    update: (cache, { data: answer }) => answer && listLabel(cache, receipt, answer.addLabel),
  });
  return data!.addLabel;
}

export async function remove({ client, receipt }: Desk, label: LabelRow): Promise<void> {
  await client.mutate({
    mutation: RemoveLabelDocument as TypedDocumentNode<unknown, object>,
    variables: { input: { id: label.id, expectedStatus: label.validationStatus } },
    update: (cache) => unlistLabel(cache, receipt, label),
  });
}

/** The cache keeps labels by type and id. */
function typed<T extends object>(label: T): T {
  return { ...label, __typename: "ReceiptWordLabel" };
}

/** An id until the API has given one. */
function unborn({ id }: { id: string }, label: string): string {
  return `${id} ${label}`;
}

function now(): string {
  return new Date().toISOString();
}
