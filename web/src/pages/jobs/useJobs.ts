import { useApolloClient } from "@apollo/client/react";
import { JobsDocument, type JobRowFragment, type JobState, type JobsQueryVariables } from "../../api/generated/graphql.ts";
import type { Problem } from "../../api/problems.ts";
import { usePage } from "../../api/usePage.ts";
import { useJobLists } from "../../jobs/useJobLists.ts";

interface JobList {
  jobs: readonly JobRowFragment[];
  problem: Problem | null;
  isLoading: boolean;
  hasMore: boolean;
  more: () => void;
}

/** Jobs in a status, or all; a job that changes its status comes and goes by itself. */
export function useJobs(status: JobState | null): JobList {
  const client = useApolloClient();
  // A job's history is a read of its own: in the list of all there would be hundreds.
  const variables: JobsQueryVariables = { status, withProgress: status !== null };
  const isShown = (jobId: string) => client.readQuery({ query: JobsDocument, variables })?.jobs.nodes.some((job) => job.jobId === jobId) ?? false;
  const live = useJobLists(JobsDocument, (now) => status === null || now === status, isShown);
  const { data, problem, isLoading } = usePage(JobsDocument, variables, { after: [live] });
  const page = data?.jobs.pageInfo;
  const more = async () => {
    const next = await client.query({ query: JobsDocument, variables: { ...variables, after: page?.endCursor }, fetchPolicy: "network-only" });
    client.cache.updateQuery({ query: JobsDocument, variables }, (before) =>
      before && next.data ? { jobs: { ...next.data.jobs, nodes: [...before.jobs.nodes, ...next.data.jobs.nodes] } } : before,
    );
  };
  const jobs = (data?.jobs.nodes ?? []).filter((job) => status === null || job.status === status);
  return { jobs, problem, isLoading, hasMore: page?.hasNextPage ?? false, more: () => void more() };
}
