import type { SignInPlace } from "./signIn.ts";

/** Where the API is. The server of the page says so, because the same files are served for any API. */
export interface Config {
  endpoint: string;
  realtime: string;
  apiKey: string;
  /** Where tokens are issued to anyone who asks: only a server at home does that. */
  tokenUrl: string | null;
  /** Where people sign in, if the API has users of its own. */
  signIn: SignInPlace | null;
}

export async function readConfig(): Promise<Config> {
  const response = await fetch("config.json", { cache: "no-store" });
  if (!response.ok) throw new Error(`The server gave no config.json: ${response.status} ${response.statusText}.`);
  const given = (await response.json()) as Partial<Config> & { endpoint: string };
  const endpoint = absolute(given.endpoint);
  return {
    endpoint,
    realtime: absolute(given.realtime ?? realtimeOf(endpoint)).replace(/^http/, "ws"),
    apiKey: given.apiKey ?? "",
    tokenUrl: given.tokenUrl ? absolute(given.tokenUrl) : null,
    signIn: given.signIn ?? null,
  };
}

function absolute(address: string): string {
  return new URL(address, location.href).href;
}

/** AppSync's real-time address: a separate host, or a path below a custom domain. */
function realtimeOf(endpoint: string): string {
  const usual = endpoint.replace(".appsync-api.", ".appsync-realtime-api.");
  return usual === endpoint ? `${endpoint}/realtime` : usual;
}
