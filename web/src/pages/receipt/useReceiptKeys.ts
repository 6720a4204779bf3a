import { useKeys } from "../../frame/keyboard.tsx";
import type { WordRow } from "../../labels/words.ts";
import type { Status } from "../../labels/deeds.ts";
import type { Looking } from "../../parts/useLooking.ts";

interface Given {
  rows: readonly WordRow[];
  chosen: WordRow | null;
  looking: Looking;
  choose: (row: WordRow) => void;
  judge: (status: Status) => void;
  open: (menu: "relabel" | "add") => void;
  undo: () => void;
  toggleLetters: () => void;
  showTab: (index: number) => void;
}

/** Everything on the page, by keyboard. */
export function useReceiptKeys({ rows, chosen, looking, choose, judge, open, undo, toggleLetters, showTab }: Given): void {
  const step = (by: number) => {
    const at = rows.findIndex(({ key }) => key === chosen?.key);
    const row = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (row) choose(row);
  };
  const stepIfHere = (event: KeyboardEvent, by: number) => {
    if (event.target instanceof Element && event.target.closest("[role=tablist]")) return;
    step(by);
  };
  useKeys([
    { keys: "ArrowDown", does: "Next word", run: (event) => stepIfHere(event, 1) },
    { keys: "ArrowUp", does: "Word before", run: (event) => stepIfHere(event, -1) },
    { keys: "v", does: "The label is valid", run: () => judge("VALID") },
    { keys: "x", does: "The label is invalid", run: () => judge("INVALID") },
    { keys: "n", does: "The label needs review", run: () => judge("NEEDS_REVIEW") },
    { keys: "r", does: "Another label instead", run: () => chosen?.label && open("relabel") },
    { keys: "a", does: "Add a label", run: () => chosen && open("add") },
    { keys: "u", does: "Undo (the last 20)", run: undo },
    { keys: "L", does: "Letters", run: toggleLetters },
    { keys: "+", does: "Closer", run: () => looking.zoom(1.5) },
    { keys: "-", does: "Farther", run: () => looking.zoom(1 / 1.5) },
    { keys: "0", does: "The whole picture", run: looking.reset },
    { keys: "1", does: "Words", run: () => showTab(0) },
    { keys: "2", does: "Bought", run: () => showTab(1) },
    { keys: "3", does: "Checks", run: () => showTab(2) },
  ]);
}
