"""Queues, and the jobs that wait in them."""

from typing import ClassVar

from commands.build_item import build_item
from commands.changes import added, create, delete, put_new, still, transact
from commands.comparison import same_or_refused
from commands.input_types import Text
from commands.inputs import Input
from commands.transitions.jobs import JOB
from entities.fields import Counted, Ordinal
from entities.jobs import Job, Priority, Queue, QueueJob
from loaders.current import find, require
from loaders.dynamo.writes import Action, Condition, Raw, Update
from loaders.errors import Outdated
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
    """Add a job to a queue and to its count, in one transaction. A repeat returns the existing place."""

    def writes() -> tuple[list[Action | None], QueueJob]:
        queue = require(request, Queue, queue_name=input.queue_name, field="queue_name")
        job = require(request, Job, job_id=input.job_id, field="job_id")
        place = _place(request, input, job.item)
        there = find(request, QueueJob, queue_name=input.queue_name, job_id=input.job_id)
        if there:
            left_out = [name for name in ("priority", "position") if getattr(input, name) is None]
            return [], same_or_refused(there.item, place, ignoring=("enqueued_at", *left_out))
        if job.item.status in JOB.final:
            raise Outdated(f"This Job is {job.item.status.name} and cannot be queued any more.", job.item)
        return [put_new(place), still(job, "status"), added(queue.item, job_count=1)], place

    return transact(request, writes)


def dequeue_job(request: Request, input: DequeueJobInput) -> Queue:
    """Remove a job from a queue. If it is not there, nothing changes."""

    def writes() -> tuple[list[Action | None], None]:
        queue = require(request, Queue, queue_name=input.queue_name, field="queue_name")
        there = find(request, QueueJob, queue_name=input.queue_name, job_id=input.job_id)
        return [delete(there), fewer(queue.item)] if there else [], None

    transact(request, writes)
    return require(request, Queue, queue_name=input.queue_name, field="queue_name").item


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
