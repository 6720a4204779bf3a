import "./Receipt.css";
import { Empty } from "../../parts/Empty.tsx";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { said } from "../../parts/words.ts";
import { Desk } from "./Desk.tsx";
import { MerchantName } from "./MerchantName.tsx";
import { useReceipt, type ReceiptData } from "./useReceipt.ts";

interface Given {
  params: { imageId: string; receiptId: string };
}

/** One receipt: the picture, its words and their labels, what was bought and whether that is plausible. */
export function Receipt({ params: { imageId, receiptId } }: Given) {
  return <Opened key={`${imageId} ${receiptId}`} imageId={imageId} receiptId={Number(receiptId)} />;
}

function Opened({ imageId, receiptId }: { imageId: string; receiptId: number }) {
  const { receipt, problem, changes, edits, refetch } = useReceipt(imageId, receiptId);
  if (receipt === null && !problem) return <Empty title="There is no such receipt.">It may have been deleted.</Empty>;
  return (
    <div className="receipt">
      <Trouble problem={problem} />
      {receipt ? (
        <>
          <Head receipt={receipt} />
          <Desk receipt={receipt} changes={changes} edits={edits} onStale={() => void refetch()} />
        </>
      ) : (
        !problem && <Loading rows={2} height={280} />
      )}
    </div>
  );
}

function Head({ receipt }: { receipt: ReceiptData }) {
  const { lineItemAnalysis, validation, timestampAdded, metadata } = receipt;
  const address = metadata?.canonicalAddress ?? metadata?.address;
  return (
    <div className="receipt-head">
      <MerchantName receipt={receipt} />
      <p className="row">
        {lineItemAnalysis?.total && <b className="receipt-total">{lineItemAnalysis.total}</b>}
        {validation && <LabelChip state={stateOf(validation.overallStatus?.toUpperCase())}>{said(validation.overallStatus ?? "not checked")}</LabelChip>}
        <span className="soft">{[timestampAdded && `added ${timestampAdded.slice(0, 10)}`, address].filter(Boolean).join(" · ")}</span>
      </p>
    </div>
  );
}
