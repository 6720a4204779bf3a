import { createClient } from "graphql-ws";
import { away, ConnectionLost } from "./failures.js";

const REFUSALS = { from: 4400, to: 4499 };

/** Subscribe by the protocol graphql-transport-ws; returns a function that ends the subscription. */
export function subscribeOverTransportWs(config, request, headers, observer) {
  const client = createClient({
    url: config.realtime,
    connectionParams: headers,
    retryAttempts: 0, // the list of messages says what was missed, so it reconnects itself
    on: { connected: observer.open },
  });
  const stop = client.subscribe(request, { ...observer, error: (fault) => observer.error(faultOf(fault, config.realtime)) });
  return () => {
    stop();
    client.dispose();
  };
}

/** A closed socket is reported as an event, not as an error. */
function faultOf(fault, url) {
  if (!(fault instanceof Event)) return fault;
  const { code, reason } = fault;
  const isRefusal = code >= REFUSALS.from && code <= REFUSALS.to;
  return isRefusal ? new Error(reason || `The server closed the connection with code ${code}.`) : new ConnectionLost(away(url));
}
