import { useState } from "react";
import { useTessera } from "../api/tessera.tsx";

/** A token of one's own, pasted: it is used once one presses Enter or goes elsewhere. */
export function Token() {
  const { identity } = useTessera();
  const [text, setText] = useState(identity.ownToken);
  const use = () => text.trim() !== identity.ownToken && identity.useToken(text.trim());
  return (
    <input
      aria-label="Token"
      placeholder="Token"
      value={text}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && use()}
      onBlur={use}
    />
  );
}
