import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { CatChangesDocument, LiveCatFragmentDoc, type LiveCatFragment } from "../api/generated/graphql.ts";
import { useLive, type Live } from "../api/useLive.ts";

const LATE_MILLISECONDS = 1000;

/** Pictures as they are uploaded and judged, into the cache; `onNew` is called once some came that nobody shows yet. */
export function useCatChanges(batchId: string | null, isShown: (id: string) => boolean, onNew: () => void): Live {
  const { cache } = useApolloClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useLive(CatChangesDocument, { batchId }, (messages) => {
    const images = messages.flatMap(({ onCatImage }) => onCatImage ?? []);
    cache.batch({ update: () => images.forEach((image) => show(image)) });
    if (images.every(({ id }) => isShown(id))) return;
    clearTimeout(timer.current); // the indexes that list pictures follow a moment later
    timer.current = setTimeout(onNew, LATE_MILLISECONDS);
  });

  function show(image: LiveCatFragment): void {
    const id = cache.identify({ __typename: "CatImage", id: image.id });
    const told = Object.fromEntries(Object.entries(image).filter(([, value]) => value !== null));
    const known = cache.readFragment({ id, fragment: LiveCatFragmentDoc });
    cache.writeFragment({ id, fragment: LiveCatFragmentDoc, data: { ...image, ...known, ...told } as LiveCatFragment });
  }
}
