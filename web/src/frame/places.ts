import type { SearchQuery } from "../api/generated/graphql.ts";
import { placeOfJob, type JobPlace } from "../jobs/places.ts";

type Result = SearchQuery["search"][number];

/** The page that shows what was found: its own, or the one that shows any item. */
export function placeOf({ kind, text, nodeId, node }: Result): string {
  if (kind === "Merchant") return `/receipts?merchant=${encodeURIComponent(text)}`;
  return (node && pageOf(node.__typename, node)) ?? `/node/${nodeId}`;
}

/** The page of its own that an item has; null if it has none. */
export function pageOf(type: string, item: object): string | null {
  const { receiptId = 1, ...parts } = item as Readonly<Record<string, unknown>>;
  const part = (name: string) => encodeURIComponent(String(parts[name]));
  const receipt = () => `/receipts/${part("imageId")}/${String(receiptId)}`;
  const places: Readonly<Record<string, () => string>> = {
    Job: () => placeOfJob(item as JobPlace).slice(1),
    Receipt: receipt,
    ReceiptMetadata: receipt,
    Image: receipt,
    Nova: () => `/novae/${part("novaId")}`,
    TextractJob: () => `/documents/${part("jobId")}`,
    CatImage: () => `/cats/${part("batchId")}`,
  };
  return places[type]?.() ?? null;
}
