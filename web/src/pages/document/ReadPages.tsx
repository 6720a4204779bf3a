import { useState } from "react";
import { useKeys } from "../../frame/keyboard.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Sheets } from "../../parts/Sheets.tsx";
import { Drawing } from "./Drawing.tsx";
import { Forms } from "./Forms.tsx";
import { isOver } from "./life.ts";
import { Tables } from "./Tables.tsx";
import type { Page, Paper } from "./useDocument.ts";

interface Given {
  paper: Paper;
  pages: readonly Page[] | undefined;
  hasMore: boolean;
  onMore: () => void;
  /** Whether the pages cannot be had; that is said elsewhere. */
  isAway: boolean;
}

/** What was read: a page as it is laid out, and all its tables and fields. */
export function ReadPages({ paper, pages, hasMore, onMore, isAway }: Given) {
  const [at, setAt] = useState(0);
  const [tab, setTab] = useState(0);
  const last = (pages?.length ?? 1) - 1;
  const turn = (by: number) => {
    setAt(Math.min(Math.max(at + by, 0), last));
    if (at + by >= last && hasMore) onMore();
  };
  useKeys([
    { keys: "n", does: "The next page", run: () => turn(1) },
    { keys: "p", does: "The page before", run: () => turn(-1) },
  ]);
  if (paper.status !== "COMPLETED") return <Empty title={isOver(paper) ? "Nothing was read." : "What is read appears here by itself."} />;
  if (isAway) return null;
  if (!pages) return <Loading rows={1} height={400} />;
  const page = pages[at];
  if (!page) return <Empty title="There is nothing to read in this document.">Its results may have been deleted.</Empty>;
  const names = ["Page", `Tables (${page.tables.length})`, `Fields (${page.forms.length})`];
  const paging = (
    <div className="row">
      <button onClick={() => turn(-1)} disabled={at === 0} aria-label="The page before" title="The page before (p)">
        ‹
      </button>
      <span>
        Page {page.pageNumber} of {paper.totalPages ?? `${pages.length}${hasMore ? "+" : ""}`}
      </span>
      <button onClick={() => turn(1)} disabled={at === last} aria-label="The next page" title="The next page (n)">
        ›
      </button>
    </div>
  );
  return (
    <Sheets label="What was read" names={names} at={tab} onChange={setTab} aside={paging}>
      {tab === 0 && <Drawing page={page} />}
      {tab === 1 && <Tables page={page} name={paper.fileName ?? paper.jobId} />}
      {tab === 2 && <Forms forms={page.forms} />}
    </Sheets>
  );
}
