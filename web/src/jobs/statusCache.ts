import type { ApolloCache } from "@apollo/client";
import { LiveJobFragmentDoc, LiveStateFragmentDoc, LiveStatusFragmentDoc, type JobStatusesSubscription, type LiveStatusFragment } from "../api/generated/graphql.ts";

export type StatusMessage = NonNullable<JobStatusesSubscription["onJobStatus"]>;

/**
 * Into the cache: what a message says, and of its job that this is the latest status, if it is.
 * A value that a message lacks stays as it was.
 */
export function showStatus(cache: ApolloCache, status: StatusMessage): void {
  const id = cache.identify({ __typename: "JobStatus", id: status.id });
  const told = Object.fromEntries(Object.entries(status).filter(([, value]) => value !== null));
  const known = cache.readFragment({ id, fragment: LiveStatusFragmentDoc }) ?? NOTHING_KNOWN;
  cache.writeFragment({ id, fragment: LiveStatusFragmentDoc, data: { ...known, ...told } as LiveStatusFragment });
  const { jobId, updatedAt } = status;
  const job = cache.identify({ __typename: "Job", jobId });
  if (!cache.readFragment({ id: job, fragment: LiveStateFragmentDoc })) return; // nobody shows it
  const before = cache.readFragment({ id: job, fragment: LiveJobFragmentDoc });
  if (before?.latestStatus && before.latestStatus.updatedAt > updatedAt) return;
  const latestStatus = { __typename: "JobStatus" as const, id: status.id, updatedAt };
  const data = { __typename: "Job" as const, jobId, status: status.status, latestStatus };
  cache.writeFragment({ id: job, fragment: LiveJobFragmentDoc, data });
}

const NOTHING_KNOWN = { __typename: "JobStatus", progress: null, message: null, recordedBy: null };
