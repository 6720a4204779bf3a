// Relay's store. Its operations were compiled into a folder, each under its name.
import { pathToFileURL } from "node:url";
import relay from "relay-runtime";

const { Environment, Network, Observable, RecordSource, Store } = relay;
const { createOperationDescriptor, fetchQuery, requestSubscription } = relay;

export async function relayStore({ settings, socket, names }) {
  const compiled = {};
  for (const name of names) {
    const { href } = pathToFileURL(`${settings.relayFolder}/${name}.graphql.js`);
    compiled[name] = (await import(href)).default;
  }
  const ask = async ({ text }, variables) => {
    const headers = { "content-type": "application/json", "x-api-key": settings.apiKey };
    const body = JSON.stringify({ query: text, variables });
    return (await fetch(settings.url, { method: "POST", headers, body })).json();
  };
  const subscribe = ({ text }, variables) =>
    Observable.create((sink) => socket.subscribe({ query: text, variables }, sink));
  const environment = new Environment({
    network: Network.create(ask, subscribe),
    store: new Store(new RecordSource(), { gcReleaseBufferSize: 100 }),
  });
  return {
    load: async ({ relayName, variables }) => {
      environment.retain(createOperationDescriptor(compiled[relayName], variables));
      return fetchQuery(environment, compiled[relayName], variables).toPromise();
    },
    read: ({ relayName, variables }) => {
      const { data, isMissingData } = environment.lookup(createOperationDescriptor(compiled[relayName], variables).fragment);
      return isMissingData ? null : data;
    },
    listen: ({ relayName, variables }, next, fail) =>
      requestSubscription(environment, {
        subscription: compiled[relayName],
        variables,
        onNext: next,
        onError: fail,
      }),
  };
}
