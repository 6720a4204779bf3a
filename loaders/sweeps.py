"""Sweeps: the progress of their runs, counted by the parent job or here."""

from collections.abc import Mapping, Sequence
from typing import Any

from entities.fields import Part
from entities.jobs import Job, JobState
from loaders.jobs import jobs_of_sweep
from loaders.request import Request


class SweepProgress(Part):
    """How many runs of a sweep are in which state."""

    total: int
    """How many runs the sweep has in all."""
    pending: int
    """How many runs wait to start."""
    running: int
    """How many runs are running."""
    succeeded: int
    """How many runs succeeded."""
    failed: int
    """How many runs failed."""
    cancelled: int
    """How many runs were cancelled."""
    interrupted: int
    """How many runs were interrupted and may go on."""
    done: float
    """The share of runs that succeeded, failed or were cancelled, from 0 to 1."""


class Sweep(Part):
    """A parent job and its training runs, one for each combination of parameters."""

    sweep_id: str
    """The id of the sweep, which is the id of its parent job."""
    progress: SweepProgress
    """How many runs are in which state."""


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
    return sweep_of(parent) or sweep_from(sweep_id, jobs_of_sweep(request, sweep_id))


def sweep_from(sweep_id: str, runs: Sequence[Job]) -> Sweep:
    """The sweep with counts of its runs; for sweeps of other programs, which do not count."""
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
