import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { DequeueDocument, EnqueueDocument, SetJobStatusDocument, type JobRowFragment } from "../api/generated/graphql.ts";
import type { Problem } from "../api/problems.ts";
import { useChange } from "../api/useChange.ts";
import { showStatus } from "./statusCache.ts";

export type Steered = Pick<JobRowFragment, "jobId" | "status" | "queueNames" | "jobType">;

interface Steering {
  cancel: (job: Steered) => void;
  enqueue: (job: Steered, queueName: string) => void;
  dequeue: (job: Steered, queueName: string) => void;
  problem: Problem | null;
  /** What was refused, once more: after acting as someone else, or knowing what others have done. */
  again: () => void;
  forget: () => void;
}

const FINAL = ["SUCCEEDED", "FAILED", "CANCELLED"];

/** A sweep's status follows from its runs, and what has ended stays as it is. */
export function isCancellable({ status, jobType }: Steered): boolean {
  return !FINAL.includes(status) && jobType !== "sweep";
}

/** What people do to jobs by hand. */
export function useSteering(): Steering {
  const { cache } = useApolloClient();
  const status = useChange(SetJobStatusDocument);
  const enqueue = useChange(EnqueueDocument);
  const dequeue = useChange(DequeueDocument);
  const [last, setLast] = useState<((isSure: boolean) => void) | null>(null);
  const remembered = (run: (isSure: boolean) => void) => {
    setLast(() => run);
    run(false);
  };
  const steering = {
    cancel: ({ jobId, status: expectedStatus }: Steered) =>
      remembered(async (isSure) => {
        const input = { jobId, status: "CANCELLED" as const, message: "Cancelled on the page.", ...(isSure ? {} : { expectedStatus }) };
        const done = await status.run({ input });
        if (done) showStatus(cache, done.recordJobStatus);
      }),
    enqueue: ({ jobId }: Steered, queueName: string) => remembered(() => void enqueue.run({ input: { jobId, queueName } })),
    dequeue: (job: Steered, queueName: string) =>
      remembered(async () => {
        const done = await dequeue.run({ input: { jobId: job.jobId, queueName } });
        if (!done) return;
        const id = cache.identify({ __typename: "Job", jobId: job.jobId });
        cache.modify({ id, fields: { queueNames: (names: unknown) => (names as string[]).filter((each) => each !== queueName) } });
      }),
  };
  const changes = [status, enqueue, dequeue];
  const problem = changes.find((change) => change.problem)?.problem ?? null;
  return {
    ...steering,
    problem,
    again: () => last?.(problem?.kind === "conflict"),
    forget: () => changes.forEach((change) => change.forget()),
  };
}
