import type { ApolloCache } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { RunFragmentDoc, RunsChangedDocument, SpectraChangedDocument, SpectrumFragmentDoc, type RunFragment, type SpectrumFragment } from "../api/generated/graphql.ts";
import { useLive, type Live } from "../api/useLive.ts";

interface Listener {
  onSpectra?: (spectra: SpectrumFragment[]) => void;
  onRuns?: (runs: RunFragment[]) => void;
}

/** Spectra and runs as they change, of one nova or of all: whatever shows them shows the change. */
export function useNovaChanges(novaId: string | null, { onSpectra, onRuns }: Listener): Live[] {
  const { cache } = useApolloClient();
  const spectra = useLive(SpectraChangedDocument, { novaId }, (messages) => {
    const changed = messages.flatMap(({ onSpectraChanged }) => onSpectraChanged ?? []);
    for (const each of changed) showSpectrum(cache, each);
    onSpectra?.(changed);
  });
  const runs = useLive(
    RunsChangedDocument,
    { novaId },
    (messages) => {
      const changed = messages.flatMap(({ onJobRunChanged }) => onJobRunChanged ?? []);
      for (const each of changed) showRun(cache, each);
      onRuns?.(changed);
    },
    { catchUp: () => undefined }, // the other one asks for all of the page again
  );
  return [spectra, runs];
}

/** Messages carry the whole spectrum, so what is null in them is gone; an older one never undoes a newer answer. */
function showSpectrum(cache: ApolloCache, data: SpectrumFragment): void {
  const at = { id: cache.identify({ __typename: "SpectraProduct", id: data.id })!, fragment: SpectrumFragmentDoc };
  const before = cache.readFragment(at);
  if (before && !isOlder(data, before)) cache.writeFragment({ ...at, data: { ...data, __typename: "SpectraProduct" } as SpectrumFragment });
}

function showRun(cache: ApolloCache, data: RunFragment): void {
  const at = { id: cache.identify({ __typename: "JobRun", id: data.id })!, fragment: RunFragmentDoc };
  const before = cache.readFragment(at);
  if (before && !isOlder(data, before)) cache.writeFragment({ ...at, data: { ...data, __typename: "JobRun" } as RunFragment });
}

function isOlder(one: { updatedAt: string | null }, other: { updatedAt: string | null }): boolean {
  return (one.updatedAt ?? "") < (other.updatedAt ?? "");
}
