"""The runs of sweeps: ranked by what they reached, and their measurements."""

import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from entities.attributes import Record
from entities.fields import Part
from entities.jobs import Job, JobMetric, JobState
from loaders.derived import Sweep
from loaders.errors import BadCursor
from loaders.job_lists import SWEEP, JobFilter, jobs_by
from loaders.jobs import (
    METRICS,
    jobs_of_sweep,
    measured_by_runs,
    metrics_of_own_runs,
    run_ids_of_sweep,
)
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Span
from loaders.lists.pages import Slice, page_of, sorted_page
from loaders.request import Request
from loaders.sweeps import count_runs, is_number, sweep_of

_SIGN = 1 << 63
_ALL = (1 << 64) - 1


class SweepRun(Part):
    """A run of a sweep, and the best value of a metric that it reached."""

    job_id: str
    """The id of the run's job."""
    value: float | None = None
    """The best value that the run reached; null if it has not measured the metric, or if no metric was asked for."""
    epoch: int | None = None
    """The epoch (pass over the training data) in which the run reached `value`; null if not recorded."""


@dataclass(frozen=True)
class Ranking:
    """By what runs are ranked, and which of them."""

    metric_name: str | None = None
    higher_is_better: bool = False
    status: JobState | None = None


def sweeps_by(request: Request, wanted: JobFilter, *, first: int, after: str | None = None) -> Slice:
    """Sweeps, the newest first: the jobs that say that they are one."""
    page = jobs_by(request, wanted, first=first, after=after)
    sweeps: list[Any] = sweeps_of(request, [each for each in page.items if isinstance(each, Job)])
    return replace(page, items=sweeps)


def sweeps_of(request: Request, parents: Sequence[Job]) -> list[Sweep]:
    """The sweeps of these jobs, with their progress. Our own sweeps count it; the runs of others are counted here."""
    uncounted = [parent.job_id for parent in parents if sweep_of(parent) is None]
    runs = request.session.together(*(partial(jobs_of_sweep, request, each) for each in uncounted))
    counted = {sweep_id: count_runs(sweep_id, found) for sweep_id, found in zip(uncounted, runs, strict=True)}
    return [sweep_of(parent) or counted[parent.job_id] for parent in parents]


def sweep_filter(status: JobState | None, span: Span) -> JobFilter:
    """The jobs that stand for sweeps."""
    return JobFilter(status=status, job_type=SWEEP, span=span)


def ranked_runs(request: Request, sweep: Job, ranking: Ranking, *, first: int, after: str | None = None) -> Slice:
    """A page of the runs, the best first; those without a value come last, sorted by id."""
    if ranking.status:
        ids = [run.job_id for run in jobs_of_sweep(request, sweep.job_id) if run.status is ranking.status]
    else:
        ids = run_ids_of_sweep(request, sweep.job_id)
    found = _reached_when(request, sweep, ranking, ids) if ranking.metric_name else []
    reached = {run.job_id: run for _, run in found}
    runs = [reached.get(each) or SweepRun(job_id=each) for each in ids]
    places: list[tuple[list[str | int | float], SweepRun]] = [([_place(run, ranking), run.job_id], run) for run in runs]
    arguments = {
        "sweepId": sweep.job_id,
        "metricName": ranking.metric_name,
        "status": ranking.status.value if ranking.status else None,
    }
    scope = scope_of("sweepRuns", arguments, newest_first=ranking.higher_is_better)
    return sorted_page(places, scope, first=first, after=after)


def best_run(request: Request, sweep: Job, ranking: Ranking) -> SweepRun | None:
    """The run that reached the best value; of several the first to do so."""
    reached = _reached_when(request, sweep, ranking)
    first = min(reached, key=lambda each: (_place(each[1], ranking), each[0], each[1].job_id), default=None)
    return first[1] if first else None


def metrics_of_runs(request: Request, sweep: Job, metric_name: str, *, first: int, after: str | None = None) -> Slice:
    """The measurements of the sweep's own job and then of its runs, one run after the other, each in order of time."""
    (parents,) = METRICS.queries({"job_id": sweep.job_id, "metric_name": metric_name})
    own = metrics_of_own_runs(sweep, metric_name)
    scope = scope_of("sweepMetrics", {"sweepId": sweep.job_id, "metricName": metric_name}, newest_first=False)
    try:
        if own:
            ranges = [parents, own]
            return page_of(request, ranges, (JobMetric,), scope, first=first, after=after, is_sequence=True)
        records = [*request.session.query(parents), *measured_by_runs(request, sweep, metric_name)]
        found = [each for each in request.items(JobMetric.table, records, JobMetric) if isinstance(each, JobMetric)]
        places = {tuple(each.primary_key().values()): each for each in found}
        ordered = [(_turn(sweep, each), each) for each in places.values()]
        return sorted_page(ordered, scope, first=first, after=after)
    except BadCursor:  # from when only the sweep's own job was listed
        values = {"job_id": sweep.job_id, "metric_name": metric_name}
        return METRICS.page(request, values, first=first, after=after)


def _reached_when(
    request: Request, sweep: Job, ranking: Ranking, run_ids: Sequence[str] | None = None
) -> list[tuple[datetime, SweepRun]]:
    """What each run reached, and when. Only the best records become items, since there may be very many."""
    measured: dict[str, list[Record]] = defaultdict(list)
    for record in measured_by_runs(request, sweep, ranking.metric_name or "", run_ids):
        if is_number(record.get("value")):
            measured[str(JobMetric.ids_of(record).get("job_id"))].append(record)
    sign = -1 if ranking.higher_is_better else 1
    found: list[tuple[datetime, SweepRun]] = []
    for job_id, records in measured.items():
        records.sort(key=lambda each: (sign * each["value"], str(each.get("timestamp"))))
        best = next(_readable(request, records), None)
        if best:
            run = SweepRun(job_id=job_id, value=_number(best), epoch=best.epoch)
            found.append((best.timestamp, run))
    return found


def _readable(request: Request, records: Iterable[Record]) -> Iterator[JobMetric]:
    found = request.items(JobMetric.table, records, JobMetric)
    return (each for each in found if isinstance(each, JobMetric))


def _number(metric: JobMetric) -> float | None:
    return metric.value if isinstance(metric.value, int | float) else None


def _place(run: SweepRun, ranking: Ranking) -> str:
    """Text that sorts like the value, or against it; runs without a value sort last."""
    if run.value is None:
        return "~"
    (bits,) = struct.unpack(">Q", struct.pack(">d", -run.value if ranking.higher_is_better else run.value))
    return f"{bits ^ (_ALL if bits & _SIGN else _SIGN):016x}"


def _turn(sweep: Job, metric: JobMetric) -> list[str | int | float]:
    moment = int(metric.timestamp.timestamp() * 1_000_000)
    return [int(metric.job_id != sweep.job_id), metric.job_id, moment]
