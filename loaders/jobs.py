"""Finds jobs, queues, machines and dependencies."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from entities.attributes import Record
from entities.jobs import (
    DependencyType,
    Instance,
    InstanceJob,
    Job,
    JobCheckpoint,
    JobDependency,
    JobLog,
    JobMetric,
    JobResource,
    JobStatus,
    LogLevel,
    Priority,
    Queue,
    QueueJob,
)
from entities.times import format_time
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Raw
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice, sorted_page
from loaders.planning.relations import Relations, latest, many
from loaders.request import Request

RELATIONS: Relations = {
    Job: {
        "statuses": many(JobStatus, description="The history of the job, the oldest entry first."),
        "latest_status": latest(
            JobStatus,
            description="The newest entry in the history of the job, with its progress and message; null if there is "
            "none.",
        ),
        "resources": many(
            JobResource,
            description="The resources that were given to the job, such as GPUs. Those that it gave back are included.",
        ),
        "checkpoints": many(
            JobCheckpoint, description="The checkpoints (saved states of the model) of the job, the oldest first."
        ),
        "dependencies": many(
            JobDependency,
            description="What this job waits for: one entry for each other job. `dependents` is the opposite "
            "direction.",
            names={"dependent_job_id": "job_id"},
        ),
    },
    Instance: {
        "jobs": many(
            InstanceJob,
            description="The jobs that were assigned to the machine, sorted by `jobId`. Those that ended are included.",
        )
    },
}

JOBS = Listing(Job, "GSITYPE")
JOBS_BY_STATUS = Listing(Job, "GSI1", ("status",), time="created_at", newest_first=True)
# The jobs that a user created, or that have a name, but only those that we wrote: `job_lists` finds the others.
JOBS_BY_USER = Listing(Job, "GSI2", ("created_by",), time="created_at", newest_first=True)
JOBS_BY_NAME = Listing(Job, "GSI3", ("name",), time="created_at", newest_first=True)

STATUSES_BY_STATUS = Listing(JobStatus, "GSI1", ("status",), time="updated_at", newest_first=True)
METRICS = Listing(JobMetric, None, ("job_id", "metric_name"), time="timestamp")
METRICS_BY_NAME = Listing(JobMetric, "GSI1", ("metric_name",), time="timestamp")
CHECKPOINTS = Listing(JobCheckpoint, None, ("job_id",), time="timestamp", newest_first=True)
ALL_CHECKPOINTS = Listing(JobCheckpoint, "GSI1", newest_first=True)
ALL_LOGS = Listing(JobLog, "GSI1")
LOGS = Listing(JobLog, None, ("job_id",), time="timestamp")
ALL_RESOURCES = Listing(JobResource, "GSITYPE")
RESOURCES_BY_ID = Listing(JobResource, "GSI1", ("resource_id",))
DEPENDENCIES = Listing(JobDependency, None, ("dependent_job_id",))
DEPENDENTS = Listing(JobDependency, "GSI2", ("dependency_job_id",))

QUEUES = Listing(Queue, "GSI1")
QUEUES_OF_JOB = Listing(QueueJob, "GSI1", ("job_id",))
JOBS_IN_QUEUE = Listing(QueueJob, None, ("queue_name",))

INSTANCES = Listing(Instance, "GSITYPE")
INSTANCES_BY_STATUS = Listing(Instance, "GSI1", ("status",))
INSTANCES_OF_JOB = Listing(InstanceJob, "GSI1", ("job_id",))

_URGENCY = {Priority.CRITICAL: 0, Priority.HIGH: 1, Priority.MEDIUM: 2, Priority.LOW: 3}
_NO_POSITION = 1_000_000_000


def jobs_where(
    request: Request,
    attribute: str,
    value: str,
    span: Span = Span(),  # noqa: B008  it is frozen
    *,
    first: int,
    after: str | None = None,
) -> Slice:
    """Jobs of a user (`created_by`) or of a name (`name`), newest first.

    Our own jobs are in indexes by user and by name, but not all of upstream's are. So all jobs are read and filtered,
    which finds both.
    """
    found = JOBS.all(request, {}, where={attribute: value})
    jobs = [item for item in found if isinstance(item, Job) and span.holds(item.created_at)]
    newest_first = [(_latest_first(job), job) for job in jobs]
    arguments = {attribute: value, "since": span.since, "until": span.until}
    return sorted_page(newest_first, scope_of("jobsWhere", arguments, newest_first=True), first=first, after=after)


def jobs_in_queue(
    request: Request, queue_name: str, sweep_id: str | None = None, *, first: int, after: str | None = None
) -> Slice:
    """The jobs of a queue in the order in which they will run: by position, then by priority, then by time."""
    found = JOBS_IN_QUEUE.all(request, {"queue_name": queue_name})
    waiting = [item for item in found if isinstance(item, QueueJob)]
    runs = _runs_in(request, waiting, sweep_id) if sweep_id else None
    ordered = [(_turn(each), each) for each in waiting if runs is None or each.job_id in runs]
    scope = scope_of("jobsInQueue", {"queueName": queue_name, "sweepId": sweep_id}, newest_first=False)
    return sorted_page(ordered, scope, first=first, after=after)


def _runs_in(request: Request, waiting: list[QueueJob], sweep_id: str) -> set[str]:
    """The waiting jobs that are runs of a sweep. Those that other programs queued do not say so themselves."""
    said = {each.job_id for each in waiting if each.sweep_id == sweep_id}
    is_silent = any(each.sweep_id is None for each in waiting)
    return said | set(run_ids_of_sweep(request, sweep_id)) if is_silent else said


def of_level(level: LogLevel | None) -> dict[str, Any]:
    """The options of a listing that leave only lines of a level, in whichever case it was written."""
    if level is None:
        return {}
    spellings = {":upper": level.value, ":lower": level.value.lower()}
    only = Raw("#level IN (:upper, :lower)", {"#level": "log_level"}, spellings)
    return {"only": only, "said": {"level": level.value}}


def best_checkpoint(request: Request, job_id: str) -> JobCheckpoint | None:
    """The checkpoint that is marked as best; the latest if there are several."""
    best = [
        item
        for item in CHECKPOINTS.all(request, {"job_id": job_id}, where={"is_best": True})
        if isinstance(item, JobCheckpoint)
    ]
    return max(best, key=lambda each: each.timestamp, default=None)


def run_ids_of_sweep(request: Request, sweep_id: str) -> list[str]:
    """The ids of the training runs of a sweep: jobs that name it as their sweep; else all that depend on it."""
    found = DEPENDENTS.all(request, {"dependency_job_id": sweep_id})
    links = [link for link in found if isinstance(link, JobDependency)]
    named = [link for link in links if link.type is DependencyType.PARENT_SWEEP]
    return [link.dependent_job_id for link in named or links]


def jobs_of_sweep(request: Request, sweep_id: str) -> list[Job]:
    """The training runs of a sweep."""
    ids = [{"job_id": each} for each in run_ids_of_sweep(request, sweep_id)]
    return [item for item in request.by_ids(Job, ids) if isinstance(item, Job)]


def runs_begin_with(sweep_id: str) -> str:
    """The prefix of the ids of our own runs of a sweep; it keeps their metrics next to each other in the index."""
    text = uuid5(NAMESPACE_URL, f"sweep:{sweep_id}").hex
    return f"{text[:8]}-{text[8:12]}"


def measured_by_runs(
    request: Request, sweep: Job, metric_name: str, run_ids: Sequence[str] | None = None
) -> list[Record]:
    """All values of a metric that the runs of a sweep recorded, as stored records.

    For a sweep of ours this reads one range of an index, however many runs there are; otherwise one range for each run.
    """
    own = metrics_of_own_runs(sweep, metric_name)
    if own:
        return request.session.query(own)
    runs = run_ids_of_sweep(request, sweep.job_id) if run_ids is None else run_ids
    ids = [{"job_id": each, "metric_name": metric_name} for each in runs]
    queries = [query for each in ids for query in METRICS.queries(each)]
    answers = request.session.together(*(partial(request.session.query, query) for query in queries))
    return [record for records in answers for record in records]


def metrics_of_own_runs(sweep: Job, metric_name: str) -> Query | None:
    """The range with the values of a metric of all runs, if the sweep is one of ours."""
    return None if sweep.runs_total is None else metrics_of_runs_of(sweep.job_id, metric_name)


def metrics_of_runs_of(sweep_id: str, metric_name: str) -> Query:
    """The range with the values of a metric of all runs that we made for a sweep."""
    partition = JobMetric.indexes["GSI2"].partition.format({"metric_name": metric_name}) or ""
    beginning = Begins(f"JOB#{runs_begin_with(sweep_id)}")
    return Query(JobMetric.table, "GSI2", partition, beginning, (JobMetric.type_name,))


def _turn(job: QueueJob) -> list[str | int | float]:
    position = _NO_POSITION if job.position is None else job.position
    enqueued = format_time(job.enqueued_at) if job.enqueued_at else ""
    return [position, _URGENCY.get(job.priority, len(_URGENCY)), enqueued, job.job_id]


def _latest_first(job: Job) -> list[str | int | float]:
    return [-int(job.created_at.timestamp() * 1_000_000) if job.created_at else 0, job.job_id]
