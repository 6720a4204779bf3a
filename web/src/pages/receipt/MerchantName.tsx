import { useApolloClient } from "@apollo/client/react";
import { useRef, useState } from "react";
import { SetMerchantDocument, type MerchantFragment } from "../../api/generated/graphql.ts";
import { problemOf, type Problem } from "../../api/problems.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import type { ReceiptData } from "./useReceipt.ts";

/** The merchant of a receipt, and a pencil to correct it. */
export function MerchantName({ receipt }: { receipt: ReceiptData }) {
  const { metadata } = receipt;
  const [isOpen, setOpen] = useState(false);
  const { set, problem, again, forget } = useMerchant(receipt);
  useKeys([{ keys: "m", does: "Correct the merchant", run: () => setOpen(true) }]);
  const name = metadata?.canonicalMerchantName ?? metadata?.merchantName;
  const save = (form: FormData) => {
    setOpen(false);
    const given = String(form.get("name") ?? "").trim();
    if (given && given !== name) set(given, metadata?.timestamp ?? null);
  };
  return (
    <>
      {isOpen ? (
        <form action={save} className="row" onKeyDown={(event) => event.key === "Escape" && (event.stopPropagation(), setOpen(false))}>
          <input name="name" aria-label="Merchant" defaultValue={name ?? ""} autoFocus onFocus={(event) => event.target.select()} />
          <button>Save</button>
          <button type="button" onClick={() => setOpen(false)}>
            Keep it
          </button>
        </form>
      ) : (
        <div className="row">
          <h1>{name ?? "Unknown merchant"}</h1>
          <button className="plain" title="Correct the merchant (m)" onClick={() => setOpen(true)}>
            ✎<span className="unseen"> Correct the merchant</span>
          </button>
        </div>
      )}
      <Trouble problem={problem} onAgain={again} onDismiss={forget} />
    </>
  );
}

function useMerchant({ id, imageId, receiptId, metadata }: ReceiptData) {
  const client = useApolloClient();
  const [failed, setFailed] = useState<{ problem: Problem; name: string } | null>(null);
  /** The change under way, which tells the time of what it has left behind: the next one waits for it and names that. */
  const saving = useRef<Promise<string | null> | null>(null);
  const set = async (name: string, expected: string | null) => {
    setFailed(null);
    const turn = send(name, expected, saving.current);
    saving.current = turn;
    await turn;
    if (saving.current === turn) saving.current = null;
  };
  const send = async (name: string, expected: string | null, before: Promise<string | null> | null): Promise<string | null> => {
    const expectedTimestamp = (await before) ?? expected;
    const named = { ...changeable(metadata), merchantName: name, canonicalMerchantName: name, reasoning: "Corrected by hand." };
    const shown = metadata && { setReceiptMetadata: { ...metadata, ...named } };
    try {
      const { data: made } = await client.mutate({
        mutation: SetMerchantDocument,
        variables: { input: { ...named, imageId, receiptId, expectedTimestamp } },
        ...(shown ? { optimisticResponse: shown } : {}),
        update: (cache, { data }) => {
          if (!data || metadata) return;
          const made = cache.identify(data.setReceiptMetadata as unknown as { __typename: string; id: string });
          cache.modify({ id: cache.identify({ __typename: "Receipt", id }), fields: { metadata: () => ({ __ref: made }) } });
        },
      });
      return made?.setReceiptMetadata.timestamp ?? null;
    } catch (fault) {
      setFailed({ problem: problemOf(fault)!, name });
      return null;
    }
  };
  const again = () => {
    if (!failed) return;
    const current = failed.problem.kind === "conflict" ? (failed.problem.current as MerchantFragment | null) : metadata;
    void set(failed.name, current?.timestamp ?? null);
  };
  const forget = () => {
    setFailed(null);
    void client.refetchQueries({ include: "active" }); // theirs
  };
  return { set: (...given: Parameters<typeof set>) => void set(...given), problem: failed?.problem ?? null, again, forget };
}

/** All that is replaced by `setReceiptMetadata`, as it is. */
function changeable(metadata: MerchantFragment | null): Partial<MerchantFragment> {
  const kept: Record<string, unknown> = { ...metadata };
  for (const name of ["__typename", "id", "imageId", "receiptId", "timestamp"]) delete kept[name];
  return kept as Partial<MerchantFragment>;
}
