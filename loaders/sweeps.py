"""Sweeps: the progress of their runs, counted by the parent job or here."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from entities.fields import Part
from entities.jobs import DependencyType, Job, JobDependency, JobState
from loaders.derived import Sweep, SweepProgress
from loaders.jobs import DEPENDENCIES, jobs_of_sweep
from loaders.request import Request

_OF_SWEEP = {"type": DependencyType.PARENT_SWEEP.value}


class BestRun(Part):
    """The run of a sweep that reached the best value of a metric."""

    job_id: str
    """The id of the run's job."""
    metric_name: str
    """The metric that the runs were compared by, such as `val_loss`."""
    value: float
    """The best value of the metric that was asked for that any run reached: the lowest one, or the highest if
    `higherIsBetter` was given."""
    epoch: int | None = None
    """The epoch (pass over the training data) in which the run reached `value`; null if not recorded."""


def read_sweep(request: Request, sweep_id: str) -> Sweep | None:
    """A sweep is a job that other jobs depend on. Our own sweeps count their runs; those of others are counted here."""
    (parent,) = request.by_ids(Job, [{"job_id": sweep_id}])
    if not isinstance(parent, Job):
        return None
    return sweep_of(parent) or count_runs(sweep_id, jobs_of_sweep(request, sweep_id))


def sweep_ids_of(request: Request, jobs: Sequence[tuple[str, str | None]]) -> list[str | None]:
    """The id of the sweep that each job is a run of. Jobs of other programs name it in a dependency only."""
    silent = [job_id for job_id, sweep_id in jobs if sweep_id is None]
    calls = (partial(DEPENDENCIES.all, request, {"dependent_job_id": job_id}, where=_OF_SWEEP) for job_id in silent)
    found = dict(zip(silent, request.session.together(*calls), strict=True))
    links = {job_id: [each for each in items if isinstance(each, JobDependency)] for job_id, items in found.items()}
    named = {job_id: each[0].dependency_job_id for job_id, each in links.items() if each}
    return [sweep_id or named.get(job_id) for job_id, sweep_id in jobs]


def count_runs(sweep_id: str, runs: Sequence[Job]) -> Sweep:
    """The sweep with these runs, without those that are being deleted; for sweeps of others, which do not count."""
    runs = [run for run in runs if run.deleted_by is None]
    counts = {state: sum(run.status is state for run in runs) for state in JobState}
    ended = sum(run.status not in {JobState.PENDING, JobState.RUNNING, JobState.INTERRUPTED} for run in runs)
    return _sweep(sweep_id, len(runs), ended, counts)


def sweep_of(parent: Job) -> Sweep | None:
    """The sweep with the counts of its parent job, without reading anything; None if the job has no counts."""
    if parent.runs_total is None:
        return None
    counts = {state: getattr(parent, f"runs_{state.value}") or 0 for state in JobState}
    return _sweep(parent.job_id, parent.runs_total, parent.runs_ended or 0, counts)


def _sweep(sweep_id: str, total: int, ended: int, counts: Mapping[JobState, int]) -> Sweep:
    by_name = {state.value: number for state, number in counts.items()}
    done = ended / total if total else 0.0
    return Sweep(sweep_id=sweep_id, progress=SweepProgress(total=total, done=done, **by_name))


def is_number(value: Any) -> bool:
    """Whether a value is a number, and so can be compared; a metric may also be a matrix."""
    return isinstance(value, int | float) and not isinstance(value, bool)
