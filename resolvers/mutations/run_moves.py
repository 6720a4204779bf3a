"""Many runs of a sweep come to another status together: some at a time, each time in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from entities.jobs import DependencyType, Job, JobDependency, JobState, JobStatus, Queue, QueueJob
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.session import MAX_TRANSACTION_ACTIONS
from loaders.dynamo.writes import Action
from loaders.jobs import jobs_of_sweep
from loaders.reading import Reading
from loaders.writing import (
    Found,
    added,
    delete,
    find,
    find_all,
    find_many,
    put_new,
    require,
    revised,
    transact,
    update,
)
from resolvers.mutations.job_history import after, latest_entries, partition_of
from resolvers.mutations.job_states import Table
from resolvers.mutations.queues import fewer
from resolvers.mutations.run_counts import counting

RESERVE_SECONDS = 5.0
"""Nothing new is begun when less time is left."""

RUNS_AT_ONCE = (MAX_TRANSACTION_ACTIONS - 3) // 3


@dataclass(frozen=True)
class Move:
    """What shall become of runs."""

    to: JobState
    steps: Table
    """From where: runs that are elsewhere by now stay there."""
    edited: Callable[[Job], Job]
    """What else changes about a run."""
    message: Callable[[Job], str]
    is_waiting: bool
    """Whether the runs wait in the queue then, or no longer."""


def has_time(reading: Reading) -> bool:
    return reading.session.deadline.left() > RESERVE_SECONDS


def run_ids(reading: Reading, sweep_id: str) -> list[str]:
    """The runs that a sweep waits for, as it is now; those of other writers are found by their own links."""
    query = Query(JobDependency.table, None, partition_of(sweep_id), Begins("DEPENDS_ON#"), (JobDependency.type_name,))
    links = [found.item for found in find_all(reading, JobDependency, query)]
    own = [each.dependency_job_id for each in links if each.type is DependencyType.CHILD_TRAINING]
    return own or [run.job_id for run in jobs_of_sweep(reading, sweep_id)]


def move_runs(reading: Reading, sweep_id: str, queue_name: str | None, ids: Sequence[str], move: Move) -> Iterator[str]:
    """The runs that were moved, as far as there is time."""
    for start in range(0, len(ids), RUNS_AT_ONCE):
        if not has_time(reading):
            return
        yield from _move_some(reading, sweep_id, queue_name, ids[start : start + RUNS_AT_ONCE], move)


def _move_some(reading: Reading, sweep_id: str, queue_name: str | None, ids: Sequence[str], move: Move) -> list[str]:
    def plan() -> tuple[list[Action | None], list[str]]:
        sweep = require(reading, Job, job_id=sweep_id)
        found = find_many(reading, Job, [{"job_id": each} for each in ids])
        runs = [run for run in found if run and move.to in move.steps.get(run.item.status, ())]
        moved = [run.item.job_id for run in runs]
        latest = latest_entries(reading, moved)
        changed = [
            action
            for run, entry in zip(runs, latest, strict=True)
            for action in (put_new(_entry(reading, run.item, entry, move)), _changed(run, move))
        ]
        counted = [(run.item.status, move.to) for run in runs if run.item.sweep_id == sweep_id]
        actions = [
            *changed,
            *_queued(reading, queue_name, [run.item for run in runs], sweep_id, move),
            *counting(reading, sweep if sweep.item.runs_total is not None else None, counted),
        ]
        return actions, moved

    return transact(reading, plan)


def _entry(reading: Reading, run: Job, latest: JobStatus | None, move: Move) -> JobStatus:
    moment = after(reading.now, latest)
    return JobStatus(job_id=run.job_id, status=move.to, message=move.message(run), updated_at=moment)


def _changed(run: Found[Job], move: Move) -> Action | None:
    return update(run, revised(move.edited(run.item), status=move.to))


def _queued(
    reading: Reading, queue_name: str | None, runs: Sequence[Job], sweep_id: str, move: Move
) -> list[Action | None]:
    """Their places in the queue, and its count."""
    queue = find(reading, Queue, queue_name=queue_name) if queue_name and runs else None
    if queue is None:
        return []
    name = queue.item.queue_name
    places = find_many(reading, QueueJob, [{"queue_name": name, "job_id": run.job_id} for run in runs])
    if not move.is_waiting:
        left = [delete(place) for place in places if place]
        return [*left, fewer(queue.item, len(left)) if left else None]
    missing = [run for run, place in zip(runs, places, strict=True) if place is None]
    shared: dict[str, Any] = {"queue_name": name, "sweep_id": sweep_id, "enqueued_at": reading.now}
    new = [QueueJob(job_id=run.job_id, priority=run.priority, **shared) for run in missing]
    return [*map(put_new, new), added(queue.item, job_count=len(new))]
