// urql's normalised cache, Graphcache.
import { cacheExchange } from "@urql/exchange-graphcache";
import { Client, fetchExchange, subscriptionExchange } from "urql";

// These are parts of other objects; they have no id.
const parts = ["SweepProgress", "BoundingBox", "Point", "Locator", "JobRunConnection"];
const keys = Object.fromEntries(parts.map((name) => [name, () => null]));
keys.Sweep = ({ sweepId }) => sweepId;

export function urql({ settings, socket }) {
  const client = new Client({
    url: settings.url,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({ keys }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
        }),
      }),
    ],
    fetchOptions: { headers: { "x-api-key": settings.apiKey } },
  });
  const data = ({ data: found, error }) => {
    if (error) throw error;
    return found;
  };
  return {
    load: async ({ query, variables }) => data(await client.query(query, variables).toPromise()),
    read: ({ query, variables }) => client.readQuery(query, variables, { requestPolicy: "cache-only" })?.data,
    listen: ({ query, variables }, next, fail) =>
      client.subscription(query, variables).subscribe(({ data: found, error }) => (error ? fail(error) : next(found))),
  };
}
