"""What can be asked of jobs, queues and instances."""

from resolvers.routing.route import PAGE, SPAN, Route, between

JOB_ID = {"jobId": "The id of the job."}
QUEUE_NAME = {"queueName": "The name of the queue."}
LEVEL = "Only lines of exactly this level."
OF_SWEEP = "Only jobs that are runs of this sweep."
METRIC_NAME = "The name of the metric, such as `val_loss`; upper and lower case matter."

QUERIES: tuple[Route, ...] = (
    Route("Query.job(jobId: ID!): Job", "resolvers.queries.jobs:job", "One job.", arguments=JOB_ID),
    Route(
        f"Query.jobs(status: JobState, createdBy: String, name: String, jobType: String, {SPAN}, {PAGE}): "
        "JobConnection!",
        "resolvers.queries.jobs:all_jobs",
        "Jobs, the newest first; all arguments can be combined. Jobs of other programs with a status of their own, or "
        "without a time, stand at the end. With `createdBy` or `name` but without `status`, all jobs are looked "
        "through.",
        arguments={
            "status": "Only jobs with this status.",
            "createdBy": "Only jobs that this person or program created; upper and lower case matter.",
            "name": "Only jobs with exactly this name.",
            "jobType": "Only jobs with this `jobType`, such as `training` or `sweep`.",
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
        f"Query.logs(level: LogLevel, {PAGE}): JobLogConnection!",
        "resolvers.queries.jobs:logs",
        "The log lines of all jobs: one job after the other, and the oldest line of each job first.",
        arguments={"level": LEVEL},
    ),
    Route(
        f"Query.checkpoints({PAGE}): JobCheckpointConnection!",
        "resolvers.queries.jobs:checkpoints",
        "The checkpoints (saved states of models) of all jobs: one job after the other, and the newest of each job "
        "first.",
    ),
    Route(
        f"Query.resources(resourceId: ID, {PAGE}): JobResourceConnection!",
        "resolvers.queries.jobs:resources",
        "The resources that jobs were given, in no particular order: one entry for each job and resource.",
        arguments={"resourceId": "Only the jobs that this resource was given to, by its id, usually a UUID."},
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
        f"Query.queueJobs(queueName: String!, sweepId: ID, {PAGE}): QueueJobConnection!",
        "resolvers.queries.jobs:queue_jobs",
        "The jobs in one queue, the next one to run first: by position, then by priority, then by the time at which "
        "they were put into it. Empty if there is no such queue.",
        arguments={**QUEUE_NAME, "sweepId": OF_SWEEP},
    ),
    Route(
        "Query.instance(instanceId: ID!): Instance",
        "resolvers.queries.jobs:instance",
        "One machine that jobs run on.",
        arguments={"instanceId": "The id of the machine, such as `i-0abc123def456`."},
    ),
    Route(
        f"Query.instances(status: InstanceState, healthStatus: Health, {PAGE}): InstanceConnection!",
        "resolvers.queries.jobs:instances",
        "The machines that jobs run on: those in one state sorted by `instanceId`, or all in no particular order. The "
        "arguments can be combined.",
        arguments={
            "status": "Only machines in this state.",
            "healthStatus": "Only machines with this health; UNKNOWN finds those that were never checked.",
        },
    ),
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
        needs=("sweep_id",),
    ),
    Route(
        "Job.metricNames: [String!]!",
        "resolvers.queries.jobs:metric_names_of_job",
        "The names of the metrics that the job has measured, in alphabetical order.",
    ),
    Route(
        "Job.curves(names: [String!], maxPoints: Int = 200): [MetricCurve!]!",
        "resolvers.queries.jobs:curves_of_job",
        "The metrics of the job as curves with few enough points to draw, in order of time. Metrics that were never "
        "measured, and those that are structures, have none.",
        arguments={
            "names": "The metrics to draw, at most 50, in this order; if left out, all in alphabetical order.",
            "maxPoints": "How many points a curve may have, from 4 to 1,000. The first, the last, the lowest and the "
            "highest are always kept.",
        },
    ),
    Route(
        "Job.epochs: [JobEpoch!]!",
        "resolvers.queries.jobs:epochs_of_job",
        "The epochs (passes over the training data) of the job in order, each with what was measured last in it. "
        "Measurements without an epoch are left out.",
    ),
    Route(
        f"Job.logs(level: LogLevel, {SPAN}, newestFirst: Boolean = false, first: Int = 100, after: String): "
        "JobLogConnection!",
        "resolvers.queries.jobs:logs_of_job",
        "The log of the job, the oldest line first unless `newestFirst` is given. All arguments can be combined.",
        arguments={"level": LEVEL, **between("timestamp")},
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
    Route(
        "JobStatus.instance: Instance",
        "resolvers.queries.jobs:instance_of",
        "The machine that the job was running on; null if that was not reported.",
        needs=("instance_id",),
    ),
    Route("JobLog.job: Job", "resolvers.queries.jobs:job_of", "The job that wrote the line."),
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
        f"Queue.jobs(sweepId: ID, {PAGE}): QueueJobConnection!",
        "resolvers.queries.jobs:jobs_of_queue",
        "The jobs in the queue, the next one to run first: by position, then by priority, then by the time at which "
        "they were put into it.",
        arguments={"sweepId": OF_SWEEP},
    ),
)
