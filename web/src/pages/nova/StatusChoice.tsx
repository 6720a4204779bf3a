import { useRef, useState, type FormEvent } from "react";
import { SetNovaStatusDocument, type NovaStatus } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { said } from "../../parts/words.ts";
import type { NovaData } from "./Nova.tsx";

const STATUSES: readonly NovaStatus[] = ["ACTIVE", "QUARANTINED", "DEPRECATED", "HIDDEN", "MERGED"];

/** Whether a nova counts; one that is merged says into which. */
export function StatusChoice({ nova }: { nova: NovaData }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = useChange(SetNovaStatusDocument);
  const [status, setStatus] = useState(nova.status);
  const [into, setInto] = useState("");
  const open = () => {
    setStatus(nova.status);
    dialog.current?.showModal();
  };
  useKeys([{ keys: "s", does: "Change the status", run: open }]);
  const run = async (isSure = false) => {
    const input = { id: nova.id, status, ...(status === "MERGED" ? { mergedIntoNovaId: into.trim() } : {}), ...(isSure ? {} : { expectedStatus: nova.status }) };
    if (await change.run({ input })) dialog.current?.close();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <>
      <button onClick={open} title="Change the status (s)">
        Change
      </button>
      <dialog ref={dialog} aria-labelledby="nova-status" onClose={change.forget}>
        <form className="stack" onSubmit={submit}>
          <h2 id="nova-status">Status of {nova.primaryName ?? nova.novaId}</h2>
          <select aria-label="Status" value={status} onChange={(event) => setStatus(event.target.value as NovaStatus)}>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {said(each)}
              </option>
            ))}
          </select>
          {status === "MERGED" && <input aria-label="The id of the nova that it is the same as" placeholder="The other nova's id" required value={into} onChange={(event) => setInto(event.target.value)} />}
          <Trouble problem={change.problem} onAgain={() => void run(change.problem?.kind === "conflict")} onDismiss={change.forget} />
          <div className="row">
            <button disabled={change.isRunning || status === nova.status}>Set</button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Leave
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
