import { LettersDocument } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { pointsOf } from "../../parts/view.ts";
import type { ReceiptData } from "./useReceipt.ts";

/** A box around every letter: much to read, so only asked for when somebody wants it. */
export function Letters({ receipt }: { receipt: ReceiptData }) {
  const { imageId, receiptId } = receipt;
  const { data } = usePage(LettersDocument, { imageId, receiptId });
  return (
    <g className="letters">
      {data?.receipt?.words.flatMap(({ letters }) => letters.map((letter) => <polygon key={letter.id} points={pointsOf(letter, receipt)} />))}
    </g>
  );
}
