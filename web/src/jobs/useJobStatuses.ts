import { useApolloClient } from "@apollo/client/react";
import { JobStatusesDocument } from "../api/generated/graphql.ts";
import { useLive, type Live } from "../api/useLive.ts";
import { showStatus, type StatusMessage } from "./statusCache.ts";

/** Statuses as they are recorded, of one job or of all: each list and bar that shows the job moves by itself. */
export function useJobStatuses(jobId: string | null, onStatuses?: (statuses: StatusMessage[]) => void, catchUp?: () => void): Live {
  const { cache } = useApolloClient();
  const listen = (messages: { onJobStatus: StatusMessage | null }[]) => {
    const statuses = messages.flatMap(({ onJobStatus }) => onJobStatus ?? []);
    cache.batch({ update: () => statuses.forEach((status) => showStatus(cache, status)) });
    onStatuses?.(statuses);
  };
  return useLive(JobStatusesDocument, { jobId }, listen, { catchUp });
}
