/** The address within the page that opens GraphiQL with a query and its variables. Never headers: they may hold a token. */
export function linkToApi(query: string, variables: Record<string, unknown> = {}): string {
  const given = new URLSearchParams({ query });
  if (Object.keys(variables).length) given.set("variables", JSON.stringify(variables, null, 2));
  return `#/api?${given}`;
}

/** Links to a query once led to `/#query=…`, where GraphiQL was: they still open it. */
export function openOldLink(): void {
  if (location.hash.startsWith("#query=")) location.hash = `#/api?${location.hash.slice(1)}`;
}
