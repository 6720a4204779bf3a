"""What can be changed about jobs, queues, instances and sweeps."""

from resolvers.routing.route import WRITE, Route

MUTATIONS: tuple[Route, ...] = (
    Route(
        "Mutation.createJob(input: CreateJobInput!): Job!",
        "mutations.jobs:create_job",
        "Makes a job, which is pending. A repeat with the same id changes nothing.",
        access=WRITE,
    ),
    Route(
        "Mutation.recordJobStatus(input: RecordJobStatusInput!): JobStatus!",
        "mutations.jobs:record_job_status",
        "Says how far a job has come: an entry in its history, and its own status. Impossible steps are refused.",
        access=WRITE,
    ),
    Route(
        "Mutation.createQueue(input: CreateQueueInput!): Queue!",
        "mutations.queues:create_queue",
        "Opens a queue. A repeat changes nothing.",
        access=WRITE,
    ),
)
