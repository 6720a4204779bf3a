"""Queries on sweeps and their runs."""

from collections.abc import Sequence
from datetime import datetime

from entities.jobs import Job, JobState
from loaders import jobs, sweep_runs
from loaders.derived import Sweep
from loaders.lists.listing import Span
from loaders.lists.pages import EMPTY, Slice
from loaders.request import Request
from loaders.sweep_runs import Ranking, SweepRun, sweep_filter, sweeps_by, sweeps_of
from loaders.sweeps import BestRun, read_sweep, sweep_ids_of
from resolvers.runtime.results import Lookup, Parent, for_each

__all__ = ["SweepRun"]


def sweep(request: Request, sweep_id: str) -> Sweep | None:
    return read_sweep(request, sweep_id)


def sweeps(
    request: Request,
    status: JobState | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    return sweeps_by(request, sweep_filter(status, Span(since, until)), first=first, after=after)


def job_of_sweep(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Job, {"job_id": each["sweep_id"]}) for each in parents]


def jobs_of_sweep(request: Request, parents: Sequence[Parent]) -> list[list[Job]]:
    return for_each(request, parents, lambda each: jobs.jobs_of_sweep(request, each["sweep_id"]), "sweep_id")


def sweep_of_job(request: Request, parents: Sequence[Parent]) -> list[Sweep | None]:
    """The sweep that each job is a run of. Runs that other programs made name it in a dependency."""
    ids = sweep_ids_of(request, [(each["job_id"], each.get("sweep_id")) for each in parents])
    known = _parents(request, [each for each in ids if each])
    found = dict(zip(known, sweeps_of(request, list(known.values())), strict=True))
    return [found.get(each or "") for each in ids]


def metrics_of_sweep(
    request: Request, parents: Sequence[Parent], metric_name: str, first: int, after: str | None
) -> list[Slice]:
    """The records of the sweep's own job, and those of its runs."""

    def page(parent: Parent) -> Slice:
        job = known.get(parent["sweep_id"])
        return sweep_runs.metrics_of_runs(request, job, metric_name, first=first, after=after) if job else EMPTY

    known = _parents(request, [each["sweep_id"] for each in parents])
    return for_each(request, parents, page, "sweep_id")


def runs_of_sweep(
    request: Request,
    parents: Sequence[Parent],
    metric_name: str | None,
    higher_is_better: bool,
    status: JobState | None,
    first: int,
    after: str | None,
) -> list[Slice]:
    ranking = Ranking(metric_name, higher_is_better, status)

    def page(parent: Parent) -> Slice:
        job = known.get(parent["sweep_id"])
        return sweep_runs.ranked_runs(request, job, ranking, first=first, after=after) if job else EMPTY

    known = _parents(request, [each["sweep_id"] for each in parents])
    return for_each(request, parents, page, "sweep_id")


def best_of_sweep(
    request: Request, parents: Sequence[Parent], metric_name: str, higher_is_better: bool
) -> list[BestRun | None]:
    ranking = Ranking(metric_name, higher_is_better)

    def best(parent: Parent) -> BestRun | None:
        job = known.get(parent["sweep_id"])
        run = sweep_runs.best_run(request, job, ranking) if job else None
        return BestRun(metric_name=metric_name, **run.model_dump()) if run else None

    known = _parents(request, [each["sweep_id"] for each in parents])
    return for_each(request, parents, best, "sweep_id")


def _parents(request: Request, ids: Sequence[str]) -> dict[str, Job]:
    """The parent jobs of sweeps by their ids, read together."""
    distinct = list(dict.fromkeys(ids))
    found = request.by_ids(Job, [{"job_id": each} for each in distinct])
    return {each.job_id: each for each in found if isinstance(each, Job)}
