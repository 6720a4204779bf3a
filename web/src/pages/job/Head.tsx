import { useState } from "react";
import { useKeys } from "../../frame/keyboard.tsx";
import { isCancellable, useSteering } from "../../jobs/useSteering.ts";
import { Confirm } from "../../parts/Confirm.tsx";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Progress } from "../../parts/Progress.tsx";
import { Timeline } from "../../parts/Timeline.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { age, said, span } from "../../parts/words.ts";
import type { JobData } from "./Job.tsx";
import { Queueing } from "./Queueing.tsx";

/** Who a job is, where it stands and how it came there, and what one can do to it. */
export function Head({ job, statuses }: { job: JobData; statuses: JobData["statuses"] }) {
  const latest = statuses.at(-1);
  const [isAsked, setAsked] = useState(false);
  const steering = useSteering();
  const mayCancel = isCancellable(job);
  useKeys(mayCancel ? [{ keys: "c", does: "Cancel the job", run: () => setAsked(true) }] : []);
  return (
    <header className="stack job-head">
      <div className="row">
        <h1>{job.name ?? job.jobId}</h1>
        <LabelChip state={stateOf(job.status)}>{said(job.status)}</LabelChip>
        <span className="job-progress">
          <Progress value={latest?.progress} status={job.status} label={`Progress of ${job.name ?? "the job"}`} />
        </span>
        <span className="soft">{timeLeft(job, statuses)}</span>
        <span className="push row">
          {mayCancel && <Queueing job={job} steering={steering} />}
          {mayCancel && (
            <button onClick={() => setAsked(true)} title="Cancel the job (c)">
              Cancel
            </button>
          )}
        </span>
      </div>
      <p className="soft">
        {[job.jobType, `${said(job.priority)} priority`, job.createdBy && `by ${job.createdBy}`, `${age(job.createdAt)} ago`].filter(Boolean).join(" · ")}
        {latest?.message && ` · ${latest.message}`}
      </p>
      <Trouble problem={steering.problem} onAgain={steering.again} onDismiss={steering.forget} />
      <Timeline label="History" moments={statuses.map(({ id, status, updatedAt, message, progress }) => ({ key: id, state: stateOf(status), name: said(status), at: updatedAt, message, progress }))} isOver={!mayCancel} />
      <Confirm question={isAsked ? `Cancel ${job.name ?? job.jobId}? What has ended cannot go on.` : null} answer="Cancel the job" onYes={() => steering.cancel(job)} onClose={() => setAsked(false)} />
    </header>
  );
}

/** From how long it was said to take, or from how far it has come since it began to run. */
function timeLeft({ status, estimatedDuration }: JobData, statuses: JobData["statuses"]): string {
  const began = statuses.find((each) => each.status === "RUNNING")?.updatedAt;
  if (status !== "RUNNING" || !began) return "";
  const gone = (Date.now() - Date.parse(began)) / 1000;
  const progress = statuses.at(-1)?.progress ?? 0;
  const whole = estimatedDuration ?? (progress > 0 ? (100 * gone) / progress : null);
  if (whole === null) return "";
  return whole > gone ? `about ${span(whole - gone)} left` : `${span(gone - whole)} over the estimate`;
}
