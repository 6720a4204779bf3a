import "./Job.css";
import { JobDocument, type JobQuery } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { useJobStatuses } from "../../jobs/useJobStatuses.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { Charts } from "./Charts.tsx";
import { Checkpoints } from "./Checkpoints.tsx";
import { Head } from "./Head.tsx";
import { Log } from "./Log.tsx";
import { Settings } from "./Settings.tsx";
import { useJobLogs } from "./useJobLogs.ts";
import { useJobMetrics } from "./useJobMetrics.ts";
import { useLiveStatuses } from "./useLiveStatuses.ts";

export type JobData = NonNullable<JobQuery["job"]>;

/** One job: where it stands, its curves, its checkpoints and its log, all as they grow. */
export function Job({ params: { jobId } }: { params: { jobId: string } }) {
  return <JobWithId key={jobId} jobId={jobId} />;
}

function JobWithId({ jobId }: { jobId: string }) {
  const statuses = useLiveStatuses();
  const statusLive = useJobStatuses(jobId, statuses.add); // after a gap it asks for all of the page again
  const [metrics, metricsLive] = useJobMetrics(jobId);
  const [logs, logsLive] = useJobLogs(jobId);
  const { data, problem } = usePage(JobDocument, { jobId }, { after: [statusLive, metricsLive, logsLive] });
  const job = data?.job;
  if (data && !job) return <Empty title="There is no such job." />;
  return (
    <div className="stack job">
      <Trouble problem={problem} />
      {!job && !problem && <Loading rows={6} height={72} />}
      {job && (
        <>
          <Head job={job} statuses={statuses.with(job.statuses)} />
          <Charts curves={metrics.with(job.curves)} />
          <div className="job-columns">
            <Log log={logs} asked={job.logs.nodes} />
            <div className="stack">
              <Checkpoints job={job} />
              <Settings job={job} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}
