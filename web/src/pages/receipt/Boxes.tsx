import { memo } from "react";
import type { WordPlaceFragment } from "../../api/generated/graphql.ts";
import type { LabelRow } from "../../labels/deeds.ts";
import { placeOf, stateOfWord } from "../../labels/words.ts";
import type { State } from "../../parts/LabelChip.tsx";
import { pointsOf } from "../../parts/view.ts";

interface Given {
  words: readonly WordPlaceFragment[];
  labels: ReadonlyMap<string, readonly LabelRow[]>;
  size: { width: number; height: number };
  chosen: string | null;
  lit: ReadonlySet<string>;
  /** The ids of labels that have just been changed by someone else. */
  flashing: ReadonlyMap<string, unknown>;
  onPoint: (place: string | null) => void;
  onChoose: (place: string) => void;
}

/** A box around every word, in the colour of its label's state. */
export function Boxes({ words, labels, size, chosen, lit, flashing, onPoint, onChoose }: Given) {
  return (
    <g className="boxes" onPointerLeave={() => onPoint(null)}>
      {words.map((word) => {
        const place = placeOf(word);
        const own = labels.get(place);
        return (
          <WordBox
            key={place}
            place={place}
            points={pointsOf(word, size)}
            state={stateOfWord(own)}
            isChosen={place === chosen}
            isLit={lit.has(place)}
            isFlashing={own?.some(({ id }) => flashing.has(id)) ?? false}
            onPoint={onPoint}
            onChoose={onChoose}
          />
        );
      })}
    </g>
  );
}

interface OfWord {
  place: string;
  points: string;
  state: State | null;
  isChosen: boolean;
  isLit: boolean;
  isFlashing: boolean;
  onPoint: (place: string | null) => void;
  onChoose: (place: string) => void;
}

const WordBox = memo(function WordBox({ place, points, state, isChosen, isLit, isFlashing, onPoint, onChoose }: OfWord) {
  return (
    <polygon
      points={points}
      data-place={place}
      data-state={state ?? undefined}
      data-chosen={isChosen || undefined}
      data-lit={isLit || undefined}
      data-flash={isFlashing || undefined}
      onPointerEnter={() => onPoint(place)}
      onClick={() => onChoose(place)}
    />
  );
});
