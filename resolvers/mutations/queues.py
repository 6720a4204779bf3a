"""Queues, and the jobs that wait in them."""

from typing import ClassVar

from entities.fields import Counted, Ordinal
from entities.jobs import Job, Priority, Queue, QueueJob
from loaders.dynamo.writes import Action, Condition, Raw, Update
from loaders.errors import Outdated
from loaders.reading import Reading
from loaders.writing import added, create, delete, find, put_new, require, same_or_refused, still, transact
from resolvers.inputs import Input
from resolvers.mutations.job_states import JOB_ENDED
from resolvers.mutations.making import Text, made


class CreateQueueInput(Input):
    """A new queue."""

    about: ClassVar[str] = "Queue"

    queue_name: str
    description: str | None = None
    max_concurrent_jobs: Counted | None = None
    priority: Priority = Priority.MEDIUM


class EnqueueJobInput(Input):
    """A job that shall wait in a queue."""

    about: ClassVar[str] = "QueueJob"

    queue_name: Text
    job_id: Text
    priority: Priority | None = None
    position: Ordinal | None = None


class DequeueJobInput(Input):
    """A job that shall wait no longer."""

    about: ClassVar[str] = "QueueJob"

    queue_name: Text
    job_id: Text


def create_queue(reading: Reading, input: CreateQueueInput) -> Queue:
    """A repeat finds the queue there and changes nothing, however full it is by now."""
    queue = Queue(**input.only(), created_at=reading.now)
    return create(reading, queue, ignoring=("created_at", "job_count"))


def enqueue_job(reading: Reading, input: EnqueueJobInput) -> QueueJob:
    """The place in the queue and the queue's count in one transaction. A repeat finds the job there."""

    def plan() -> tuple[list[Action | None], QueueJob]:
        queue = require(reading, Queue, queue_name=input.queue_name, field="input.queueName")
        job = require(reading, Job, job_id=input.job_id, field="input.jobId")
        place = _place(reading, input, job.item)
        there = find(reading, QueueJob, queue_name=input.queue_name, job_id=input.job_id)
        if there:
            left_out = [name for name in ("priority", "position") if getattr(input, name) is None]
            return [], same_or_refused(there.item, place, ignoring=("enqueued_at", *left_out))
        if job.item.status in JOB_ENDED:
            raise Outdated("A job that has ended does not wait.", job.item)
        return [put_new(place), still(job, "status"), added(queue.item, job_count=1)], place

    return transact(reading, plan)


def dequeue_job(reading: Reading, input: DequeueJobInput) -> Queue:
    """A job that is not in the queue is a repeat."""

    def plan() -> tuple[list[Action | None], None]:
        queue = require(reading, Queue, queue_name=input.queue_name, field="input.queueName")
        there = find(reading, QueueJob, queue_name=input.queue_name, job_id=input.job_id)
        return [delete(there), fewer(queue.item)] if there else [], None

    transact(reading, plan)
    return require(reading, Queue, queue_name=input.queue_name, field="input.queueName").item


def fewer(queue: Queue, number: int = 1) -> Update | None:
    """So many jobs leave a queue. One that others filled without counting is not counted below nothing."""
    number = min(number, queue.job_count)
    if number <= 0:
        return None
    enough = Raw("#count >= :number", {"#count": "job_count"}, {":number": number})
    return added(queue, Condition(exists=True, raw=enough), job_count=-number)


def _place(reading: Reading, input: EnqueueJobInput, job: Job) -> QueueJob:
    """As urgent as the job, unless told otherwise."""
    values = {"priority": job.priority, "sweep_id": job.sweep_id, **input.only()}
    return made(QueueJob, **values, enqueued_at=reading.now)
