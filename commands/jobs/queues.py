"""Queues, and the jobs that wait in them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from commands.build_item import build_item
from commands.changes import added, create, delete, put_new, revised, still, transact, update
from commands.input_types import Text
from commands.inputs import Input
from commands.transitions.jobs import JOB
from entities.fields import Counted, Ordinal
from entities.jobs import Job, Priority, Queue, QueueJob
from loaders.current import Found, find, find_many, require
from loaders.dynamo.writes import Action, Condition, Raw, Update
from loaders.errors import Outdated
from loaders.jobs import QUEUES_OF_JOB
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
    """A job to take out of a queue."""

    about: ClassVar[str] = "QueueJob"

    queue_name: Text
    """The name of the queue."""
    job_id: Text
    """The id of the job to take out of the queue."""


def create_queue(request: Request, input: CreateQueueInput) -> Queue:
    """Store a new queue. A repeat returns the existing one, however full it is by now."""
    queue = Queue(**input.only(), created_at=request.now)
    return create(request, queue, ignoring=("created_at", "job_count"))


def enqueue_job(request: Request, input: EnqueueJobInput) -> QueueJob:
    """Add a job to a queue and to its count, in one transaction, or move it within the queue. A repeat does nothing."""

    def writes() -> tuple[list[Action | None], QueueJob]:
        queue = require(request, Queue, queue_name=input.queue_name, field="queue_name")
        job = require(request, Job, job_id=input.job_id, field="job_id")
        place = _place(request, input, job.item)
        there = find(request, QueueJob, queue_name=input.queue_name, job_id=input.job_id)
        if there:
            moved = revised(there.item, **input.given("priority", "position"))
            return [update(there, moved)], moved
        if job.item.status in JOB.final:
            raise Outdated(f"This Job is {job.item.status.name} and cannot be queued any more.", job.item)
        return [put_new(place), _noted(job, input.queue_name), added(queue.item, job_count=1)], place

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
    listed = QUEUES_OF_JOB.all(request, {"job_id": job.job_id})
    return {*job.queue_names, *(place.queue_name for place in listed if isinstance(place, QueueJob))}


def leaving(request: Request, places: Iterable[Found[QueueJob]]) -> list[Action | None]:
    """The actions that take jobs out of queues, and lower the counts of the queues."""
    left = list(places)
    counts = Counter(place.item.queue_name for place in left)
    queues = find_many(request, Queue, [{"queue_name": name} for name in counts])
    lowered = [fewer(queue.item, counts[queue.item.queue_name]) for queue in queues if queue]
    return [*map(delete, left), *lowered]


def _noted(job: Found[Job], queue_name: str) -> Action:
    """The action by which a job remembers a queue, on condition that its status is unchanged."""
    names = tuple(sorted({*job.item.queue_names, queue_name}))
    return update(job, revised(job.item, queue_names=names), guard=("status",)) or still(job, "status")


def _left(job: Found[Job], queue_name: str) -> Action | None:
    names = tuple(name for name in job.item.queue_names if name != queue_name)
    return update(job, revised(job.item, queue_names=names))


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
