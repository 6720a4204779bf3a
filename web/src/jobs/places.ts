export interface JobPlace {
  jobId: string;
  jobType: string | null;
}

/** The page of a job; a sweep has one of its own. */
export function placeOfJob({ jobId, jobType }: JobPlace): string {
  return jobType === "sweep" ? `#/sweeps/${jobId}` : `#/jobs/${jobId}`;
}
