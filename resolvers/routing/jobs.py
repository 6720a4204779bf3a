"""What can be asked of jobs, queues, instances and sweeps."""

from resolvers.routing.route import PAGE, SPAN, Route

QUERIES: tuple[Route, ...] = (
    Route("Query.job(jobId: ID!): Job", "jobs:job", "A job by its id."),
    Route(
        f"Query.jobs(status: JobState, createdBy: String, name: String, {SPAN}, {PAGE}): JobConnection!",
        "jobs:all_jobs",
        "Jobs by status, by user or by name, the newest first.",
    ),
    Route(
        f"Query.jobStatuses(status: JobState!, {SPAN}, {PAGE}): JobStatusConnection!",
        "jobs:job_statuses",
        "Entries in the history of all jobs, the newest first.",
    ),
    Route(
        f"Query.metrics(metricName: String!, {SPAN}, {PAGE}): JobMetricConnection!",
        "jobs:metrics",
        "A metric of all jobs in order of time.",
    ),
    Route(f"Query.checkpoints({PAGE}): JobCheckpointConnection!", "jobs:checkpoints", "Checkpoints of all jobs."),
    Route(
        f"Query.resources(resourceId: ID!, {PAGE}): JobResourceConnection!",
        "jobs:resources",
        "The jobs that were given a resource.",
    ),
    Route("Query.queue(queueName: String!): Queue", "jobs:queue", "A queue by its name."),
    Route(f"Query.queues({PAGE}): QueueConnection!", "jobs:queues", "All queues by name."),
    Route(
        f"Query.queueJobs(queueName: String!, {PAGE}): QueueJobConnection!",
        "jobs:queue_jobs",
        "The jobs of a queue as they will be taken.",
    ),
    Route("Query.instance(instanceId: ID!): Instance", "jobs:instance", "An instance by its id."),
    Route(
        f"Query.instances(status: InstanceState, {PAGE}): InstanceConnection!",
        "jobs:instances",
        "Instances, all or by status.",
    ),
    Route("Query.sweep(sweepId: ID!): Sweep", "jobs:sweep", "A sweep with its progress, by the id of its parent job."),
    Route("Sweep.job: Job", "jobs:job_of_sweep", "The parent job."),
    Route("Sweep.jobs: [Job!]!", "jobs:jobs_of_sweep", "The training runs."),
    Route(
        f"Sweep.metrics(metricName: String!, {PAGE}): JobMetricConnection!",
        "jobs:metrics_of_sweep",
        "What was recorded for the sweep itself.",
    ),
    Route(
        "Sweep.bestRun(metricName: String!, higherIsBetter: Boolean = false): BestRun",
        "jobs:best_of_sweep",
        "The run that did best by a metric; the lowest value wins unless told otherwise.",
    ),
    Route("BestRun.job: Job", "jobs:job_of", "The run itself."),
    Route(
        f"Job.metrics(metricName: String, {SPAN}, newestFirst: Boolean = false, first: Int = 100, after: String): "
        "JobMetricConnection!",
        "jobs:metrics_of_job",
        "Measurements, all or of one name, in order of time.",
    ),
    Route(
        f"Job.logs({SPAN}, newestFirst: Boolean = false, first: Int = 100, after: String): JobLogConnection!",
        "jobs:logs_of_job",
        "Its log in order of time.",
    ),
    Route("Job.bestCheckpoint: JobCheckpoint", "jobs:best_checkpoint_of_job", "The checkpoint that is marked as best."),
    Route("Job.dependents: [JobDependency!]!", "jobs:dependents_of_job", "What waits for it."),
    Route("Job.queues: [QueueJob!]!", "jobs:queues_of_job", "The queues that it waits in."),
    Route("Job.instances: [InstanceJob!]!", "jobs:instances_of_job", "The instances that it was given to."),
    Route("JobStatus.job: Job", "jobs:job_of", "The job that it speaks of."),
    Route("JobMetric.job: Job", "jobs:job_of", "The job that was measured."),
    Route("JobCheckpoint.job: Job", "jobs:job_of", "The job that it was saved from."),
    Route("JobResource.job: Job", "jobs:job_of", "The job that it was given to."),
    Route("JobResource.instance: Instance", "jobs:instance_of", "The instance that it is on.", needs=("instance_id",)),
    Route("JobDependency.dependency: Job", "jobs:dependency_of", "The job that must come first."),
    Route("JobDependency.dependent: Job", "jobs:dependent_of", "The job that waits."),
    Route("QueueJob.job: Job", "jobs:job_of", "The job that waits."),
    Route("QueueJob.queue: Queue", "jobs:queue_of", "The queue that it waits in."),
    Route("InstanceJob.job: Job", "jobs:job_of", "The job that runs there."),
    Route("InstanceJob.instance: Instance", "jobs:instance_of", "The instance that it runs on."),
    Route(
        f"Queue.jobs({PAGE}): QueueJobConnection!",
        "jobs:jobs_of_queue",
        "Its jobs as they will be taken: by position, urgency and time.",
    ),
)
