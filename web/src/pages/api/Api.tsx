import "./Api.css";
import { useEffect, useRef, useState } from "react";
import { useSearch } from "wouter";
import { useObservable, useTessera } from "../../api/tessera.tsx";

const RENEWAL_MILLISECONDS = 20_000; // a token is renewed half a minute before it ends

/** GraphiQL, in a frame of its own: it and its editor are larger than all other pages, and loaded only here. */
export function Api() {
  const { identity } = useTessera();
  const who = useObservable(identity.chosen);
  const search = useSearch();
  const [first] = useState(search);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const inner = frame.current?.contentWindow;
    if (inner && search !== first) inner.location.hash = search;
  }, [search, first]);
  useEffect(() => {
    const tell = async () => {
      const isPerson = who === "person"; // GraphiQL knows no sign-in: to it, that is someone with a token
      const token = isPerson ? await identity.token() : identity.ownToken;
      const tessera = { who: isPerson ? "token" : who, apiKey: identity.apiKey, token };
      frame.current?.contentWindow?.postMessage({ tessera }, location.origin);
    };
    const listen = ({ data, origin, source }: MessageEvent<{ tessera?: { isReady?: true; who?: string } }>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data.tessera?.isReady) void tell();
      else if (data.tessera?.who) identity.chosen.set(data.tessera.who);
    };
    void tell();
    addEventListener("message", listen);
    const renewal = setInterval(() => void tell(), RENEWAL_MILLISECONDS);
    return () => {
      removeEventListener("message", listen);
      clearInterval(renewal);
    };
  }, [who, identity]);
  return (
    <div className="api">
      <h1 className="unseen">API</h1>
      <iframe ref={frame} title="GraphiQL" src={`graphiql/?embedded#${first}`} />
    </div>
  );
}
