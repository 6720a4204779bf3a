// What went wrong, in sentences: GraphiQL shows the stack of anything that is thrown, which is minified code here.

/** The other side did not answer, or the connection broke: trying again may help. */
export class ConnectionLost extends Error {}

/** Errors as GraphQL writes them, from whatever was thrown or sent. */
export function errorsOf(fault) {
  const faults = Array.isArray(fault) ? fault : [fault];
  return faults.map((each) => (each instanceof Error || !each?.message ? { message: sentenceOf(each) } : each));
}

/** One sentence. */
export function sentenceOf(fault) {
  return String(fault?.message || fault || "The connection failed.");
}

/** `fetch` that says which server is away; browsers say "Failed to fetch". */
export async function fetchFrom(url, options) {
  try {
    return await fetch(url, options);
  } catch {
    throw new ConnectionLost(away(url));
  }
}

export function away(url) {
  const { origin, hostname } = new URL(url, location.href);
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  const advice = isHere ? "Start it with `make serve`, then try again." : "Check the address and your connection, then try again.";
  return `${origin.replace(/^ws/, "http")} does not answer. ${advice}`;
}
