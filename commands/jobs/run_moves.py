"""Move many runs of a sweep to another status, some at a time, each time in one transaction."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from commands.changes import put_new, revised, transact, update
from commands.jobs.job_history import after, latest_entries, partition_of
from commands.jobs.queues import leaving, more, places_of, the_queue
from commands.jobs.run_counts import counting
from commands.transitions.rules import Transitions
from entities.jobs import DependencyType, Job, JobDependency, JobState, JobStatus, Queue, QueueJob
from loaders.current import Found, find, find_all, find_many, require
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import MAX_TRANSACTION_ACTIONS, Action
from loaders.jobs import jobs_of_sweep
from loaders.request import Request

RESERVE_SECONDS = 5.0
"""With less time than this left, no further transaction starts."""

RUNS_AT_ONCE = (MAX_TRANSACTION_ACTIONS - 3) // 3


@dataclass(frozen=True)
class Move:
    """How runs are to change."""

    to: JobState
    transitions: Transitions[JobState]
    """Runs in a state that does not lead to `to` stay as they are."""
    edited: Callable[[Job], Job]
    """What else changes about a run."""
    message: Callable[[Job], str]
    is_waiting: bool
    """Whether the runs wait in the queue afterwards, or leave it."""


def has_time(request: Request) -> bool:
    """Whether another transaction may start."""
    return request.session.deadline.left() > RESERVE_SECONDS


def run_ids(request: Request, sweep_id: str) -> list[str]:
    """The ids of the runs that a sweep waits for. Runs of other writers are found by their own dependencies."""
    query = Query(JobDependency.table, None, partition_of(sweep_id), Begins("DEPENDS_ON#"), (JobDependency.type_name,))
    links = [found.item for found in find_all(request, JobDependency, query)]
    own = [each.dependency_job_id for each in links if each.type is DependencyType.CHILD_TRAINING]
    return own or [run.job_id for run in jobs_of_sweep(request, sweep_id)]


def move_runs(request: Request, sweep_id: str, queue_name: str | None, ids: Sequence[str], move: Move) -> Iterator[str]:
    """Move as many runs as there is time for, and yield their ids."""
    left = list(ids)
    while left and has_time(request):
        looked_at, moved = _move_some(request, sweep_id, queue_name, left[:RUNS_AT_ONCE], move)
        left = left[looked_at:]
        yield from moved


def _move_some(
    request: Request, sweep_id: str, queue_name: str | None, ids: Sequence[str], move: Move
) -> tuple[int, list[str]]:
    """Move some of these runs; returns how many were looked at, and the ids of those that were moved."""
    wanted = ids

    def writes() -> tuple[list[Action | None], tuple[int, list[str]]]:
        nonlocal wanted
        actions, moved = _moving(request, sweep_id, queue_name, wanted, move)
        while len(actions) > MAX_TRANSACTION_ACTIONS:  # runs that wait in several queues
            wanted = wanted[: len(wanted) // 2]
            actions, moved = _moving(request, sweep_id, queue_name, wanted, move)
        return actions, (len(wanted), moved)

    return transact(request, writes)


def _moving(
    request: Request, sweep_id: str, queue_name: str | None, ids: Sequence[str], move: Move
) -> tuple[list[Action | None], list[str]]:
    sweep = require(request, Job, job_id=sweep_id)
    found = find_many(request, Job, [{"job_id": each} for each in ids])
    runs = [run for run in found if run and _may_move(run.item, move)]
    moved = [run.item.job_id for run in runs]
    queue = _queue(request, queue_name, move) if queue_name and runs else None
    latest = latest_entries(request, moved)
    changed = [
        action
        for run, entry in zip(runs, latest, strict=True)
        for action in (put_new(_entry(request, run.item, entry, move)), _changed(run, queue, move))
    ]
    counted = [(run.item.status, move.to) for run in runs if run.item.sweep_id == sweep_id]
    actions = [
        *changed,
        *_queued(request, queue, [run.item for run in runs], sweep_id, move),
        *counting(request, sweep if sweep.item.runs_total is not None else None, counted),
    ]
    return actions, moved


def _queue(request: Request, queue_name: str, move: Move) -> Queue | None:
    """The queue that runs are added to, which must take jobs; or the one that they leave, which may be gone."""
    if move.is_waiting:
        return the_queue(request, queue_name)
    found = find(request, Queue, queue_name=queue_name)
    return found.item if found else None


def _may_move(run: Job, move: Move) -> bool:
    """Whether a run may change. One that is being deleted stays where its deletion looks for it."""
    return run.deleted_by is None and move.transitions.allows(run.status, move.to)


def _entry(request: Request, run: Job, latest: JobStatus | None, move: Move) -> JobStatus:
    moment = after(request.now, latest)
    return JobStatus(
        job_id=run.job_id,
        status=move.to,
        message=move.message(run),
        updated_at=moment,
        recorded_by=request.caller.name,
    )


def _changed(run: Found[Job], queue: Queue | None, move: Move) -> Action | None:
    names = {*run.item.queue_names, *([queue.queue_name] if queue else [])} if move.is_waiting else ()
    moved = revised(move.edited(run.item), status=move.to, queue_names=tuple(sorted(names)))
    return update(run, moved, guard=("deleted_by",))


def _queued(
    request: Request, queue: Queue | None, runs: Sequence[Job], sweep_id: str, move: Move
) -> list[Action | None]:
    """The actions that add runs to the queue or take them out of all queues, and update the counts."""
    named = [queue.queue_name] if queue else []
    if not move.is_waiting:
        return leaving(request, places_of(request, {run.job_id: {*named, *run.queue_names} for run in runs}))
    if queue is None:
        return []
    name = queue.queue_name
    places = find_many(request, QueueJob, [{"queue_name": name, "job_id": run.job_id} for run in runs])
    missing = [run for run, place in zip(runs, places, strict=True) if place is None]
    shared: dict[str, Any] = {"queue_name": name, "sweep_id": sweep_id, "enqueued_at": request.now}
    new = [QueueJob(job_id=run.job_id, priority=run.priority, **shared) for run in missing]
    return [*map(put_new, new), more(queue, len(new))]
