"""Queues, and the jobs that wait in them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from commands.build_item import build_item
from commands.changes import added, change, create, delete, put_new, revised, still, transact, unchanged, update
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.job_history import the_job
from commands.transitions.jobs import JOB
from entities.fields import Counted, Ordinal
from entities.jobs import Job, Priority, Queue, QueueJob
from loaders.current import Found, find, find_all, find_many, require
from loaders.dynamo.writes import Action, Condition, Delete, Raw, Update
from loaders.errors import Outdated
from loaders.jobs import JOBS_IN_QUEUE, QUEUES_OF_JOB
from loaders.request import Request


class CreateQueueInput(Input):
    """A queue to create."""

    about: ClassVar[str] = "Queue"

    queue_name: str
    description: str | None = None
    max_concurrent_jobs: Counted | None = None
    """How many jobs of the queue may run at the same time, at least 1; no limit if left out."""
    priority: Priority = Priority.MEDIUM
    """How urgent the jobs of this queue are; defaults to MEDIUM."""


class UpdateQueueInput(Input):
    """Changes to a queue. What is left out stays as it is."""

    about: ClassVar[str] = "Queue"

    queue_name: Text
    description: str | None = None
    max_concurrent_jobs: Counted | None = None
    """How many jobs of the queue may run at the same time, at least 1."""
    priority: Priority | None = None
    """How urgent the jobs of this queue are."""


class DeleteQueueInput(Input):
    """A queue to delete."""

    about: ClassVar[str] = "Queue"

    queue_name: Text


class EnqueueJobInput(Input):
    """A job to put into a queue."""

    about: ClassVar[str] = "QueueJob"

    queue_name: Text
    """The name of the queue."""
    job_id: Text
    """The id of the job to put into the queue."""
    priority: Priority | None = None
    """How urgent the job is within this queue; defaults to the priority of the job itself."""
    position: Ordinal | None = None
    """The place in the queue, from 0: lower numbers first. Jobs without one come last, by priority and time."""


class DequeueJobInput(Input):
    """Which job to take out of which queue."""

    about: ClassVar[str] = "QueueJob"

    queue_name: Text
    """The name of the queue."""
    job_id: Text
    """The id of the job to take out of the queue."""


def create_queue(request: Request, input: CreateQueueInput) -> Queue:
    """Store a new queue. A repeat returns the existing one, however full it is by now."""
    queue = Queue(**input.only(), created_at=request.now)
    return create(request, queue, ignoring=("created_at", "job_count"))


def update_queue(request: Request, input: UpdateQueueInput) -> Queue:
    """Change the settings of a queue. A repeat changes nothing."""
    given = input.given("description", "max_concurrent_jobs", "priority")
    return change(
        request, Queue, lambda queue: revised(queue, **given), field="queue_name", queue_name=input.queue_name
    )


def delete_queue(request: Request, input: DeleteQueueInput) -> Queue | None:
    """Delete an empty queue, on condition that no job is counted into it meanwhile. None if there is none.

    Who deletes it is stored first: from then on no job is put into it, and subscribers are told by whom it was deleted.
    Where the deletion is refused, that is taken back, and the queue takes jobs again.
    """
    by = request.caller.name or request.caller.mode
    before = find(request, Queue, queue_name=input.queue_name)

    def writes(*, is_marked: bool) -> tuple[list[Action | None], None]:
        queue = find(request, Queue, queue_name=input.queue_name)
        if queue is None:
            return [], None
        (waiting,) = JOBS_IN_QUEUE.queries({"queue_name": input.queue_name})
        if find_all(request, QueueJob, replace(waiting, limit=1)):
            kept = revised(queue.item, deleted_by=None)
            raise Outdated("This Queue has jobs. Take them out with `dequeue_job` first.", kept)
        if not is_marked:
            return [update(queue, revised(queue.item, deleted_by=by), guard=("job_count",))], None
        empty = Delete(Queue.table, Queue.table.key_of(queue.record), unchanged(queue, ("job_count",)))
        return [empty], None

    try:
        for is_marked in (False, True):
            transact(request, partial(writes, is_marked=is_marked))
    except Outdated:
        _unmark(request, input.queue_name)
        raise
    return before.item if before else None


def _unmark(request: Request, queue_name: str) -> None:
    """Take back who deletes a queue, if that is stored."""

    def writes() -> tuple[list[Action | None], None]:
        queue = find(request, Queue, queue_name=queue_name)
        return [update(queue, revised(queue.item, deleted_by=None))] if queue else [], None

    transact(request, writes)


def enqueue_job(request: Request, input: EnqueueJobInput) -> QueueJob:
    """Add a job to a queue and to its count, in one transaction, or move it within the queue. A repeat does nothing."""

    def writes() -> tuple[list[Action | None], QueueJob]:
        queue = require(request, Queue, queue_name=input.queue_name, field="queue_name")
        job = the_job(request, input.job_id)
        place = _place(request, input, job.item)
        there = find(request, QueueJob, queue_name=input.queue_name, job_id=input.job_id)
        if there:
            moved = revised(there.item, **input.given("priority", "position"))
            return [update(there, moved)], moved
        if job.item.status in JOB.final:
            raise Outdated(f"This Job is {job.item.status.name} and cannot be queued any more.", job.item)
        refuse_marked(queue.item)
        return [put_new(place), _noted(job, input.queue_name), more(queue.item)], place

    return transact(request, writes)


def dequeue_job(request: Request, input: DequeueJobInput) -> Queue:
    """Remove a job from a queue. If it is not there, nothing changes."""

    def writes() -> tuple[list[Action | None], None]:
        queue = require(request, Queue, queue_name=input.queue_name, field="queue_name")
        there = find(request, QueueJob, queue_name=input.queue_name, job_id=input.job_id)
        if there is None:
            return [], None
        job = find(request, Job, job_id=input.job_id)
        return [delete(there), fewer(queue.item), *([_left(job, input.queue_name)] if job else [])], None

    transact(request, writes)
    return require(request, Queue, queue_name=input.queue_name, field="queue_name").item


def places_of(request: Request, names: Mapping[str, Iterable[str]]) -> list[Found[QueueJob]]:
    """The places of jobs in queues; `names` holds the queues to look into for each job."""
    ids = [{"queue_name": name, "job_id": job_id} for job_id, queues in names.items() for name in sorted(set(queues))]
    return [place for place in find_many(request, QueueJob, ids) if place]


def queues_of(request: Request, job: Job) -> set[str]:
    """The queues that a job may wait in: those that it knows itself, and those that an index knows."""
    return {*job.queue_names, *queue_names_of(request, job.job_id)}


def queue_names_of(request: Request, job_id: str) -> set[str]:
    """The queues that an index knows a job to wait in."""
    listed = QUEUES_OF_JOB.all(request, {"job_id": job_id})
    return {place.queue_name for place in listed if isinstance(place, QueueJob)}


def leaving(request: Request, places: Iterable[Found[QueueJob]]) -> list[Action | None]:
    """The actions that take jobs out of queues, and lower the counts of the queues."""
    left = list(places)
    counts = Counter(place.item.queue_name for place in left)
    queues = find_many(request, Queue, [{"queue_name": name} for name in counts])
    lowered = [fewer(queue.item, counts[queue.item.queue_name]) for queue in queues if queue]
    return [*map(delete, left), *lowered]


def _noted(job: Found[Job], queue_name: str) -> Action:
    """The action by which a job remembers a queue, on condition that it may still wait: by its status, or its mark."""
    names, guard = tuple(sorted({*job.item.queue_names, queue_name})), ("status", "deleted_by")
    return update(job, revised(job.item, queue_names=names), guard=guard) or still(job, *guard)


def _left(job: Found[Job], queue_name: str) -> Action | None:
    names = tuple(name for name in job.item.queue_names if name != queue_name)
    return update(job, revised(job.item, queue_names=names))


def the_queue(request: Request, queue_name: str) -> Queue:
    """The queue as it is now, to put jobs into; refused if it is being deleted."""
    queue = require(request, Queue, queue_name=queue_name, field="queue_name").item
    refuse_marked(queue)
    return queue


def refuse_marked(queue: Queue) -> None:
    """Refuse to put jobs into a queue that is being deleted."""
    if queue.deleted_by is not None:
        raise Outdated("This Queue is being deleted.", queue)


def more(queue: Queue, number: int = 1) -> Update | None:
    """The action that counts jobs into a queue, on condition that it is not being deleted."""
    return added(queue, Condition(exists=True, lacks=("deleted_by",)), job_count=number)


def fewer(queue: Queue, number: int = 1) -> Update | None:
    """The action that lowers the count of a queue, never below 0: other writers may not have counted their jobs."""
    number = min(number, queue.job_count)
    if number <= 0:
        return None
    enough = Raw("#count >= :number", {"#count": "job_count"}, {":number": number})
    return added(queue, Condition(exists=True, raw=enough), job_count=-number)


def _place(request: Request, input: EnqueueJobInput, job: Job) -> QueueJob:
    """The place in the queue, with the priority of the job unless another is given."""
    values = {"priority": job.priority, "sweep_id": job.sweep_id, **input.only()}
    return build_item(QueueJob, **values, enqueued_at=request.now)
