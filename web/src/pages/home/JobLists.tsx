import type { JobRowFragment } from "../../api/generated/graphql.ts";
import { placeOfJob } from "../../jobs/places.ts";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Progress } from "../../parts/Progress.tsx";
import { age, said } from "../../parts/words.ts";

export function Running({ jobs }: { jobs: readonly JobRowFragment[] }) {
  const running = jobs.filter(({ status }) => status === "RUNNING");
  if (!running.length) return <p className="soft">No job runs.</p>;
  return (
    <ul className="home-list">
      {running.map((job) => (
        <li key={job.jobId} data-job={job.jobId}>
          <a href={placeOfJob(job)}>{job.name}</a>
          <Progress value={job.latestStatus?.progress} status={job.status} label={`Progress of ${job.name}`} />
          <small>{job.latestStatus?.message}</small>
        </li>
      ))}
    </ul>
  );
}

export function Failed({ jobs }: { jobs: readonly JobRowFragment[] }) {
  const failed = jobs.filter(({ status }) => status === "FAILED");
  if (!failed.length) return <p className="soft">No job has failed.</p>;
  return (
    <ul className="home-list">
      {failed.map((job) => (
        <li key={job.jobId}>
          <a href={placeOfJob(job)}>{job.name}</a>
          <span className="row">
            <LabelChip state={stateOf(job.status)}>{said(job.status)}</LabelChip>
            <span className="soft">{age(job.latestStatus?.updatedAt)} ago</span>
          </span>
          <small className="mono">{job.latestStatus?.message}</small>
        </li>
      ))}
    </ul>
  );
}
