"""Queries on jobs, queues and instances."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from entities.jobs import Health, Instance, InstanceState, Job, JobCheckpoint, JobState, LogLevel, Queue
from loaders import curves, jobs
from loaders.curves import JobEpoch, MetricCurve
from loaders.job_lists import JobFilter, jobs_by
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice
from loaders.request import Request
from loaders.run_metrics import first_pages
from resolvers.queries.lists import list_by_value_and_time, whole_list
from resolvers.runtime.results import Lookup, Parent, for_each


def job(_: Request, job_id: str) -> Lookup:
    return Lookup(Job, {"job_id": job_id})


def all_jobs(
    request: Request,
    status: JobState | None,
    created_by: str | None,
    name: str | None,
    job_type: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    """Jobs that have all of the given properties, the newest first."""
    return jobs_by(request, JobFilter(status, created_by, name, job_type, Span(since, until)), first=first, after=after)


job_statuses = list_by_value_and_time(jobs.STATUSES_BY_STATUS, JobState)


metrics = list_by_value_and_time(jobs.METRICS_BY_NAME)


def logs(request: Request, level: LogLevel | None, first: int, after: str | None) -> Slice:
    """The lines of all jobs, one job after the other."""
    return jobs.ALL_LOGS.page(request, {}, first=first, after=after, **jobs.of_level(level))


checkpoints = whole_list(jobs.ALL_CHECKPOINTS)


def resources(request: Request, resource_id: str | None, first: int, after: str | None) -> Slice:
    if resource_id is None:
        return jobs.ALL_RESOURCES.page(request, {}, first=first, after=after)
    return jobs.RESOURCES_BY_ID.page(request, {"resource_id": resource_id}, first=first, after=after)


def queue(_: Request, queue_name: str) -> Lookup:
    return Lookup(Queue, {"queue_name": queue_name})


queues = whole_list(jobs.QUEUES)


def queue_jobs(request: Request, queue_name: str, sweep_id: str | None, first: int, after: str | None) -> Slice:
    return jobs.jobs_in_queue(request, queue_name, sweep_id, first=first, after=after)


def instance(_: Request, instance_id: str) -> Lookup:
    return Lookup(Instance, {"instance_id": instance_id})


def instances(
    request: Request, status: InstanceState | None, health_status: Health | None, first: int, after: str | None
) -> Slice:
    listing, values = (jobs.INSTANCES_BY_STATUS, {"status": status.value}) if status else (jobs.INSTANCES, {})
    if health_status is None:
        return listing.page(request, values, first=first, after=after)

    def has_health(item: Any) -> bool:  # an instance that says nothing is UNKNOWN, so DynamoDB cannot compare
        return isinstance(item, Instance) and item.health_status is health_status

    said = {"healthStatus": health_status.value}
    return listing.page(request, values, first=first, after=after, keep=has_health, said=said)


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
    if metric_name and not (since or until or newest_first or after):
        pages = first_pages(request, [(each["job_id"], each.get("sweep_id")) for each in parents], metric_name, first)
        return [pages[each["job_id"]] for each in parents]
    more = {} if metric_name is None else {"metric_name": metric_name}
    options = {"newest_first": newest_first, "first": first, "after": after}
    return _of_jobs(request, jobs.METRICS, parents, more, Span(since, until), options)


def metric_names_of_job(request: Request, parents: Sequence[Parent]) -> list[list[str]]:
    return for_each(request, parents, lambda each: curves.metric_names(request, each["job_id"]), "job_id")


def curves_of_job(
    request: Request, parents: Sequence[Parent], names: Sequence[str] | None, max_points: int
) -> list[list[MetricCurve]]:
    return for_each(request, parents, lambda each: curves.curves(request, each["job_id"], names, max_points), "job_id")


def epochs_of_job(request: Request, parents: Sequence[Parent]) -> list[list[JobEpoch]]:
    return for_each(request, parents, lambda each: curves.epochs(request, each["job_id"]), "job_id")


def logs_of_job(
    request: Request,
    parents: Sequence[Parent],
    level: LogLevel | None,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> list[Slice]:
    options: dict[str, Any] = {"newest_first": newest_first, "first": first, "after": after, **jobs.of_level(level)}
    return _of_jobs(request, jobs.LOGS, parents, {}, Span(since, until), options)


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


def jobs_of_queue(
    request: Request, parents: Sequence[Parent], sweep_id: str | None, first: int, after: str | None
) -> list[Slice]:
    return for_each(
        request,
        parents,
        lambda each: jobs.jobs_in_queue(request, each["queue_name"], sweep_id, first=first, after=after),
        "queue_name",
    )


def _of_jobs(
    request: Request,
    listing: Listing,
    parents: Sequence[Parent],
    more: dict[str, str],
    span: Span,
    options: dict[str, Any],
) -> list[Slice]:
    return for_each(
        request,
        parents,
        lambda each: listing.page(request, {"job_id": each["job_id"], **more}, span=span, **options),
        "job_id",
    )
