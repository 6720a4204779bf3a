import { fetchFrom } from "./failures.js";

/** The API's addresses and protocol, from the server of this page; addresses may be relative to the page. */
export async function readConfig() {
  const answer = await fetchFrom("config.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`The server gave no config.json: ${answer.status} ${answer.statusText}.`);
  const config = await answer.json();
  const endpoint = absolute(config.endpoint);
  return {
    endpoint,
    realtime: absolute(config.realtime ?? realtimeOf(endpoint)).replace(/^http/, "ws"),
    protocol: config.protocol ?? "graphql-transport-ws",
    apiKey: config.apiKey ?? "",
    tokenUrl: config.tokenUrl ? absolute(config.tokenUrl) : null,
    picturesUrl: config.picturesUrl ? absolute(config.picturesUrl) : null,
  };
}

function absolute(address) {
  return new URL(address, location.href).href;
}

/** AppSync's real-time address: a separate host, or a path below a custom domain. */
function realtimeOf(endpoint) {
  const usual = endpoint.replace(".appsync-api.", ".appsync-realtime-api.");
  return usual === endpoint ? `${endpoint}/realtime` : usual;
}
