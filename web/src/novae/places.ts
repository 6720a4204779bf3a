/** The page of a nova: by its name where it has one, since people know it by that. */
export function placeOfNova({ primaryName, novaId }: { primaryName: string | null; novaId: string }): string {
  return `#/novae/${encodeURIComponent(primaryName ?? novaId)}`;
}
