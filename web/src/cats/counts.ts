import type { LiveCatFragment } from "../api/generated/graphql.ts";
import type { State } from "../parts/LabelChip.tsx";

type Image = Pick<LiveCatFragment, "batchId" | "status" | "isCat" | "uploadedAt">;

/** What came of some pictures; every picture is in one of them. */
export interface CatCounts {
  cats: number;
  others: number;
  failed: number;
  pending: number;
}

export interface Batch {
  batchId: string;
  begun: string | null;
  total: number;
  counts: CatCounts;
}

/** What came of a picture: its state, and in a word. */
export function verdictOf({ status, isCat }: Pick<Image, "status" | "isCat">): { state: State; name: string; part: keyof CatCounts } {
  if (status === "FAIL") return { state: "INVALID", name: "failed", part: "failed" };
  if (status !== "SUCCESS" || isCat === null) return { state: "PENDING", name: "pending", part: "pending" };
  return isCat ? { state: "VALID", name: "cat", part: "cats" } : { state: "NONE", name: "no cat", part: "others" };
}

export function countsOf(images: readonly Image[]): CatCounts {
  const counts = { cats: 0, others: 0, failed: 0, pending: 0 };
  for (const image of images) counts[verdictOf(image).part] += 1;
  return counts;
}

/** Pictures by the batch that they were uploaded in, in the order in which they are given. */
export function batchesOf(images: readonly Image[]): Batch[] {
  const byBatch = new Map<string, Image[]>();
  for (const image of images) byBatch.set(image.batchId, [...(byBatch.get(image.batchId) ?? []), image]);
  return [...byBatch].map(([batchId, some]) => ({
    batchId,
    begun: some.map(({ uploadedAt }) => uploadedAt).reduce((one, other) => (one && other && one < other ? one : other)),
    total: some.length,
    counts: countsOf(some),
  }));
}
