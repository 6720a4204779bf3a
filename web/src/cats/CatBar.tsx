import { Shares } from "../parts/Shares.tsx";
import type { CatCounts } from "./counts.ts";

/** What came of the pictures of a batch, as one bar. */
export function CatBar({ counts: { cats, others, failed, pending }, isBrief }: { counts: CatCounts; isBrief?: boolean }) {
  return (
    <Shares
      isBrief={isBrief}
      shares={[
        { name: cats === 1 ? "cat" : "cats", count: cats, state: "VALID" },
        { name: "no cat", count: others, state: "NONE" },
        { name: "failed", count: failed, state: "INVALID" },
        { name: "pending", count: pending, state: "PENDING" },
      ]}
    />
  );
}
