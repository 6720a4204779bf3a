import { useKeys } from "../../frame/keyboard.tsx";
import type { Status } from "../../labels/deeds.ts";

interface Given {
  judge: (status: Status) => void;
  skip: (by: 1 | -1) => void;
  undo: () => void;
  openMenu: () => void;
  toggleLine: () => void;
  keepTheirs: () => void;
  setMineAgain: () => void;
}

/** One key for each judgement. */
export function useReviewKeys({ judge, skip, undo, openMenu, toggleLine, keepTheirs, setMineAgain }: Given): void {
  useKeys([
    { keys: "v", does: "Valid", run: () => judge("VALID") },
    { keys: "x", does: "Invalid", run: () => judge("INVALID") },
    { keys: "n", does: "Needs review", run: () => judge("NEEDS_REVIEW") },
    { keys: "r", does: "Another label instead", run: openMenu },
    { keys: "ArrowRight", does: "Skip", run: () => skip(1) },
    { keys: "ArrowLeft", does: "Back", run: () => skip(-1) },
    { keys: "u", does: "Undo (the last 20)", run: undo },
    { keys: "l", does: "The whole line as text", run: toggleLine },
    { keys: "k", does: "Keep theirs, if someone was faster", run: keepTheirs },
    { keys: "s", does: "Set mine again, if someone was faster", run: setMineAgain },
  ]);
}
