/** Where the API is and how it speaks, as whoever serves this page says; addresses may be relative to it. */
export async function readConfig() {
  const answer = await fetch("config.json", { cache: "no-store" });
  if (!answer.ok) throw new Error(`config.json: ${answer.status} ${answer.statusText}`);
  const config = await answer.json();
  const endpoint = absolute(config.endpoint);
  return {
    endpoint,
    realtime: absolute(config.realtime ?? realtimeOf(endpoint)).replace(/^http/, "ws"),
    protocol: config.protocol ?? "graphql-transport-ws",
    apiKey: config.apiKey ?? "",
    tokenUrl: config.tokenUrl ? absolute(config.tokenUrl) : null,
  };
}

function absolute(address) {
  return new URL(address, location.href).href;
}

/** Where AppSync speaks in real time: a host of its own, or below the path at other domains. */
function realtimeOf(endpoint) {
  const usual = endpoint.replace(".appsync-api.", ".appsync-realtime-api.");
  return usual === endpoint ? `${endpoint}/realtime` : usual;
}
