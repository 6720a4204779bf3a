import type { BoughtFragment } from "../../api/generated/graphql.ts";
import { Empty } from "../../parts/Empty.tsx";

interface Given {
  analysis: BoughtFragment | null;
  onPoint: (lineIds: readonly number[]) => void;
}

/** In the order in which they make up the total: what is bought less discounts is the subtotal. */
const SUMS = [
  ["Discounts", "discounts"],
  ["Subtotal", "subtotal"],
  ["Fees", "fees"],
  ["Tax", "tax"],
  ["Tip", "tips"],
  ["Total", "total"],
] as const;

/** What was bought, and whether it adds up. Pointing at an item lights up its lines on the picture. */
export function Bought({ analysis, onPoint }: Given) {
  if (!analysis) return <Empty title="What was bought has not been looked for." />;
  return (
    <>
      {analysis.discrepancies.map((sentence) => (
        <p key={sentence} className="bought-wrong">
          ✗ {sentence}
        </p>
      ))}
      <table className="bought">
        <thead>
          <tr>
            <th>Item</th>
            <th className="number">Amount</th>
            <th className="number">Each</th>
            <th className="number">Price</th>
          </tr>
        </thead>
        <tbody>
          {analysis.items.map(({ description, quantity, price, lineIds, reasoning }, index) => (
            <tr
              key={index}
              tabIndex={0}
              title={reasoning ?? undefined}
              onPointerEnter={() => onPoint(lineIds)}
              onPointerLeave={() => onPoint([])}
              onFocus={() => onPoint(lineIds)}
              onBlur={() => onPoint([])}
            >
              <td>{description}</td>
              <td className="number">{[quantity?.amount, quantity?.unit === "each" ? null : quantity?.unit].filter(Boolean).join(" ")}</td>
              <td className="number">{price?.unitPrice}</td>
              <td className="number">{price?.extendedPrice}</td>
            </tr>
          ))}
        </tbody>
        <tfoot data-wrong={analysis.discrepancies.length > 0 || undefined}>
          {SUMS.map(([name, field]) =>
            analysis[field] === null ? null : (
              <tr key={field}>
                <th colSpan={3}>{name}</th>
                <td className="number">{field === "discounts" ? lessened(analysis[field]) : analysis[field]}</td>
              </tr>
            ),
          )}
        </tfoot>
      </table>
    </>
  );
}

/** A discount is stored as how much it is, and printed as what it takes away. */
function lessened(amount: string | null): string {
  return amount === null || /^[-−]|^0*\.?0*$/.test(amount) ? (amount ?? "") : `-${amount}`;
}
