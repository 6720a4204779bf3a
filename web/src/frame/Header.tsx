import "./Header.css";
import { useObservable, useTessera } from "../api/tessera.tsx";
import { ActAs } from "./ActAs.tsx";
import { Search } from "./Search.tsx";

const PHASES = { off: "Not live", connecting: "Connecting", live: "Live", reconnecting: "Reconnecting" };

export function Header() {
  const { realtime, server } = useTessera();
  const phase = useObservable(realtime.phase);
  const isAway = useObservable(server.isAway);
  return (
    <header className="header">
      <a className="header-name" href="#/">
        <img src="icon.svg" alt="" width="24" height="24" />
        <span>Tessera</span>
      </a>
      <Search />
      <ActAs />
      <span className="header-live" data-phase={phase} role="status" title="Whether changes appear by themselves">
        <i aria-hidden="true" />
        <span>{PHASES[phase]}</span>
      </span>
      {isAway && (
        <p className="header-away" role="alert">
          The server is away, trying again. What you see is what was last known.
        </p>
      )}
    </header>
  );
}
