import { Route, Router, Switch, useLocation } from "wouter";
import type { Config } from "./api/config.ts";
import type { Tokens } from "./api/signIn.ts";
import { TesseraProvider } from "./api/tessera.tsx";
import { Doorstep } from "./frame/Doorstep.tsx";
import { Frame } from "./frame/Frame.tsx";
import { KeyboardProvider } from "./frame/keyboard.tsx";
import { PageBoundary } from "./frame/PageBoundary.tsx";
import { useHashPath, useHashSearch } from "./hash.ts";
import { PAGES } from "./pages/pages.ts";
import { Empty } from "./parts/Empty.tsx";

export function App({ config, signedIn }: { config: Config; signedIn: Tokens | null }) {
  return (
    <TesseraProvider config={config} signedIn={signedIn}>
      <Router hook={useHashPath} searchHook={useHashSearch}>
        <KeyboardProvider>
          <Frame>
            <Doorstep>
              <PageInSight />
            </Doorstep>
          </Frame>
        </KeyboardProvider>
      </Router>
    </TesseraProvider>
  );
}

function PageInSight() {
  const [location] = useLocation();
  return (
    <PageBoundary location={location}>
      <Switch>
        {PAGES.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route>
          <Empty title="There is no such page.">
            <a href="#/">Home</a>
          </Empty>
        </Route>
      </Switch>
    </PageBoundary>
  );
}
