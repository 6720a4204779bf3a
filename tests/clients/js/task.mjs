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
  recordJobStatus(input: $input) { id jobId status message job { id jobId status } }
}`;

export const WATCH = `subscription Watch($jobId: ID!) {
  onJobStatus(jobId: $jobId) { id jobId status message updatedAt }
}`;

export const UNKNOWN = { input: { jobId: "00000000-0000-4000-8000-000000000000", status: "RUNNING" } };

const PAGE = 5;
const MOST_MESSAGES = 90;
const PAUSE = 120;

let told = 0;
/** The next entry in the history of a job; entries are numbered, so that one that is missing is missed. */
export const entry = (of) => ({ jobId: of, status: "RUNNING", message: String(told) });

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
  for (const last = told + MOST_MESSAGES; heard.length < count; ) {
    if (failure) throw failure;
    if (told === last) throw new Error(`only ${heard.length} messages were heard`);
    told++;
    for (const each of [otherJobId, jobId]) await tell(entry(each));
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
