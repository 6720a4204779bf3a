import { wordsOf, type Deed, type Status } from "../../labels/deeds.ts";
import type { Wanted, WordRow } from "../../labels/words.ts";
import type { Looking } from "../../parts/useLooking.ts";

interface Given {
  chosen: WordRow | null;
  deeds: readonly Deed[];
  wanted: Wanted;
  hasLetters: boolean;
  looking: Looking;
  judge: (status: Status) => void;
  open: (menu: "relabel" | "add") => void;
  undo: () => void;
  toggleLetters: () => void;
  onWanted: (wanted: Wanted) => void;
}

const JUDGEMENTS: readonly [Status, string, string, string][] = [
  ["VALID", "✓", "Valid", "v"],
  ["INVALID", "✗", "Invalid", "x"],
  ["NEEDS_REVIEW", "?", "Needs review", "n"],
];

/** What can be done with the chosen row; every button has its key. */
export function Tools({ chosen, deeds, wanted, hasLetters, looking, judge, open, undo, toggleLetters, onWanted }: Given) {
  const [last] = deeds;
  return (
    <div className="receipt-tools">
      {JUDGEMENTS.map(([status, sign, name, key]) => (
        <button key={status} disabled={!chosen?.label} title={`${name} (${key})`} onClick={() => judge(status)}>
          {sign}
          <span className="unseen"> {name}</span> <kbd>{key}</kbd>
        </button>
      ))}
      <button disabled={!chosen?.label} title="Another label instead (r)" onClick={() => open("relabel")}>
        Relabel <kbd>r</kbd>
      </button>
      <button disabled={!chosen} title="Add a label (a)" onClick={() => open("add")}>
        Add <kbd>a</kbd>
      </button>
      <button disabled={!last} title={last ? `Undo: ${wordsOf(last)}` : "Nothing to undo"} onClick={undo}>
        Undo <kbd>u</kbd>
      </button>
      <button aria-pressed={hasLetters} title="Reads every letter: 1 Lambda call, 2 requests, about 44 units" onClick={toggleLetters}>
        Letters <kbd>L</kbd>
      </button>
      <button disabled={!looking.isCloser} title="The whole picture (0)" onClick={looking.reset}>
        Fit <kbd>0</kbd>
      </button>
      <label className="push">
        <span className="unseen">Which words</span>
        <select value={wanted} onChange={(event) => onWanted(event.target.value as Wanted)}>
          <option value="all">All words</option>
          <option value="labelled">With labels</option>
          <option value="waiting">Waiting</option>
        </select>
      </label>
    </div>
  );
}
