export interface Known {
  label: string;
  description: string | null;
}

/** The labels that a text may mean: those whose name begins with it, then those that have it anywhere. */
export function matching<K extends Known>(labels: readonly K[], text: string): K[] {
  const wanted = normal(text);
  if (!wanted) return [...labels];
  const rank = ({ label, description }: K): number => {
    if (label.startsWith(wanted)) return 0;
    if (label.includes(`_${wanted}`)) return 1;
    if (label.includes(wanted)) return 2;
    return description?.toUpperCase().includes(text.trim().toUpperCase()) ? 3 : 4;
  };
  const ranked = labels.map((each) => ({ each, rank: rank(each) })).filter((found) => found.rank < 4);
  return ranked.sort((one, other) => one.rank - other.rank).map(({ each }) => each);
}

/** A text as a label is stored: `grand total` is GRAND_TOTAL. */
export function normal(text: string): string {
  return text.trim().toUpperCase().replace(/[\s-]+/g, "_");
}
