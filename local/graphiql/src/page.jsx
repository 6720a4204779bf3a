import { explorerPlugin } from "@graphiql/plugin-explorer";
import { GraphiQL, HISTORY_PLUGIN } from "graphiql";
import { useState } from "react";
import { Cost } from "./cost.jsx";
import { followPageAround, isEmbedded } from "./embedded.js";
import { createFetcher } from "./fetcher.js";
import { Header } from "./header.jsx";
import { Identity } from "./identity.js";
import { LeaveEditor } from "./leave_editor.jsx";
import { CopyLink, OpenLink } from "./link.jsx";
import { Live } from "./live.js";
import { Messages } from "./messages.jsx";
import { Pictures } from "./pictures.jsx";
import { Refusal } from "./refusal.jsx";
import { storageFor } from "./storage.js";
import { Upload } from "./upload.jsx";

const PLUGINS = [explorerPlugin({ showAttribution: false }), HISTORY_PLUGIN];

/** The whole page: who asks, GraphiQL with the ready-made tabs, and what the answer cost. */
export function Page({ config }) {
  const [parts] = useState(() => partsOf(config));
  return (
    <>
      {!isEmbedded && <Header config={config} identity={parts.identity} onRestore={() => restore(parts.storage)} />}
      <GraphiQL
        fetcher={parts.fetcher}
        storage={parts.storage}
        plugins={PLUGINS}
        defaultTabs={READY_TABS}
        defaultEditorToolsVisibility="variables"
        {...parts.firstTab}
      >
        <GraphiQL.Logo>
          <span />
        </GraphiQL.Logo>
        <GraphiQL.Toolbar>
          {({ prettify, merge, copy }) => (
            <>
              {prettify}
              {merge}
              {copy}
              <CopyLink />
            </>
          )}
        </GraphiQL.Toolbar>
        <GraphiQL.Footer>
          <Messages live={parts.live} />
          <Refusal identity={parts.identity} />
          <Pictures url={config.picturesUrl} />
          <Upload config={config} identity={parts.identity} ask={parts.fetcher} />
          <Cost />
        </GraphiQL.Footer>
        <LeaveEditor />
        <OpenLink />
      </GraphiQL>
    </>
  );
}

function partsOf(config) {
  const identity = new Identity(config);
  if (isEmbedded) followPageAround(identity);
  const live = new Live();
  const storage = storageFor(config.endpoint);
  const isFirstVisit = storage.getItem("graphiql:tabState") === null;
  // GraphiQL fills the editors of the first tab from these alone.
  const firstTab = isFirstVisit ? { initialQuery: READY_TABS[0].query, initialVariables: READY_TABS[0].variables } : {};
  return { identity, live, storage, firstTab, fetcher: createFetcher(config, identity, live) };
}

function restore(storage) {
  storage.close();
  location.reload();
}
