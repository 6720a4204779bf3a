import { useState } from "react";
import type { StatusMessage } from "../../jobs/statusCache.ts";
import type { JobData } from "./Job.tsx";
import { united } from "./grown.ts";

type Statuses = JobData["statuses"];

interface LiveStatuses {
  add: (messages: StatusMessage[]) => void;
  with: (asked: Statuses) => Statuses;
}

/** The history of a job, and what was added to it since it was asked for. */
export function useLiveStatuses(): LiveStatuses {
  const [arrived, setArrived] = useState<Statuses>([]);
  return {
    add: (messages) => setArrived((before) => [...before, ...messages]),
    with: (asked) => united(asked, arrived, ({ id }) => id, ({ updatedAt }) => updatedAt),
  };
}
