"""Lists of jobs, the newest first, by any of their properties together.

Every writer's jobs are in the index by status, sorted by time: a list over all statuses reads the ranges of the known
statuses side by side. Jobs that are in none of them stand at the end. By user or by name, our own jobs are in indexes
that other programs do not fill, so theirs are looked for among all jobs, unless the table is ours alone.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from entities.item import Item
from entities.jobs import Job, JobState
from loaders.dynamo.requests import Query
from loaders.dynamo.writes import Raw
from loaders.errors import BadCursor
from loaders.jobs import JOBS, JOBS_BY_NAME, JOBS_BY_STATUS, JOBS_BY_USER, jobs_where
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Span
from loaders.lists.pages import Slice
from loaders.lists.time_order import TimeOrder
from loaders.lists.timed_pages import TimedRange, page_in_time
from loaders.request import Request

SWEEP = "sweep"
"""The `job_type` of jobs that stand for a sweep."""


@dataclass(frozen=True)
class JobFilter:
    """What jobs are asked for; None leaves a property open."""

    status: JobState | None = None
    created_by: str | None = None
    name: str | None = None
    job_type: str | None = None
    span: Span = Span()  # noqa: RUF009  it is frozen

    @property
    def where(self) -> dict[str, Any]:
        """The properties that DynamoDB compares."""
        given = {"created_by": self.created_by, "name": self.name}
        return {name: value for name, value in given.items() if value is not None}

    @property
    def by_type(self) -> Raw | None:
        """The condition on the type, which is inside the settings. Settings stored as text are compared when read."""
        if self.job_type is None:
            return None
        names = {"#config": "job_config", "#type": "job_type"}
        values = {":type": self.job_type, ":text": "S"}
        return Raw("#config.#type = :type OR attribute_type(#config, :text)", names, values)

    def holds(self, job: Job) -> bool:
        wanted = {**self.where, **({"job_type": self.job_type} if self.job_type else {})}
        return all(getattr(job, name) == value for name, value in wanted.items())

    def arguments(self) -> dict[str, Any]:
        """What cursors are bound to."""
        status = self.status.value if self.status else None
        said = {"status": status, "jobType": self.job_type, "since": self.span.since, "until": self.span.until}
        return {**self.where, **said}


def jobs_by(request: Request, wanted: JobFilter, *, first: int, after: str | None = None) -> Slice:
    """The jobs that have all these properties, the newest first."""
    scope = scope_of("jobs", wanted.arguments(), newest_first=True)
    options: dict[str, Any] = {"first": first, "after": after, "keep": wanted.holds}
    order = TimeOrder(wanted.span, newest_first=True)
    is_own = request.session.owns(Job.table)
    try:
        if wanted.status or not wanted.where:
            statuses = [wanted.status] if wanted.status else list(JobState)
            asked: list[dict[str, Any]] = [{"status": each.value} for each in statuses]
            ranges = [TimedRange(JOBS_BY_STATUS, each, wanted.where, wanted.by_type) for each in asked]
            rest = None if wanted.status or is_own else lambda: _in_no_range(request, wanted)
            return page_in_time(request, ranges, scope, order, at_the_end=rest, **options)
        index, elsewhere = _by_index(wanted)
        others = () if is_own else _theirs(request, elsewhere)
        return page_in_time(request, [index], scope, order, others=others, **options)
    except BadCursor:
        if after is None:
            raise
        return _as_before(request, wanted, first=first, after=after)


def _by_index(wanted: JobFilter) -> tuple[TimedRange, Query]:
    """The range of our own jobs of a user or a name, and the query for those that are not in it."""
    if wanted.name is not None:
        index = TimedRange(JOBS_BY_NAME, {"name": wanted.name}, _without(wanted.where, "name"), wanted.by_type)
        elsewhere = Raw("attribute_not_exists(#place)", {"#place": "GSI3PK"})
    else:
        index = TimedRange(JOBS_BY_USER, {"created_by": wanted.created_by}, {}, wanted.by_type)
        elsewhere = Raw("NOT begins_with(#place, :user)", {"#place": "GSI2PK"}, {":user": "USER#"})
    (all_jobs,) = JOBS.queries({})
    return index, replace(all_jobs, where=wanted.where, only=elsewhere)


def _theirs(request: Request, query: Query) -> Iterable[Item]:
    return request.items(Job.table, request.session.query(query), Job)


def _in_no_range(request: Request, wanted: JobFilter) -> Iterable[Item]:
    """Jobs of other programs that no range holds: with a status of their own, or without a time."""
    places = [str(Job.indexes["GSI1"].partition.format({"status": each.value})) for each in JobState]
    names = {f":s{number}": place for number, place in enumerate(places)}
    unknown = Raw(
        f"attribute_not_exists(#place) OR NOT #place IN ({', '.join(names)})"
        " OR NOT (begins_with(#time, :before) OR begins_with(#time, :since))",
        {"#place": "GSI1PK", "#time": "GSI1SK"},
        {**names, ":before": "CREATED#1", ":since": "CREATED#2"},
    )
    (all_jobs,) = JOBS.queries({})
    return _theirs(request, replace(all_jobs, where=wanted.where, only=unknown))


def _as_before(request: Request, wanted: JobFilter, *, first: int, after: str) -> Slice:
    """The page after a cursor from before properties could be combined, when all jobs had no order."""
    if wanted.job_type is not None or len(wanted.where) + (wanted.status is not None) > 1:
        raise BadCursor
    span = wanted.span
    if wanted.status:
        return JOBS_BY_STATUS.page(request, {"status": wanted.status.value}, span=span, first=first, after=after)
    for name, value in wanted.where.items():
        return jobs_where(request, name, value, span, first=first, after=after)
    return JOBS.page(request, {}, first=first, after=after, keep=lambda each: _is_in(span, each))


def _is_in(span: Span, item: Item) -> bool:
    return isinstance(item, Job) and span.holds(item.created_at)


def _without(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {each: value for each, value in values.items() if each != name}
