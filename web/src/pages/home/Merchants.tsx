import type { HomeQuery } from "../../api/generated/graphql.ts";

const SHOWN = 12;

export function Merchants({ counts }: { counts: HomeQuery["merchantCounts"] }) {
  const most = counts[0]?.receipts ?? 1;
  if (!counts.length) return <p className="soft">No receipt has a merchant yet.</p>;
  return (
    <ul className="home-bars">
      {counts.slice(0, SHOWN).map(({ merchantName, receipts }) => (
        <li key={merchantName}>
          <a href={`#/receipts?merchant=${encodeURIComponent(merchantName)}`}>{merchantName}</a>
          <i style={{ width: `${(100 * receipts) / most}%` }} />
          <span className="number">{receipts}</span>
        </li>
      ))}
    </ul>
  );
}
