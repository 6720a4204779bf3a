import "./Receipts.css";
import { useQuery } from "@apollo/client/react";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { MerchantNamesDocument } from "../../api/generated/graphql.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { WallPage } from "./WallPage.tsx";

/** A wall of receipts, endless, of all merchants or of one. */
export function Receipts() {
  const merchant = new URLSearchParams(useSearch()).get("merchant");
  const [hasBars, setBars] = useState(false);
  const toggleBars = () => setBars((has) => !has);
  useKeys([
    { keys: "f", does: "Choose a merchant", run: () => document.getElementById("merchant")?.focus() },
    { keys: "b", does: "How all was judged", run: toggleBars },
  ]);
  return (
    <div className="stack">
      <div className="row">
        <h1>Receipts</h1>
        <MerchantChoice merchant={merchant} />
        <button aria-pressed={hasBars} title="Validation and labels: one request and about 10 units for each receipt" onClick={toggleBars}>
          Label states <kbd>b</kbd>
        </button>
      </div>
      <Wall key={merchant ?? ""} merchant={merchant} hasBars={hasBars} />
    </div>
  );
}

/** One page below the other, each asked for once the one above it has been seen to its end. */
function Wall({ merchant, hasBars }: { merchant: string | null; hasBars: boolean }) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return (
    <ul className="wall">
      {cursors.map((after, index) => (
        <WallPage
          key={after}
          merchant={merchant}
          after={after}
          hasBars={hasBars}
          onEnd={index < cursors.length - 1 ? undefined : (next) => setCursors([...cursors, next])}
        />
      ))}
    </ul>
  );
}

/** The merchants are asked for when somebody is about to choose one. */
function MerchantChoice({ merchant }: { merchant: string | null }) {
  const [, navigate] = useLocation();
  const [isNear, setNear] = useState(false);
  const { data } = useQuery(MerchantNamesDocument, { skip: !isNear, errorPolicy: "all" });
  const prepare = () => setNear(true);
  const counts = data?.merchantCounts ?? [];
  const choose = (name: string) => navigate(name ? `/receipts?merchant=${encodeURIComponent(name)}` : "/receipts");
  return (
    <label>
      <span className="unseen">Merchant</span>
      <select id="merchant" className="wall-merchant" value={merchant ?? ""} onFocus={prepare} onPointerEnter={prepare} onChange={(event) => choose(event.target.value)}>
        <option value="">All merchants</option>
        {merchant && counts.every(({ merchantName }) => merchantName !== merchant) && <option>{merchant}</option>}
        {counts.map(({ merchantName, receipts }) => (
          <option key={merchantName} value={merchantName}>
            {merchantName} ({receipts})
          </option>
        ))}
      </select>
    </label>
  );
}
