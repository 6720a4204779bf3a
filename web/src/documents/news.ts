import type { DocumentEventsSubscription, DocumentRowFragment } from "../api/generated/graphql.ts";
import { Observable } from "../api/observable.ts";

export type News = NonNullable<DocumentEventsSubscription["onDocumentEvent"]>;
type Heard = ReadonlyMap<string, readonly News[]>;

/** What was heard of each document while this tab was open, the first first. The API keeps no events. */
export const heard = new Observable<Heard>(new Map());

export function hear(news: readonly News[]): void {
  const all = new Map(heard.read());
  for (const each of news) {
    const before = all.get(each.jobId) ?? [];
    // Two pages may listen at one time, and hear the same.
    if (!before.some(({ type, timestamp }) => type === each.type && timestamp === each.timestamp)) all.set(each.jobId, [...before, each]);
  }
  heard.set(all);
}

/** A document as of the latest news: what was asked before may be older. */
export function upToDate<Row extends DocumentRowFragment>(row: Row, all: Heard): Row {
  const latest = all.get(row.jobId)?.at(-1);
  if (!latest || Date.parse(latest.timestamp) < Date.parse(row.updatedAt ?? row.submittedAt ?? "")) return row;
  const { status, timestamp, details } = latest;
  const { error, pagesProcessed, totalPages } = details;
  return { ...row, status, updatedAt: timestamp, error, pagesProcessed, totalPages: totalPages ?? row.totalPages };
}

/** Per cent of its pages that can be read; null as long as nobody knows. */
export function shareRead({ status, pagesProcessed, totalPages }: DocumentRowFragment): number | null {
  if (status === "COMPLETED") return 100;
  return pagesProcessed !== null && totalPages ? (100 * pagesProcessed) / totalPages : null;
}

/** The name that people know a document by. */
export function nameOf({ fileName, documentKey, jobId }: Pick<DocumentRowFragment, "fileName" | "documentKey" | "jobId">): string {
  return fileName ?? documentKey?.split("/").at(-1) ?? jobId;
}

const ENDED_BADLY = ["FAILED", "ERROR"];

export function isRetryable({ status }: Pick<DocumentRowFragment, "status">): boolean {
  return ENDED_BADLY.includes(status);
}
