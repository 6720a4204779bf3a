import type { DocumentNode } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import type { Live } from "../api/useLive.ts";
import { useJobStatuses } from "./useJobStatuses.ts";

const LATE_MILLISECONDS = 1000;

/** Statuses of all jobs, for pages that list some: when one belongs to a list and is not in it, the page asks again. */
export function useJobLists(document: DocumentNode, belongs: (status: string) => boolean, isShown: (jobId: string) => boolean): Live {
  const client = useApolloClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useJobStatuses(null, (statuses) => {
    if (!statuses.some(({ jobId, status }) => belongs(status) && !isShown(jobId))) return;
    clearTimeout(timer.current); // the indexes that list jobs follow a moment later
    timer.current = setTimeout(() => void client.refetchQueries({ include: [document] }), LATE_MILLISECONDS);
  });
}
