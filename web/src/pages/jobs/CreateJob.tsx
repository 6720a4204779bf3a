import { useApolloClient } from "@apollo/client/react";
import { useRef, useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import { CreateJobDocument, type Priority } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Trouble } from "../../parts/Trouble.tsx";

const PRIORITIES: readonly Priority[] = ["LOW", "MEDIUM", "HIGH", "CRITICAL"];
const EXAMPLE = '{\n  "job_type": "training",\n  "epochs": 10\n}';

/** A form for a new job; its settings are JSON, as whatever runs it reads them. */
export function CreateJob() {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useApolloClient();
  const [, navigate] = useLocation();
  const change = useChange(CreateJobDocument);
  const [settings, setSettings] = useState(EXAMPLE);
  const fault = faultIn(settings);
  const open = () => dialog.current?.showModal();
  useKeys([{ keys: "c", does: "Create a job", run: open }]);
  const create = async (form: HTMLFormElement) => {
    const given = new FormData(form);
    const input = { name: String(given.get("name")), priority: given.get("priority") as Priority, jobConfig: settings };
    const done = await change.run({ input });
    if (!done) return;
    dialog.current?.close();
    client.cache.evict({ id: "ROOT_QUERY", fieldName: "jobs" });
    navigate(`/jobs/${done.createJob.jobId}`);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void create(event.currentTarget);
  };
  return (
    <>
      <button onClick={open} title="Create a job (c)">
        New job
      </button>
      <dialog ref={dialog} className="create-job" aria-labelledby="create-job">
        <form onSubmit={submit} className="stack">
          <h2 id="create-job">New job</h2>
          <label>
            Name
            <input name="name" required autoComplete="off" />
          </label>
          <label>
            Priority
            <select name="priority" defaultValue="MEDIUM">
              {PRIORITIES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <label>
            Settings (JSON)
            <textarea className="mono" rows={8} spellCheck={false} value={settings} aria-invalid={fault !== null} onChange={(event) => setSettings(event.target.value)} />
          </label>
          {fault && <p role="alert">{fault}</p>}
          <Trouble problem={change.problem} />
          <div className="row">
            <button disabled={fault !== null || change.isRunning}>Create</button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

/** Why a text is not a JSON object; null if it is one. */
export function faultIn(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === "object" && !Array.isArray(value) ? null : "Settings are a JSON object: { … }.";
  } catch (fault) {
    return `Not yet JSON: ${(fault as Error).message}`;
  }
}
