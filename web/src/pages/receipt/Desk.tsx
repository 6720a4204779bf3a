import { useMemo, useState } from "react";
import { labelsByPlace, placeOf, wordRows, type Wanted, type WordRow } from "../../labels/words.ts";
import { seenStatus, type LabelChanges } from "../../labels/useLabelChanges.ts";
import type { LabelEdits } from "../../labels/useLabelEdits.ts";
import type { Status } from "../../labels/deeds.ts";
import { Conflict } from "../../parts/Conflict.tsx";
import { LabelMenu } from "../../parts/LabelMenu.tsx";
import { Picture } from "../../parts/Picture.tsx";
import { Sheets } from "../../parts/Sheets.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { useLooking } from "../../parts/useLooking.ts";
import { boxOf, showing } from "../../parts/view.ts";
import { Words } from "../../parts/Words.tsx";
import { Bought } from "./Bought.tsx";
import { Boxes } from "./Boxes.tsx";
import { Checks } from "./Checks.tsx";
import { Letters } from "./Letters.tsx";
import { Tools } from "./Tools.tsx";
import { useReceiptKeys } from "./useReceiptKeys.ts";
import type { ReceiptData } from "./useReceipt.ts";

interface Given {
  receipt: ReceiptData;
  changes: LabelChanges;
  edits: LabelEdits;
  onStale: () => void;
}

const TABS = ["Words", "Bought", "Checks"];

/** The picture beside the lists: what is pointed at in one half lights up in the other. */
export function Desk({ receipt, changes: { flashes }, edits, onStale }: Given) {
  const { words, labels } = receipt;
  const looking = useLooking(receipt.width, receipt.height);
  const [tab, setTab] = useState(0);
  const [wanted, setWanted] = useState<Wanted>("all");
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const [lit, setLit] = useState<ReadonlySet<string>>(new Set());
  const [menu, setMenu] = useState<"relabel" | "add" | null>(null);
  const [hasLetters, setLetters] = useState(false);
  const byPlace = useMemo(() => labelsByPlace(labels), [labels]);
  const rows = useMemo(() => wordRows(words, labels, wanted), [words, labels, wanted]);
  const chosen = rows.find(({ key }) => key === chosenKey) ?? null;

  const choose = (row: WordRow) => {
    setChosenKey(row.key);
    const box = boxOf(row.word, receipt);
    if (box) looking.setView((view) => showing(view, box, receipt));
  };
  const chooseAt = (place: string) => {
    const row = wordRows(words, labels).find((each) => each.place === place);
    if (!rows.some((each) => each.place === place)) setWanted("all");
    setTab(0);
    if (row) setChosenKey(row.key);
  };
  const pointAt = (place: string | null) => setLit(new Set(place ? [place] : []));
  const pointAtLines = (lineIds: readonly number[]) => setLit(new Set(words.filter(({ lineId }) => lineIds.includes(lineId)).map(placeOf)));
  const judge = (status: Status) => {
    if (chosen?.label) void edits.judge(chosen.label, status, seenStatus(chosen.label, flashes));
  };
  const setLabel = (label: string) => {
    setMenu(null);
    if (!chosen) return;
    const { imageId, receiptId } = receipt;
    if (menu === "relabel" && chosen.label) void edits.relabel(chosen.label, label, seenStatus(chosen.label, flashes));
    else void edits.add({ ...chosen.word, imageId, receiptId }, label);
  };
  const tools = { judge, open: setMenu, undo: () => void edits.undo(), toggleLetters: () => setLetters((is) => !is) };
  useReceiptKeys({ ...tools, rows, chosen, looking, choose, showTab: setTab });

  const below = ({ label }: WordRow) => {
    const conflict = label && edits.conflicts.get(label.id);
    return conflict ? <Conflict sentence={conflict.sentence} onDismiss={() => edits.keepTheirs(label.id)} onAgain={() => edits.setMineAgain(label.id)} /> : null;
  };
  const { picture, width, height } = receipt;
  return (
    <div className="receipt-desk">
      <div className="receipt-picture">
        <Picture width={width} height={height} href={picture?.url} reason={picture?.reason} label="The receipt" view={looking.view} looking={looking} onMissing={onStale}>
          {hasLetters && <Letters receipt={receipt} />}
          <Boxes words={words} labels={byPlace} size={receipt} chosen={chosen?.place ?? null} lit={lit} flashing={flashes} onPoint={pointAt} onChoose={chooseAt} />
        </Picture>
      </div>
      <Sheets label="About the receipt" names={TABS} at={tab} onChange={setTab}>
        <Trouble problem={edits.trouble?.problem ?? null} onAgain={edits.trouble?.again} onDismiss={edits.dismiss} />
        {tab === 0 && (
          <>
            <Tools {...tools} chosen={chosen} deeds={edits.deeds} wanted={wanted} onWanted={setWanted} hasLetters={hasLetters} looking={looking} />
            <Words
              rows={rows}
              chosen={chosenKey}
              lit={lit}
              flashing={({ label }) => label !== null && flashes.has(label.id)}
              onChoose={choose}
              onPoint={(row) => pointAt(row?.place ?? null)}
              below={below}
            />
          </>
        )}
        {tab === 1 && <Bought analysis={receipt.lineItemAnalysis} onPoint={pointAtLines} />}
        {tab === 2 && <Checks validation={receipt.validation} />}
      </Sheets>
      {menu && (
        <LabelMenu
          title={menu === "relabel" ? `“${chosen?.word.text}” is not ${chosen?.label?.label}, but` : `“${chosen?.word.text}” is`}
          without={byPlace.get(chosen?.place ?? "")?.map(({ label }) => label) ?? []}
          onChoose={setLabel}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
