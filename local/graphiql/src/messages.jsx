import { useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

const PHASES = { connecting: "Connecting…", listening: "Live", reconnecting: "Reconnecting…", ended: "Stopped" };

/** What the subscription of this tab has received, newest first, and a line on those of other tabs. */
export function Messages({ live }) {
  const tabs = useGraphiQL((state) => state.tabs);
  const index = useGraphiQL((state) => state.activeTabIndex);
  const states = useSyncExternalStore(live.states.listen, live.states.read);
  const tab = tabs[index]?.id;
  useLayoutEffect(() => void (live.tab = tab), [live, tab]);
  useEffect(() => live.keepOnly(tabs.map(({ id }) => id)), [live, tabs]);
  const state = states.get(tab);
  return (
    <>
      {state && <List state={state} onStop={() => live.stop(tab)} />}
      {tabs.map(({ id, title }, position) =>
        id === tab || !states.has(id) ? null : <Elsewhere key={id} title={title} state={states.get(id)} index={position} />,
      )}
    </>
  );
}

function List({ state, onStop }) {
  return (
    <section className="tessera-messages" aria-label="Messages">
      <div className="tessera-live" data-phase={state.phase}>
        <span className="tessera-dot" />
        <span role="status">{told(PHASES[state.phase], state)}</span>
        {state.phase !== "ended" && (
          <button type="button" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
      {state.fault && <p className="tessera-fault">{state.fault}</p>}
      <ol role="log" aria-label="Newest first">
        {state.messages.map((entry) => (
          <li key={entry.number}>
            <time dateTime={entry.at.toISOString()}>{timeOf(entry.at)}</time>
            {entry.gap ? <p>Connected again. What changed in between is not listed.</p> : <pre>{entry.text}</pre>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Elsewhere({ title, state, index }) {
  const { changeTab } = useGraphiQLActions();
  if (state.phase === "ended") return null;
  return (
    <button type="button" className="tessera-live tessera-elsewhere" data-phase={state.phase} onClick={() => changeTab(index)}>
      <span className="tessera-dot" /> {told(title, state)}
    </button>
  );
}

function told(name, { phase, count, messages }) {
  if (phase === "connecting") return PHASES.connecting;
  const latest = messages.find(({ gap }) => !gap);
  if (!latest) return phase === "listening" ? `${name}: waiting for the first message` : `${name}: no messages`;
  const kept = messages.filter(({ gap }) => !gap).length;
  const shown = kept < count ? `, the latest ${kept} are listed` : "";
  return `${name}: ${count === 1 ? "1 message" : `${count} messages`}, the last at ${timeOf(latest.at)}${shown}`;
}

function timeOf(moment) {
  return moment.toLocaleTimeString();
}
