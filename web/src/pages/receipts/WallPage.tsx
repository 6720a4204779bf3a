import { useEffect, useRef } from "react";
import { ReceiptBarsDocument, ReceiptsDocument } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { ReceiptCard } from "./ReceiptCard.tsx";

interface Given {
  merchant: string | null;
  after: string | null;
  hasBars: boolean;
  /** For the last page: gets the cursor of the next one, once the end of this one is near. */
  onEnd?: ((cursor: string) => void) | undefined;
}

/** Up to 24 receipts of the wall. */
export function WallPage({ merchant, after, hasBars, onEnd }: Given) {
  const variables = { merchantName: merchant, after };
  const { data, problem } = usePage(ReceiptsDocument, variables);
  const bars = usePage(ReceiptBarsDocument, variables, { skip: !hasBars });
  const statesOf = new Map(bars.data?.receiptMetadata.nodes.map(({ id, receipt }) => [id, receipt]));
  const { nodes = [], pageInfo } = data?.receiptMetadata ?? {};
  const next = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  return (
    <>
      {problem && (
        <li className="wall-wide">
          <Trouble problem={problem} />
        </li>
      )}
      {!data && !problem && Array.from({ length: 12 }, (_, index) => <li key={index} className="card-shape" aria-hidden="true" />)}
      {data && !after && !nodes.length && (
        <li className="wall-wide">
          <Empty title={merchant ? `There is no receipt of ${merchant}.` : "There is no receipt yet."} />
        </li>
      )}
      {nodes.map((each) => (
        <ReceiptCard key={each.id} card={each} states={hasBars ? statesOf.get(each.id) : undefined} />
      ))}
      {next && onEnd && <End onSeen={() => onEnd(next)} />}
    </>
  );
}

function End({ onSeen }: { onSeen: () => void }) {
  const mark = useRef<HTMLLIElement>(null);
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen.current(), { rootMargin: "400px" });
    watch.observe(mark.current!);
    return () => watch.disconnect();
  }, []);
  return <li ref={mark} className="wall-wide" aria-hidden="true" />;
}
