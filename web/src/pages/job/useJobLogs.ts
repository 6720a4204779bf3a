import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { JobLogsDocument, JobLogsSinceDocument, type JobLogsSinceQuery } from "../../api/generated/graphql.ts";
import { useLive, type Live } from "../../api/useLive.ts";
import { GrowingLog } from "./GrowingLog.ts";

type Page = NonNullable<JobLogsSinceQuery["job"]>["logs"];

/** Lines as they are written; after a gap, those that were written meanwhile. */
export function useJobLogs(jobId: string): [GrowingLog, Live] {
  const client = useApolloClient();
  const [log] = useState(() => new GrowingLog());
  const catchUp = async () => {
    const since = log.gapBegins();
    let page: Page | undefined;
    while (since && (!page || page.pageInfo.hasNextPage)) {
      const variables = { jobId, since, after: page?.pageInfo.endCursor ?? null };
      const answer = await client.query({ query: JobLogsSinceDocument, variables, fetchPolicy: "no-cache" });
      page = answer.data?.job?.logs;
      if (!page) return;
      log.add(page.nodes);
    }
    log.gapIsFilled();
  };
  const live = useLive(JobLogsDocument, { jobId }, (messages) => log.add(messages.flatMap(({ onJobLog }) => onJobLog ?? [])), {
    catchUp: () => void catchUp().catch(() => undefined), // if the server is away again, the gap stays until it is back
  });
  return [log, live];
}
