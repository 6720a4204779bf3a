"""The measurements of many runs at once: those of one sweep of ours lie next to each other in an index."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from entities.attributes import Record
from entities.jobs import JobMetric
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Page
from loaders.jobs import METRICS, metrics_of_runs_of, runs_begin_with
from loaders.lists.pages import Slice, check_first
from loaders.request import Request

LEAST_TOGETHER = 3

RunIds = tuple[str, str | None]
"""The id of a job, and that of the sweep that it says it is a run of."""


def first_pages(request: Request, runs: Sequence[RunIds], metric_name: str, first: int) -> dict[str, Slice]:
    """The first measurements of each job. Runs of one sweep are read together, to a limit; the others one by one."""
    check_first(first)
    by_sweep: dict[str, list[str]] = defaultdict(list)
    for job_id, sweep_id in dict.fromkeys(runs):
        if sweep_id and job_id.startswith(runs_begin_with(sweep_id)):
            by_sweep[sweep_id].append(job_id)
    groups = [(sweep_id, ids) for sweep_id, ids in by_sweep.items() if len(ids) >= LEAST_TOGETHER]
    asked = [_query(sweep_id, metric_name, len(ids) * (first + 1)) for sweep_id, ids in groups]
    answers = request.session.together(*(partial(request.session.query, each) for each in asked))
    found: dict[str, list[Record]] = {}
    for (_, ids), query, records in zip(groups, asked, answers, strict=True):
        found |= {each: records for each, records in _by_job(query, records) if each in ids}
        if len(records) < (query.limit or 0):
            found = {each: [] for each in ids} | found
    pages = [
        partial(_page, request, job_id, metric_name, first, found.get(job_id)) for job_id, _ in dict.fromkeys(runs)
    ]
    return dict(zip((job_id for job_id, _ in dict.fromkeys(runs)), request.session.together(*pages), strict=True))


def _query(sweep_id: str, metric_name: str, limit: int) -> Query:
    return replace(metrics_of_runs_of(sweep_id, metric_name), limit=limit)


def _by_job(query: Query, records: list[Record]) -> Iterator[tuple[str, list[Record]]]:
    """The measurements of each job; where the limit cut them off, those of the last one may not be all."""
    by_job: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_job[str(JobMetric.ids_of(record).get("job_id"))].append(record)
    whole = list(by_job.items())
    yield from whole if len(records) < (query.limit or 0) else whole[:-1]


def _page(request: Request, job_id: str, metric_name: str, first: int, records: list[Record] | None) -> Slice:
    values = {"job_id": job_id, "metric_name": metric_name}
    begun = [Page(sorted(records, key=lambda each: str(each["SK"])), None)] if records is not None else ()
    return METRICS.page(request, values, first=first, begun=begun)
