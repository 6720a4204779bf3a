import { useSyncExternalStore } from "react";

/** Shows whether a subscription is running, and how many messages it has received. */
export function LiveBar({ live }) {
  const state = useSyncExternalStore(live.listen, live.read);
  if (!state) return null;
  return (
    <div className="tessera-live" data-phase={state.phase} role="status">
      <span className="tessera-dot" /> {told(state)}
    </div>
  );
}

function told({ phase, messages, last }) {
  if (phase === "connecting") return "Connecting…";
  if (!messages) return "Live: waiting for the first message";
  const count = messages === 1 ? "1 message" : `${messages} messages`;
  return `Live: ${count}, the last at ${last.toLocaleTimeString()}`;
}
