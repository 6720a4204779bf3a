"""Queues, and the jobs that wait in them."""

from typing import ClassVar

from entities.jobs import Priority, Queue
from loaders.reading import Reading
from loaders.writing import create
from resolvers.inputs import Input


class CreateQueueInput(Input):
    """A new queue."""

    about: ClassVar[str] = "Queue"

    queue_name: str
    description: str | None = None
    max_concurrent_jobs: int | None = None
    priority: Priority = Priority.MEDIUM


def create_queue(reading: Reading, input: CreateQueueInput) -> Queue:
    """A repeat finds the queue there and changes nothing, however full it is by now."""
    queue = Queue(**input.only(), created_at=reading.now)
    return create(reading, queue, ignoring=("created_at", "job_count"))
