import { useState } from "react";
import { AttemptsDocument } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { Decide } from "../../novae/Decide.tsx";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { age, said, span } from "../../parts/words.ts";
import type { NovaData } from "./Nova.tsx";

type Run = NovaData["runs"]["nodes"][number];

/** What the workflows did for a nova, each with its attempts. */
export function Runs({ nova }: { nova: NovaData }) {
  const { nodes, pageInfo } = nova.runs;
  return (
    <Panel title="Runs" aside={<a href={`#/data/JobRun?of=${nova.id}&by=Nova.runs`}>{pageInfo.hasNextPage ? "All of them" : nodes.length}</a>}>
      {nodes.length === 0 && <p className="soft">No workflow ran for it yet.</p>}
      <ul className="nova-runs">
        {nodes.map((run) => (
          <li key={run.id}>
            <OneRun run={run} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Its attempts are asked for when somebody looks. */
function OneRun({ run }: { run: Run }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <LabelChip state={stateOf(run.status)}>{said(run.workflowName)}</LabelChip> <span className="soft">{[said(run.status), run.outcome && said(run.outcome), `${age(run.startedAt)} ago`].filter(Boolean).join(" · ")}</span>
      </summary>
      {run.errorMessage && <p>{[run.errorType, run.errorMessage].filter(Boolean).join(": ")}</p>}
      {isOpen && <Attempts id={run.id} />}
      {isOpen && (run.status === "QUARANTINED" || run.decision) && <Decide quarantine={{ kind: "run", item: run }} />}
    </details>
  );
}

function Attempts({ id }: { id: string }) {
  const { data, problem, isLoading } = usePage(AttemptsDocument, { id });
  const attempts = data?.node?.__typename === "JobRun" ? data.node.attempts : [];
  if (isLoading) return <Loading rows={2} />;
  return (
    <>
      <Trouble problem={problem} />
      {!attempts.length && <p className="soft">No attempt is noted.</p>}
      <ol>
        {attempts.map(({ id: key, taskName, attemptNo, status, errorType, errorMessage, durationMs }) => (
          <li key={key}>
            <LabelChip state={stateOf(status)}>{`${said(taskName)}, attempt ${attemptNo}`}</LabelChip> <span className="soft">{[durationMs !== null && span(durationMs / 1000), errorType, errorMessage].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
