"""What can be asked of sweeps and their runs."""

from resolvers.routing.jobs import METRIC_NAME
from resolvers.routing.route import PAGE, SPAN, Route, between

HIGHER = "Whether the highest value is the best one, as for an accuracy. By default, the lowest one is, as for a loss."

QUERIES: tuple[Route, ...] = (
    Route(
        "Query.sweep(sweepId: ID!): Sweep",
        "resolvers.queries.sweeps:sweep",
        "One sweep: how many of its runs are in which state, and which run is the best. Null if there is no job with "
        "this id; a job that has no runs is returned with a `progress.total` of 0.",
        arguments={"sweepId": "The id of the sweep, which is the `jobId` of its parent job."},
    ),
    Route(
        f"Query.sweeps(status: JobState, {SPAN}, {PAGE}): SweepConnection!",
        "resolvers.queries.sweeps:sweeps",
        "The sweeps, the newest first: the jobs whose `jobType` is `sweep`. All arguments can be combined.",
        arguments={"status": "Only sweeps whose parent job has this status.", **between("job.createdAt")},
    ),
    Route(
        "Sweep.job: Job", "resolvers.queries.sweeps:job_of_sweep", "The parent job, which stands for the whole sweep."
    ),
    Route(
        "Sweep.jobs: [Job!]!",
        "resolvers.queries.sweeps:jobs_of_sweep",
        "All runs of the sweep, sorted by `jobId`. This is not a page, and a sweep may have thousands of runs: see "
        "`runs`.",
    ),
    Route(
        f"Sweep.runs(metricName: String, higherIsBetter: Boolean = false, status: JobState, {PAGE}): "
        "SweepRunConnection!",
        "resolvers.queries.sweeps:runs_of_sweep",
        "The runs of the sweep, ranked by the best value of a metric that each reached: the best first, and those "
        "without a value last. Without `metricName`, sorted by `jobId`. All arguments can be combined.",
        arguments={
            "metricName": f"The metric to rank by. {METRIC_NAME}",
            "higherIsBetter": HIGHER,
            "status": "Only runs with this status.",
        },
    ),
    Route("SweepRun.job: Job", "resolvers.queries.jobs:job_of", "The run itself: each run of a sweep is a job."),
    Route(
        "Job.sweep: Sweep",
        "resolvers.queries.sweeps:sweep_of_job",
        "The sweep that the job is a run of; null for other jobs, and for the parent job of a sweep.",
        needs=("sweep_id",),
    ),
    Route(
        f"Sweep.metrics(metricName: String!, {PAGE}): JobMetricConnection!",
        "resolvers.queries.sweeps:metrics_of_sweep",
        "The measurements of one metric: first those that were recorded for the parent job, then those of the runs, "
        "one run after the other, and the oldest of each first.",
        arguments={"metricName": METRIC_NAME},
    ),
    Route(
        "Sweep.bestRun(metricName: String!, higherIsBetter: Boolean = false): BestRun",
        "resolvers.queries.sweeps:best_of_sweep",
        "The run that reached the best value of a metric at any time; of several, the one that reached it first. Null "
        "if no run has measured this metric.",
        arguments={
            "metricName": METRIC_NAME,
            "higherIsBetter": HIGHER,
        },
    ),
    Route("BestRun.job: Job", "resolvers.queries.jobs:job_of", "The run itself: each run of a sweep is a job."),
)
