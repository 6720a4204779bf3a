import type { ReceiptCardFragment } from "../../api/generated/graphql.ts";
import { countStates } from "../../labels/words.ts";
import { LabelChip, STATES, stateOf } from "../../parts/LabelChip.tsx";
import { said } from "../../parts/words.ts";

interface States {
  validation: { overallStatus: string | null } | null;
  labels: readonly { validationStatus: string }[];
}

interface Given {
  card: ReceiptCardFragment;
  /** Known only where bars are wanted. */
  states: States | null | undefined;
}

/** A receipt on the wall: its picture, and what one looks for. */
export function ReceiptCard({ card: { imageId, receiptId, merchantName, canonicalMerchantName, receipt }, states }: Given) {
  const name = canonicalMerchantName ?? merchantName ?? "Unknown merchant";
  const picture = receipt?.picture;
  const source = picture?.small?.url ?? picture?.url;
  return (
    <li>
      <a className="card" href={`#/receipts/${imageId}/${receiptId}`}>
        <span className="card-picture">{source ? <img src={source} alt="" loading="lazy" /> : <small>{picture?.reason ?? "No picture"}</small>}</span>
        {states && <StateBar labels={states.labels} />}
        <span className="card-name">{name}</span>
        <span className="card-facts">
          {states?.validation?.overallStatus ? (
            <LabelChip state={stateOf(states.validation.overallStatus.toUpperCase())}>{said(states.validation.overallStatus)}</LabelChip>
          ) : (
            <Sum discrepancies={receipt?.lineItemAnalysis?.discrepancies} />
          )}
          <b className="number">{receipt?.lineItemAnalysis?.total ?? "–"}</b>
          <span className="soft">{receipt?.timestampAdded && `added ${receipt.timestampAdded.slice(0, 10)}`}</span>
        </span>
      </a>
    </li>
  );
}

/** Whether the amounts add up: read with the total, so it costs nothing. */
function Sum({ discrepancies }: { discrepancies: readonly string[] | undefined }) {
  if (!discrepancies) return <LabelChip state="NONE" />;
  return <LabelChip state={discrepancies.length ? "INVALID" : "VALID"}>{discrepancies.length ? "does not add up" : "adds up"}</LabelChip>;
}

/** How many labels are in which state. */
function StateBar({ labels }: { labels: readonly { validationStatus: string }[] }) {
  const counts = countStates(labels).filter(([, count]) => count);
  const words = counts.map(([state, count]) => `${count} ${STATES[state].name}`).join(", ") || "no labels";
  return (
    <span className="card-bar" role="img" aria-label={words} title={words}>
      {counts.map(([state, count]) => (
        <i key={state} data-state={state} style={{ flexGrow: count }} />
      ))}
    </span>
  );
}
