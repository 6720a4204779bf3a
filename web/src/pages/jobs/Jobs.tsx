import "./Jobs.css";
import { useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { JobRowFragment, JobState } from "../../api/generated/graphql.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { useSteering } from "../../jobs/useSteering.ts";
import { Confirm } from "../../parts/Confirm.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Table } from "../../parts/Table.tsx";
import { Tabs } from "../../parts/Tabs.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural, said } from "../../parts/words.ts";
import { cancelColumn, COLUMNS, OF_HISTORY } from "./columns.tsx";
import { CreateJob } from "./CreateJob.tsx";
import { useJobs } from "./useJobs.ts";

const STATUSES: readonly (JobState | null)[] = ["RUNNING", "PENDING", "FAILED", "SUCCEEDED", "INTERRUPTED", "CANCELLED", null];

/** Jobs by status, the newest first; those that run come first. */
export function Jobs() {
  const [status, choose] = useStatus();
  const { jobs, problem, isLoading, hasMore, more } = useJobs(status);
  const [text, setText] = useState("");
  const [doomed, setDoomed] = useState<JobRowFragment | null>(null);
  const steering = useSteering();
  useKeys(STATUSES.map((each, index) => ({ keys: String(index + 1), does: `Jobs: ${nameOf(each)}`, run: () => choose(each) })));
  const columns = useMemo(() => [...COLUMNS.filter(({ title }) => status !== null || !OF_HISTORY.includes(title)), cancelColumn(setDoomed)], [status]);
  const shown = jobs.filter(({ name, createdBy }) => [name, createdBy].some((each) => each?.toLowerCase().includes(text.toLowerCase())));
  return (
    <div className="stack jobs">
      <div className="row">
        <h1>Jobs</h1>
        <CreateJob />
        <input className="push" type="search" aria-label="Only jobs with this name or owner" placeholder="Name or owner" value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      <Tabs label="Status" tabs={STATUSES.map((each) => ({ name: nameOf(each), href: `#/jobs${each === "RUNNING" ? "" : `?status=${each ?? "ALL"}`}`, isCurrent: each === status }))} />
      <Trouble problem={steering.problem} onAgain={steering.again} onDismiss={steering.forget} />
      <Trouble problem={problem} />
      {isLoading && <Loading rows={8} />}
      {!isLoading && !shown.length && <Nothing status={status} isFiltered={text !== "" && jobs.length > 0} />}
      {shown.length > 0 && <Table label={`Jobs: ${nameOf(status)}`} columns={columns} rows={shown} keyOf={({ jobId }) => jobId} height={560} />}
      {shown.length > 0 && (
        <p className="row soft">
          {plural(shown.length, "job")}
          {hasMore && <button onClick={more}>Load more</button>}
        </p>
      )}
      <Confirm
        question={doomed && `Cancel ${doomed.name ?? doomed.jobId}? What has ended cannot go on.`}
        answer="Cancel the job"
        onYes={() => doomed && steering.cancel(doomed)}
        onClose={() => setDoomed(null)}
      />
    </div>
  );
}

function Nothing({ status, isFiltered }: { status: JobState | null; isFiltered: boolean }) {
  if (isFiltered) return <Empty title="None of these has that name or owner." />;
  return (
    <Empty title={status === "RUNNING" ? "No job runs." : status ? `No job is ${said(status)}.` : "There is no job yet."}>
      {status && <a href="#/jobs?status=ALL">All jobs</a>}
    </Empty>
  );
}

function useStatus(): [JobState | null, (status: JobState | null) => void] {
  const given = new URLSearchParams(useSearch()).get("status");
  const [, navigate] = useLocation();
  const status = given === "ALL" ? null : (STATUSES.find((each) => each === given) ?? "RUNNING");
  return [status, (chosen) => navigate(`/jobs?status=${chosen ?? "ALL"}`)];
}

function nameOf(status: JobState | null): string {
  return status ? said(status) : "all";
}
