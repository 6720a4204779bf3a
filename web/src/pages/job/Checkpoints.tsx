import { useApolloClient } from "@apollo/client/react";
import { JobDocument, StarCheckpointDocument } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { Panel } from "../../parts/Panel.tsx";
import { Table, type Column } from "../../parts/Table.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { age, entriesOf, figure } from "../../parts/words.ts";
import type { JobData } from "./Job.tsx";

type Checkpoint = JobData["checkpoints"][number];

/** What was kept of a job, with a star on the best. */
export function Checkpoints({ job }: { job: JobData }) {
  const client = useApolloClient();
  const change = useChange(StarCheckpointDocument);
  const star = async ({ timestamp }: Checkpoint) => {
    const done = await change.run({ input: { jobId: job.jobId, timestamp, expectedBestCheckpointAt: job.bestCheckpointAt } });
    if (done) await client.refetchQueries({ include: [JobDocument] });
  };
  const columns: Column<Checkpoint>[] = [
    {
      title: "Best",
      width: "40px",
      cell: (each) => (
        <button className="plain" aria-pressed={each.isBest} aria-label={`Best: the checkpoint of epoch ${each.epoch ?? "–"}`} onClick={() => void star(each)}>
          {each.isBest ? "★" : "☆"}
        </button>
      ),
    },
    { title: "Epoch", width: "48px", isNumber: true, cell: ({ epoch }) => epoch },
    { title: "Measured", width: "minmax(120px, 1fr)", cell: ({ metrics }) => entriesOf(metrics).map(([name, value]) => `${name} ${figure(Number(value))}`).join(", ") },
    { title: "Size", width: "72px", isNumber: true, isExtra: true, cell: ({ sizeBytes }) => (sizeBytes == null ? "" : `${figure(Math.round(sizeBytes / 1e6))} MB`) },
    { title: "Age", width: "56px", isNumber: true, cell: ({ timestamp }) => age(timestamp) },
  ];
  return (
    <Panel title="Checkpoints">
      <Trouble problem={change.problem} onDismiss={change.forget} />
      {job.checkpoints.length ? (
        <Table label="Checkpoints" columns={columns} rows={job.checkpoints} keyOf={({ id }) => id} height={224} />
      ) : (
        <p className="soft">No checkpoint yet.</p>
      )}
    </Panel>
  );
}
