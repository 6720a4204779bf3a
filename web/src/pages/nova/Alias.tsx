import { useRef, useState } from "react";
import { AddAliasDocument } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import type { NovaData } from "./Nova.tsx";

/** One more name. A name that another nova has is refused, with the reason. */
export function Alias({ nova }: { nova: NovaData }) {
  const box = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const change = useChange(AddAliasDocument);
  useKeys([{ keys: "a", does: "Add a name", run: () => box.current?.focus() }]);
  const add = async () => {
    if (name.trim() && (await change.run({ input: { id: nova.id, name: name.trim() } }))) setName("");
  };
  return (
    <>
      <form className="row" onSubmit={(event) => (event.preventDefault(), void add())}>
        <input ref={box} aria-label="Another name" placeholder="Another name" value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        <button disabled={change.isRunning || !name.trim()} title="Add a name (a)">
          Add
        </button>
      </form>
      <Trouble problem={change.problem} onAgain={() => void add()} onDismiss={change.forget} />
    </>
  );
}
