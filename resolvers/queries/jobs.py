"""Queries on jobs, queues, instances and sweeps."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from entities.jobs import Instance, InstanceState, Job, JobCheckpoint, JobMetric, JobState, Queue
from loaders import jobs
from loaders.derived import Sweep
from loaders.errors import BadInput
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice
from loaders.request import Request
from loaders.sweeps import BestRun, is_number, read_sweep
from resolvers.queries.lists import list_by_value, list_by_value_and_time, whole_list
from resolvers.runtime.results import Lookup, Parent, for_each


def job(_: Request, job_id: str) -> Lookup:
    return Lookup(Job, {"job_id": job_id})


def all_jobs(
    request: Request,
    status: JobState | None,
    created_by: str | None,
    name: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    """Jobs by status, by user or by name; without arguments all jobs, in no order."""
    given = [each for each in (status, created_by, name) if each is not None]
    if len(given) > 1:
        raise BadInput("Give only one of status, createdBy and name.")
    span = Span(since, until)
    if created_by is not None:
        return jobs.jobs_where(request, "created_by", created_by, span, first=first, after=after)
    if status is not None:
        return jobs.JOBS_BY_STATUS.page(request, {"status": status.value}, span=span, first=first, after=after)
    if name is not None:
        return jobs.jobs_where(request, "name", name, span, first=first, after=after)
    return jobs.JOBS.page(request, {}, first=first, after=after, keep=lambda each: span.holds(_created(each)))


job_statuses = list_by_value_and_time(jobs.STATUSES_BY_STATUS, JobState)


metrics = list_by_value_and_time(jobs.METRICS_BY_NAME)


checkpoints = whole_list(jobs.ALL_CHECKPOINTS)


resources = list_by_value(jobs.RESOURCES_BY_ID)


def queue(_: Request, queue_name: str) -> Lookup:
    return Lookup(Queue, {"queue_name": queue_name})


queues = whole_list(jobs.QUEUES)


def queue_jobs(request: Request, queue_name: str, first: int, after: str | None) -> Slice:
    return jobs.jobs_in_queue(request, queue_name, first=first, after=after)


def instance(_: Request, instance_id: str) -> Lookup:
    return Lookup(Instance, {"instance_id": instance_id})


def instances(request: Request, status: InstanceState | None, first: int, after: str | None) -> Slice:
    if status is None:
        return jobs.INSTANCES.page(request, {}, first=first, after=after)
    return jobs.INSTANCES_BY_STATUS.page(request, {"status": status.value}, first=first, after=after)


def sweep(request: Request, sweep_id: str) -> Sweep | None:
    return read_sweep(request, sweep_id)


def job_of_sweep(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["sweep_id"]}) for each in parents]


def jobs_of_sweep(request: Request, parents: Sequence[Parent]) -> list[list[Job]]:
    return for_each(request, parents, lambda each: jobs.jobs_of_sweep(request, each["sweep_id"]), "sweep_id")


def metrics_of_sweep(
    request: Request, parents: Sequence[Parent], metric_name: str, first: int, after: str | None
) -> list[Slice]:
    """The records of the sweep's own job, not those of its runs."""
    return [
        jobs.METRICS.page(request, {"job_id": each["sweep_id"], "metric_name": metric_name}, first=first, after=after)
        for each in parents
    ]


def best_of_sweep(
    request: Request, parents: Sequence[Parent], metric_name: str, higher_is_better: bool
) -> list[BestRun | None]:
    return [_best_run(request, each["sweep_id"], metric_name, higher_is_better=higher_is_better) for each in parents]


def job_of(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["job_id"]}) for each in parents]


def dependency_of(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["dependency_job_id"]}) for each in parents]


def dependent_of(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["dependent_job_id"]}) for each in parents]


def queue_of(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Queue, {"queue_name": each["queue_name"]}) for each in parents]


def instance_of(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    ids = [each.get("instance_id") for each in parents]
    return [Lookup(Instance, {"instance_id": each}) if each else None for each in ids]


def metrics_of_job(
    request: Request,
    parents: Sequence[Parent],
    metric_name: str | None,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> list[Slice]:
    more = {} if metric_name is None else {"metric_name": metric_name}
    return _of_jobs(request, jobs.METRICS, parents, more, Span(since, until), newest_first, first, after)


def logs_of_job(
    request: Request,
    parents: Sequence[Parent],
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> list[Slice]:
    return _of_jobs(request, jobs.LOGS, parents, {}, Span(since, until), newest_first, first, after)


def best_checkpoint_of_job(request: Request, parents: Sequence[Parent]) -> list[JobCheckpoint | None]:
    return for_each(request, parents, lambda each: jobs.best_checkpoint(request, each["job_id"]), "job_id")


def dependents_of_job(request: Request, parents: Sequence[Parent]) -> list[list[Any]]:
    return for_each(
        request, parents, lambda each: jobs.DEPENDENTS.all(request, {"dependency_job_id": each["job_id"]}), "job_id"
    )


def queues_of_job(request: Request, parents: Sequence[Parent]) -> list[list[Any]]:
    return for_each(
        request, parents, lambda each: jobs.QUEUES_OF_JOB.all(request, {"job_id": each["job_id"]}), "job_id"
    )


def instances_of_job(request: Request, parents: Sequence[Parent]) -> list[list[Any]]:
    return for_each(
        request, parents, lambda each: jobs.INSTANCES_OF_JOB.all(request, {"job_id": each["job_id"]}), "job_id"
    )


def jobs_of_queue(request: Request, parents: Sequence[Parent], first: int, after: str | None) -> list[Slice]:
    return for_each(
        request,
        parents,
        lambda each: jobs.jobs_in_queue(request, each["queue_name"], first=first, after=after),
        "queue_name",
    )


def _of_jobs(
    request: Request,
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
        request, parents, lambda each: listing.page(request, {"job_id": each["job_id"], **more}, **options), "job_id"
    )


def _best_run(request: Request, sweep_id: str, metric_name: str, *, higher_is_better: bool) -> BestRun | None:
    """The first run to reach the best value. Only the best records become items, since there may be very many."""
    (parent,) = request.by_ids(Job, [{"job_id": sweep_id}])
    records = jobs.measured_by_runs(request, parent, metric_name) if isinstance(parent, Job) else []
    numbers = [each for each in records if is_number(each.get("value"))]
    for value in sorted({float(each["value"]) for each in numbers}, reverse=higher_is_better):
        best = (each for each in numbers if each["value"] == value)
        found = [each for each in request.items(JobMetric.table, best, JobMetric) if isinstance(each, JobMetric)]
        if found:
            first = min(found, key=lambda each: (each.timestamp, each.job_id))
            return BestRun(job_id=first.job_id, metric_name=metric_name, value=value, epoch=first.epoch)
    return None


def _created(item: Any) -> datetime | None:
    return item.created_at if isinstance(item, Job) else None
