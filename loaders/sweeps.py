"""Sweeps: the progress of their runs, counted by the parent job or here."""

from collections.abc import Mapping, Sequence
from typing import Any

from entities.fields import Part
from entities.jobs import Job, JobState
from loaders.derived import Sweep, SweepProgress
from loaders.jobs import jobs_of_sweep
from loaders.request import Request


class BestRun(Part):
    """The run of a sweep that reached the best value of a metric."""

    job_id: str
    """The id of the run's job."""
    metric_name: str
    """The metric that the runs were compared by, such as `val_loss`."""
    value: float
    """The best value that any run of the sweep reached."""
    epoch: int | None = None
    """The epoch (pass over the training data) in which the run reached `value`; null if not recorded."""


def read_sweep(request: Request, sweep_id: str) -> Sweep | None:
    """A sweep is a job that other jobs depend on. Our own sweeps count their runs; those of others are counted here."""
    (parent,) = request.by_ids(Job, [{"job_id": sweep_id}])
    if not isinstance(parent, Job):
        return None
    return sweep_of(parent) or count_runs(sweep_id, jobs_of_sweep(request, sweep_id))


def count_runs(sweep_id: str, runs: Sequence[Job]) -> Sweep:
    """The sweep with these runs; for sweeps of other programs, which do not count."""
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
