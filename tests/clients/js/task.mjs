// What every client here is asked to do. Its settings come as JSON on stdin, its report goes as JSON to stdout.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export const settings = JSON.parse(readFileSync(0, "utf8"));
export const [jobId, otherJobId] = settings.jobIds;

export const JOB = `query Job($jobId: ID!) { job(jobId: $jobId) { id jobId name status createdBy createdAt } }`;

export const JOBS = `query Jobs($createdBy: String!, $first: Int!, $after: String) {
  jobs(createdBy: $createdBy, first: $first, after: $after) {
    nodes { id jobId status }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const TELL = `mutation Tell($input: RecordJobStatusInput!) {
  recordJobStatus(input: $input) { id jobId status progress job { id jobId status } }
}`;

export const WATCH = `subscription Watch($jobId: ID!) {
  onJobStatus(jobId: $jobId) { id jobId status progress updatedAt }
}`;

export const UNKNOWN = { input: { jobId: "00000000-0000-4000-8000-000000000000", status: "RUNNING" } };

const PAGE = 5;
const MOST_MESSAGES = 90;
const PAUSE = 120;

/** The ids on each page: `ask` gets the variables of a page and gives its data. */
export async function allPages(ask) {
  const pages = [];
  let after = null;
  do {
    const { jobs } = await ask({ createdBy: settings.createdBy, first: PAGE, after });
    pages.push(jobs.nodes.map((node) => node.id));
    after = jobs.pageInfo.hasNextPage ? jobs.pageInfo.endCursor : null;
  } while (after);
  return pages;
}

/**
 * The first messages that a subscriber hears while a job goes on, and another job beside it.
 * Few clients say when a subscription has begun, so the job goes on until enough was heard.
 */
export async function hear({ subscribe, tell, count = 3 }) {
  const heard = [];
  let failure = null;
  const unsubscribe = subscribe(
    (message) => heard.push(message),
    (error) => (failure ??= error),
  );
  for (let progress = 1; heard.length < count; progress++) {
    if (failure) throw failure;
    if (progress > MOST_MESSAGES) throw new Error(`only ${heard.length} messages were heard`);
    for (const each of [otherJobId, jobId]) await tell({ jobId: each, status: "RUNNING", progress });
    await sleep(PAUSE);
  }
  unsubscribe();
  return heard.slice(0, count);
}

/** The error with which something fails. */
export async function failure(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it went well");
}

/** Sockets may be open still: they must not keep the program. */
export function report(found) {
  process.stdout.write(JSON.stringify(found), () => process.exit(0));
}
