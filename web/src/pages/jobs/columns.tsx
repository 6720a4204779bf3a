import type { JobRowFragment } from "../../api/generated/graphql.ts";
import { placeOfJob } from "../../jobs/places.ts";
import { isCancellable } from "../../jobs/useSteering.ts";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Progress } from "../../parts/Progress.tsx";
import type { Column } from "../../parts/Table.tsx";
import { age, said } from "../../parts/words.ts";

/** The columns of the jobs, from the left. Those of the latest status are left out where it is not asked for. */
export const COLUMNS: readonly Column<JobRowFragment>[] = [
  { title: "Name", width: "minmax(112px, 4fr)", cell: (job) => <a href={placeOfJob(job)}>{job.name ?? job.jobId}</a> },
  { title: "Status", width: "104px", cell: ({ status }) => <LabelChip state={stateOf(status)}>{said(status)}</LabelChip> },
  {
    title: "Progress",
    width: "104px",
    cell: ({ name, status, latestStatus }) =>
      latestStatus && <Progress value={latestStatus.progress} status={status} label={`Progress of ${name ?? "the job"}`} />,
  },
  { title: "Message", width: "minmax(120px, 5fr)", isExtra: true, cell: ({ latestStatus }) => latestStatus?.message },
  { title: "Type", width: "80px", from: 1500, cell: ({ jobType }) => jobType },
  { title: "Owner", width: "96px", from: 1000, cell: ({ createdBy }) => createdBy },
  { title: "Priority", width: "72px", from: 1500, cell: ({ priority }) => said(priority) },
  { title: "Age", width: "56px", isNumber: true, from: 1000, cell: ({ createdAt }) => age(createdAt) },
];

/** What of a job is only in its history. */
export const OF_HISTORY = ["Progress", "Message"];

/** The last column: what can be done to a job right here. */
export function cancelColumn(onCancel: (job: JobRowFragment) => void): Column<JobRowFragment> {
  return {
    title: "Action",
    width: "64px",
    from: 1000,
    cell: (job) =>
      isCancellable(job) && (
        <button className="plain" aria-label={`Cancel ${job.name ?? job.jobId}`} onClick={() => onCancel(job)}>
          Cancel
        </button>
      ),
  };
}
