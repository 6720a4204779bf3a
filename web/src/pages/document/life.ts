import type { News } from "../../documents/news.ts";
import { stateOf } from "../../parts/LabelChip.tsx";
import type { Moment } from "../../parts/Timeline.tsx";
import { said } from "../../parts/words.ts";
import type { Paper } from "./useDocument.ts";

const ENDED = ["COMPLETED", "FAILED", "ERROR"];

export function isOver({ status }: Pick<Paper, "status">): boolean {
  return ENDED.includes(status);
}

type Known = Pick<Paper, "jobId" | "status" | "submittedAt" | "updatedAt" | "completedAt" | "error">;

/** The life of a document: what is stored of it, and in between what was heard while this tab was open. */
export function momentsOf(paper: Known, news: readonly News[]): Moment[] {
  const first = news[0]?.timestamp;
  const last = paper.completedAt ?? paper.updatedAt;
  const stored: Moment[] = [];
  if (paper.submittedAt && !(first && first <= paper.submittedAt)) {
    stored.push({ key: "submitted", at: paper.submittedAt, state: "PENDING", name: "created", message: "The document was created" });
  }
  if (last && !news.some(({ status }) => status === paper.status)) {
    stored.push({ key: "last", at: last, state: stateOf(paper.status), name: said(paper.status), message: paper.error });
  }
  const told = news.map(({ type, timestamp, status, message, progress }) => ({
    key: `${type} ${timestamp}`,
    at: timestamp,
    state: stateOf(status),
    name: said(status),
    message,
    progress: progress === null ? null : 100 * progress,
  }));
  return [...stored, ...told].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
