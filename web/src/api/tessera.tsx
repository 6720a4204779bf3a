import { ApolloProvider } from "@apollo/client/react";
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { connect } from "./client.ts";
import type { Config } from "./config.ts";
import { Identity } from "./identity.ts";
import type { Observable } from "./observable.ts";
import { Prices } from "./prices.ts";
import { Realtime } from "./realtime.ts";
import type { Tokens } from "./signIn.ts";
import type { ServerState } from "./server.ts";

export interface Tessera {
  config: Config;
  identity: Identity;
  prices: Prices;
  realtime: Realtime;
  server: ServerState;
}

const Context = createContext<Tessera | null>(null);

interface Given {
  config: Config;
  /** Who has just signed in. */
  signedIn: Tokens | null;
  children: ReactNode;
}

/** Everything below it can ask the API. */
export function TesseraProvider({ config, signedIn, children }: Given) {
  const [parts] = useState(() => {
    const identity = new Identity(config, signedIn);
    const prices = new Prices();
    const { client, server } = connect(config, identity, prices);
    return { client, tessera: { config, identity, prices, server, realtime: new Realtime(config, identity) } };
  });
  const { client, tessera } = parts;
  useEffect(() => {
    // Others may see other things: nothing that one has read is shown to the next.
    const forget = tessera.identity.chosen.listen(() => void client.resetStore().catch(() => undefined));
    const askAgain = tessera.server.isAway.listen(() => {
      if (!tessera.server.isAway.read()) void client.refetchQueries({ include: "active" });
    });
    return () => {
      forget();
      askAgain();
    };
  }, [client, tessera]);
  return (
    <Context value={tessera}>
      <ApolloProvider client={client}>{children}</ApolloProvider>
    </Context>
  );
}

export function useTessera(): Tessera {
  const tessera = use(Context);
  if (!tessera) throw new Error("useTessera needs a TesseraProvider above it.");
  return tessera;
}

export function useObservable<T>(observable: Observable<T>): T {
  return useSyncExternalStore(observable.listen, observable.read);
}
