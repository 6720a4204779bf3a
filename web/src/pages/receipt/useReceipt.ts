import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useRef } from "react";
import { ReceiptDocument, type ReceiptQuery } from "../../api/generated/graphql.ts";
import { usePage, type Asked } from "../../api/usePage.ts";
import { listLabel, showLabel, unlistLabel } from "../../labels/labelCache.ts";
import { useLabelChanges, type LabelChanges, type LabelMessage } from "../../labels/useLabelChanges.ts";
import { useLabelEdits, type LabelEdits } from "../../labels/useLabelEdits.ts";

export type ReceiptData = NonNullable<ReceiptQuery["receipt"]>;

interface Opened extends Omit<Asked<ReceiptQuery>, "data"> {
  /** Undefined until it is known, null if there is none. */
  receipt: ReceiptData | null | undefined;
  changes: LabelChanges;
  edits: LabelEdits;
}

/** One receipt, kept as it is: what others do to its labels appears by itself. */
export function useReceipt(imageId: string, receiptId: number): Opened {
  const { cache } = useApolloClient();
  const receiptKey = useRef("");
  const latest = useRef(new Map<string, LabelMessage>());
  const changes = useLabelChanges({ imageId, receiptId }, (labels) => {
    for (const label of labels) {
      latest.current.set(label.id, label);
      (label.deletedBy ? unlistLabel : listLabel)(cache, receiptKey.current, label);
    }
  });
  const { data, ...asked } = usePage(ReceiptDocument, { imageId, receiptId }, { after: [changes] });
  // What was asked before may come after a message that is newer: then the message is shown once more.
  useEffect(() => {
    receiptKey.current = data?.receipt?.id ?? "";
    for (const label of data?.receipt?.labels ?? []) {
      const told = latest.current.get(label.id);
      if (told?.validatedAt && told.validatedAt > (label.validatedAt ?? "")) showLabel(cache, told);
    }
  }, [cache, data]);
  const receiptOf = useCallback(() => receiptKey.current, []);
  const edits = useLabelEdits(receiptOf);
  return { ...asked, receipt: data?.receipt, changes, edits };
}
