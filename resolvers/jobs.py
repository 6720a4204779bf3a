"""Queries on jobs, queues, instances and sweeps."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from entities.fields import Part
from entities.jobs import Instance, InstanceState, Job, JobCheckpoint, JobMetric, JobState, Queue
from loaders import jobs
from loaders.errors import BadInput
from loaders.listing import Listing, Span
from loaders.pages import Slice
from loaders.reading import Reading
from resolvers.lookup import Lookup, Parent, for_each


class SweepProgress(Part):
    """How many jobs of a sweep are in which state."""

    total: int
    pending: int
    running: int
    succeeded: int
    failed: int
    cancelled: int
    interrupted: int
    done: float


class Sweep(Part):
    """A parent job and its training runs."""

    sweep_id: str
    progress: SweepProgress


class BestRun(Part):
    """The run of a sweep that did best by a metric."""

    job_id: str
    metric_name: str
    value: float
    epoch: int | None = None


def job(_: Reading, job_id: str) -> Lookup:
    return Lookup(Job, {"job_id": job_id})


def all_jobs(
    reading: Reading,
    status: JobState | None,
    created_by: str | None,
    name: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    """By status, by user or by name; without any of them, all in no order."""
    given = [each for each in (status, created_by, name) if each is not None]
    if len(given) > 1:
        raise BadInput("Give status, createdBy or name, not several of them.")
    span = Span(since, until)
    if created_by is not None:
        return jobs.jobs_where(reading, "created_by", created_by, span, first=first, after=after)
    if status is not None:
        return jobs.JOBS_BY_STATUS.page(reading, {"status": status.value}, span=span, first=first, after=after)
    if name is not None:
        return jobs.jobs_where(reading, "name", name, span, first=first, after=after)
    return jobs.JOBS.page(reading, {}, first=first, after=after, keep=lambda each: span.holds(_created(each)))


def job_statuses(
    reading: Reading,
    status: JobState,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    values = {"status": status.value}
    return jobs.STATUSES_BY_STATUS.page(reading, values, span=Span(since, until), first=first, after=after)


def metrics(
    reading: Reading,
    metric_name: str,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    values = {"metric_name": metric_name}
    return jobs.METRICS_BY_NAME.page(reading, values, span=Span(since, until), first=first, after=after)


def checkpoints(reading: Reading, first: int, after: str | None) -> Slice:
    return jobs.ALL_CHECKPOINTS.page(reading, {}, first=first, after=after)


def resources(reading: Reading, resource_id: str, first: int, after: str | None) -> Slice:
    return jobs.RESOURCES_BY_ID.page(reading, {"resource_id": resource_id}, first=first, after=after)


def queue(_: Reading, queue_name: str) -> Lookup:
    return Lookup(Queue, {"queue_name": queue_name})


def queues(reading: Reading, first: int, after: str | None) -> Slice:
    return jobs.QUEUES.page(reading, {}, first=first, after=after)


def queue_jobs(reading: Reading, queue_name: str, first: int, after: str | None) -> Slice:
    return jobs.jobs_in_queue(reading, queue_name, first=first, after=after)


def instance(_: Reading, instance_id: str) -> Lookup:
    return Lookup(Instance, {"instance_id": instance_id})


def instances(reading: Reading, status: InstanceState | None, first: int, after: str | None) -> Slice:
    if status is None:
        return jobs.INSTANCES.page(reading, {}, first=first, after=after)
    return jobs.INSTANCES_BY_STATUS.page(reading, {"status": status.value}, first=first, after=after)


def sweep(reading: Reading, sweep_id: str) -> Sweep | None:
    """A sweep is a job that others depend on. Ours counts its runs; those of others are counted here."""
    (parent,) = reading.by_ids(Job, [{"job_id": sweep_id}])
    if not isinstance(parent, Job):
        return None
    counted = sweep_of(parent)
    if counted:
        return counted
    runs = jobs.jobs_of_sweep(reading, sweep_id)
    counts = {state: sum(run.status is state for run in runs) for state in JobState}
    ended = sum(run.status not in {JobState.PENDING, JobState.RUNNING, JobState.INTERRUPTED} for run in runs)
    return _sweep(sweep_id, len(runs), ended, counts)


def sweep_of(parent: Job) -> Sweep | None:
    """The sweep as its parent job counts it; None where it does not. Nothing is read for that."""
    if parent.runs_total is None:
        return None
    counts = {state: getattr(parent, f"runs_{state.value}") or 0 for state in JobState}
    return _sweep(parent.job_id, parent.runs_total, parent.runs_ended or 0, counts)


def job_of_sweep(_: Reading, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["sweep_id"]}) for each in parents]


def jobs_of_sweep(reading: Reading, parents: Sequence[Parent]) -> list[list[Job]]:
    return for_each(reading, parents, lambda each: jobs.jobs_of_sweep(reading, each["sweep_id"]), "sweep_id")


def metrics_of_sweep(
    reading: Reading, parents: Sequence[Parent], metric_name: str, first: int, after: str | None
) -> list[Slice]:
    """What was recorded for the sweep itself."""
    return [
        jobs.METRICS.page(reading, {"job_id": each["sweep_id"], "metric_name": metric_name}, first=first, after=after)
        for each in parents
    ]


def best_of_sweep(
    reading: Reading, parents: Sequence[Parent], metric_name: str, higher_is_better: bool
) -> list[BestRun | None]:
    return [_best_run(reading, each["sweep_id"], metric_name, higher_is_better=higher_is_better) for each in parents]


def job_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["job_id"]}) for each in parents]


def dependency_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["dependency_job_id"]}) for each in parents]


def dependent_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["dependent_job_id"]}) for each in parents]


def queue_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Queue, {"queue_name": each["queue_name"]}) for each in parents]


def instance_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup | None]:
    ids = [each.get("instance_id") for each in parents]
    return [Lookup(Instance, {"instance_id": each}) if each else None for each in ids]


def metrics_of_job(
    reading: Reading,
    parents: Sequence[Parent],
    metric_name: str | None,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> list[Slice]:
    more = {} if metric_name is None else {"metric_name": metric_name}
    return _of_jobs(reading, jobs.METRICS, parents, more, Span(since, until), newest_first, first, after)


def logs_of_job(
    reading: Reading,
    parents: Sequence[Parent],
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> list[Slice]:
    return _of_jobs(reading, jobs.LOGS, parents, {}, Span(since, until), newest_first, first, after)


def best_checkpoint_of_job(reading: Reading, parents: Sequence[Parent]) -> list[JobCheckpoint | None]:
    return for_each(reading, parents, lambda each: jobs.best_checkpoint(reading, each["job_id"]), "job_id")


def dependents_of_job(reading: Reading, parents: Sequence[Parent]) -> list[list[Any]]:
    return for_each(
        reading, parents, lambda each: jobs.DEPENDENTS.all(reading, {"dependency_job_id": each["job_id"]}), "job_id"
    )


def queues_of_job(reading: Reading, parents: Sequence[Parent]) -> list[list[Any]]:
    return for_each(
        reading, parents, lambda each: jobs.QUEUES_OF_JOB.all(reading, {"job_id": each["job_id"]}), "job_id"
    )


def instances_of_job(reading: Reading, parents: Sequence[Parent]) -> list[list[Any]]:
    return for_each(
        reading, parents, lambda each: jobs.INSTANCES_OF_JOB.all(reading, {"job_id": each["job_id"]}), "job_id"
    )


def jobs_of_queue(reading: Reading, parents: Sequence[Parent], first: int, after: str | None) -> list[Slice]:
    return for_each(
        reading,
        parents,
        lambda each: jobs.jobs_in_queue(reading, each["queue_name"], first=first, after=after),
        "queue_name",
    )


def _of_jobs(
    reading: Reading,
    listing: Listing,
    parents: Sequence[Parent],
    more: dict[str, str],
    span: Span,
    newest_first: bool,
    first: int,
    after: str | None,
) -> list[Slice]:
    options: dict[str, Any] = {"span": span, "newest_first": newest_first, "first": first, "after": after}
    return for_each(
        reading, parents, lambda each: listing.page(reading, {"job_id": each["job_id"], **more}, **options), "job_id"
    )


def _sweep(sweep_id: str, total: int, ended: int, counts: Mapping[JobState, int]) -> Sweep:
    by_name = {state.value: number for state, number in counts.items()}
    done = ended / total if total else 0.0
    return Sweep(sweep_id=sweep_id, progress=SweepProgress(total=total, done=done, **by_name))


def _best_run(reading: Reading, sweep_id: str, metric_name: str, *, higher_is_better: bool) -> BestRun | None:
    """The first to reach the best value. Items are made of the best records alone: there may be very many."""
    (parent,) = reading.by_ids(Job, [{"job_id": sweep_id}])
    records = jobs.measured_by_runs(reading, parent, metric_name) if isinstance(parent, Job) else []
    numbers = [each for each in records if is_number(each.get("value"))]
    for value in sorted({float(each["value"]) for each in numbers}, reverse=higher_is_better):
        best = (each for each in numbers if each["value"] == value)
        found = [each for each in reading.items(JobMetric.table, best, JobMetric) if isinstance(each, JobMetric)]
        if found:
            first = min(found, key=lambda each: (each.timestamp, each.job_id))
            return BestRun(job_id=first.job_id, metric_name=metric_name, value=value, epoch=first.epoch)
    return None


def is_number(value: Any) -> bool:
    """Whether a measurement can be compared with others: a matrix cannot."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _created(item: Any) -> datetime | None:
    return item.created_at if isinstance(item, Job) else None
