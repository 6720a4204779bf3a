/** Things by their key, in order of time: what was asked for and what came since. What came later wins. */
export function united<Item>(asked: readonly Item[], arrived: readonly Item[], keyOf: (item: Item) => string, timeOf: (item: Item) => string): Item[] {
  const all = new Map(asked.map((item) => [keyOf(item), item]));
  for (const item of arrived) all.set(keyOf(item), { ...all.get(keyOf(item)), ...told(item) } as Item);
  return [...all.values()].sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0));
}

/** A message has null for what it does not carry: that makes nothing vanish. */
function told<Item>(item: Item): Partial<Item> {
  return Object.fromEntries(Object.entries(item as object).filter(([, value]) => value !== null)) as Partial<Item>;
}
