import { useApolloClient } from "@apollo/client/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { LabelChangesDocument, type LabelChangesSubscription } from "../api/generated/graphql.ts";
import { useLive, type Live } from "../api/useLive.ts";
import type { LabelRow, Status } from "./deeds.ts";
import { shownLabel, showLabel } from "./labelCache.ts";

export type LabelMessage = NonNullable<LabelChangesSubscription["onLabelChanged"]>;

/** A change by someone else, so young that nobody can have noticed it. */
export interface Flash {
  status: Status;
  before: Status | null;
}

export interface LabelChanges extends Live {
  flashes: ReadonlyMap<string, Flash>;
}

const FLASH_MILLISECONDS = 1000;

/** Labels as others change them, of one receipt or of all; `onChanges` gets what is new to the page. */
export function useLabelChanges(
  place: { imageId?: string; receiptId?: number },
  onChanges?: (labels: LabelMessage[]) => void,
  catchUp?: () => void,
): LabelChanges {
  const { cache } = useApolloClient();
  const [flashes, flash] = useFlashes();
  const live = useLive(
    LabelChangesDocument,
    place,
    (messages) => {
      const labels = messages.flatMap(({ onLabelChanged }) => onLabelChanged ?? []);
      for (const label of labels) {
        const before = shownLabel(cache, label.id)?.validationStatus ?? null;
        if (showLabel(cache, label)) flash(label.id, { status: label.validationStatus, before });
      }
      onChanges?.(labels);
    },
    catchUp ? { catchUp } : {},
  );
  return { ...live, flashes };
}

function useFlashes(): [ReadonlyMap<string, Flash>, (id: string, flash: Flash) => void] {
  const [flashes, setFlashes] = useState<ReadonlyMap<string, Flash>>(new Map());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const flash = useCallback((id: string, given: Flash) => {
    setFlashes((known) => new Map(known).set(id, given));
    const end = () => setFlashes((known) => new Map([...known].filter(([each, value]) => each !== id || value !== given)));
    timers.current.add(setTimeout(end, FLASH_MILLISECONDS));
  }, []);
  return [flashes, flash];
}

/** The status that a person has seen, and judges by. */
export function seenStatus(label: LabelRow, flashes: ReadonlyMap<string, Flash>): Status {
  return flashes.get(label.id)?.before ?? label.validationStatus;
}
