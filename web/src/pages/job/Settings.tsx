import { Panel } from "../../parts/Panel.tsx";
import { entriesOf } from "../../parts/words.ts";
import type { JobData } from "./Job.tsx";

/** What a job was given: its settings, its tags and where it stores. */
export function Settings({ job }: { job: JobData }) {
  const rows = [job.jobConfig, job.tags, job.storage].flatMap(entriesOf);
  return (
    <Panel title="Settings">
      {rows.length ? (
        <dl className="settings">
          {rows.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd className="mono">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="soft">No settings.</p>
      )}
    </Panel>
  );
}
