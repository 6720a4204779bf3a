"""What can be asked of jobs, queues, instances and sweeps."""

from resolvers.routing.route import PAGE, SPAN, Route, between

JOB_ID = {"jobId": "The id of the job."}
QUEUE_NAME = {"queueName": "The name of the queue."}
METRIC_NAME = "The name of the metric, such as `val_loss`; upper and lower case matter."

QUERIES: tuple[Route, ...] = (
    Route("Query.job(jobId: ID!): Job", "resolvers.queries.jobs:job", "One job.", arguments=JOB_ID),
    Route(
        f"Query.jobs(status: JobState, createdBy: String, name: String, {SPAN}, {PAGE}): JobConnection!",
        "resolvers.queries.jobs:all_jobs",
        "The jobs that have one status, one creator or one name, the newest first; give at most one of these "
        "arguments. Without them, all jobs in no particular order. `status` is the fastest: the others look through "
        "all jobs.",
        arguments={
            "status": "Only jobs with this status. Cannot be combined with `createdBy` or `name`.",
            "createdBy": "Only jobs that this person or program created; upper and lower case matter. Cannot be "
            "combined with `status` or `name`.",
            "name": "Only jobs with exactly this name. Cannot be combined with `status` or `createdBy`.",
            **between("createdAt"),
        },
    ),
    Route(
        f"Query.jobStatuses(status: JobState!, {SPAN}, {PAGE}): JobStatusConnection!",
        "resolvers.queries.jobs:job_statuses",
        "The entries with one status from the histories of all jobs, the newest first. A job may have left that status "
        "since; `Query.jobs` lists the jobs that have it now.",
        arguments={"status": "The status that the jobs reached.", **between("updatedAt")},
    ),
    Route(
        f"Query.metrics(metricName: String!, {SPAN}, {PAGE}): JobMetricConnection!",
        "resolvers.queries.jobs:metrics",
        "The measurements of one metric from all jobs, the oldest first.",
        arguments={"metricName": METRIC_NAME, **between("timestamp")},
    ),
    Route(
        f"Query.checkpoints({PAGE}): JobCheckpointConnection!",
        "resolvers.queries.jobs:checkpoints",
        "The checkpoints (saved states of models) of all jobs: one job after the other, and the newest of each job "
        "first.",
    ),
    Route(
        f"Query.resources(resourceId: ID!, {PAGE}): JobResourceConnection!",
        "resolvers.queries.jobs:resources",
        "The jobs that one resource was given to, in no particular order: one entry for each job.",
        arguments={"resourceId": "The id of the resource, usually a UUID."},
    ),
    Route(
        "Query.queue(queueName: String!): Queue",
        "resolvers.queries.jobs:queue",
        "One queue.",
        arguments=QUEUE_NAME,
    ),
    Route(
        f"Query.queues({PAGE}): QueueConnection!",
        "resolvers.queries.jobs:queues",
        "All queues, in the alphabetical order of their names.",
    ),
    Route(
        f"Query.queueJobs(queueName: String!, {PAGE}): QueueJobConnection!",
        "resolvers.queries.jobs:queue_jobs",
        "The jobs in one queue, the next one to run first: by position, then by priority, then by the time at which "
        "they were put into it. Empty if there is no such queue.",
        arguments=QUEUE_NAME,
    ),
    Route(
        "Query.instance(instanceId: ID!): Instance",
        "resolvers.queries.jobs:instance",
        "One machine that jobs run on.",
        arguments={"instanceId": "The id of the machine, such as `i-0abc123def456`."},
    ),
    Route(
        f"Query.instances(status: InstanceState, {PAGE}): InstanceConnection!",
        "resolvers.queries.jobs:instances",
        "The machines that jobs run on: those in one state sorted by `instanceId`, or all in no particular order.",
        arguments={"status": "Only machines in this state."},
    ),
    Route(
        "Query.sweep(sweepId: ID!): Sweep",
        "resolvers.queries.jobs:sweep",
        "One sweep: how many of its runs are in which state, and which run is the best. Null if there is no job with "
        "this id; a job that has no runs is returned with a `progress.total` of 0.",
        arguments={"sweepId": "The id of the sweep, which is the `jobId` of its parent job."},
    ),
    Route("Sweep.job: Job", "resolvers.queries.jobs:job_of_sweep", "The parent job, which stands for the whole sweep."),
    Route(
        "Sweep.jobs: [Job!]!",
        "resolvers.queries.jobs:jobs_of_sweep",
        "All runs of the sweep, sorted by `jobId`. This is not a page: a sweep may have thousands of runs.",
    ),
    Route(
        f"Sweep.metrics(metricName: String!, {PAGE}): JobMetricConnection!",
        "resolvers.queries.jobs:metrics_of_sweep",
        "The measurements of one metric that were recorded for the parent job, the oldest first. Those of the runs "
        "are in `Job.metrics` of each run.",
        arguments={"metricName": METRIC_NAME},
    ),
    Route(
        "Sweep.bestRun(metricName: String!, higherIsBetter: Boolean = false): BestRun",
        "resolvers.queries.jobs:best_of_sweep",
        "The run that reached the best value of a metric at any time; of several, the one that reached it first. Null "
        "if no run has measured this metric.",
        arguments={
            "metricName": METRIC_NAME,
            "higherIsBetter": "Whether the highest value is the best one, as for an accuracy. By default, the lowest "
            "one is, as for a loss.",
        },
    ),
    Route("BestRun.job: Job", "resolvers.queries.jobs:job_of", "The job that is this run."),
    Route(
        f"Job.metrics(metricName: String, {SPAN}, newestFirst: Boolean = false, first: Int = 100, after: String): "
        "JobMetricConnection!",
        "resolvers.queries.jobs:metrics_of_job",
        "The measurements of the job: of one metric in order of time, or of all metrics, sorted by their names and "
        "then by time.",
        arguments={
            "metricName": f"Only measurements of one metric. {METRIC_NAME}",
            "newestFirst": "Whether to reverse the order: the newest measurement first; without `metricName`, the "
            "metrics in reverse alphabetical order, and the newest measurement of each first.",
            **between("timestamp"),
        },
    ),
    Route(
        f"Job.logs({SPAN}, newestFirst: Boolean = false, first: Int = 100, after: String): JobLogConnection!",
        "resolvers.queries.jobs:logs_of_job",
        "The log of the job in order of time.",
        arguments=between("timestamp"),
    ),
    Route(
        "Job.bestCheckpoint: JobCheckpoint",
        "resolvers.queries.jobs:best_checkpoint_of_job",
        "The checkpoint that is marked as the best one of the job; null if none is.",
    ),
    Route(
        "Job.dependents: [JobDependency!]!",
        "resolvers.queries.jobs:dependents_of_job",
        "The jobs that wait for this job: one entry for each of them. `dependencies` is the opposite direction.",
    ),
    Route(
        "Job.queues: [QueueJob!]!",
        "resolvers.queries.jobs:queues_of_job",
        "The queues that the job waits in: one entry for each queue, with the place of the job in it.",
    ),
    Route(
        "Job.instances: [InstanceJob!]!",
        "resolvers.queries.jobs:instances_of_job",
        "The machines that the job was assigned to, now or earlier: one entry for each machine.",
    ),
    Route("JobStatus.job: Job", "resolvers.queries.jobs:job_of", "The job whose history this entry belongs to."),
    Route("JobMetric.job: Job", "resolvers.queries.jobs:job_of", "The job that was measured."),
    Route("JobCheckpoint.job: Job", "resolvers.queries.jobs:job_of", "The job that saved the checkpoint."),
    Route("JobResource.job: Job", "resolvers.queries.jobs:job_of", "The job that the resource was given to."),
    Route(
        "JobResource.instance: Instance",
        "resolvers.queries.jobs:instance_of",
        "The machine that provides the resource; null if that was not recorded.",
        needs=("instance_id",),
    ),
    Route("JobDependency.dependency: Job", "resolvers.queries.jobs:dependency_of", "The job that is waited for."),
    Route("JobDependency.dependent: Job", "resolvers.queries.jobs:dependent_of", "The job that waits."),
    Route("QueueJob.job: Job", "resolvers.queries.jobs:job_of", "The job that waits in the queue."),
    Route("QueueJob.queue: Queue", "resolvers.queries.jobs:queue_of", "The queue that the job waits in."),
    Route("InstanceJob.job: Job", "resolvers.queries.jobs:job_of", "The job that was assigned to the machine."),
    Route(
        "InstanceJob.instance: Instance",
        "resolvers.queries.jobs:instance_of",
        "The machine that the job was assigned to.",
    ),
    Route(
        f"Queue.jobs({PAGE}): QueueJobConnection!",
        "resolvers.queries.jobs:jobs_of_queue",
        "The jobs in the queue, the next one to run first: by position, then by priority, then by the time at which "
        "they were put into it.",
    ),
)
