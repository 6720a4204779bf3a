"""Queues, and the jobs that wait in them."""

from typing import ClassVar

from entities.fields import InKey, Needed, Timestamp
from entities.jobs.base import JobId, Priority
from entities.keys import Key
from entities.receipts.base import ReceiptsItem


class Queue(ReceiptsItem):
    """A queue in which jobs wait to be run."""

    type_name: ClassVar[str] = "QUEUE"
    key: ClassVar[Key] = Key.of("QUEUE#{queue_name}", "QUEUE")
    indexes: ClassVar = {"GSI1": Key.of("QUEUE", "QUEUE#{queue_name}")}

    queue_name: InKey[str]
    """The name of the queue; no other queue has the same one."""
    description: str | None = None
    """What the queue is for, in words."""
    created_at: Needed[Timestamp] = None
    """When the queue was created."""
    max_concurrent_jobs: int | None = None
    """How many jobs of the queue may run at the same time; null if no limit is set."""
    priority: Priority = Priority.MEDIUM
    """How urgent the jobs of this queue are."""
    job_count: int = 0
    """How many jobs are in the queue. Other programs may change the queue without counting."""
    deleted_by: str | None = None
    """The person or program that is deleting the queue; null unless its deletion has begun."""


class QueueJob(ReceiptsItem):
    """A job that waits in a queue."""

    type_name: ClassVar[str] = "QUEUE_JOB"
    key: ClassVar[Key] = Key.of("QUEUE#{queue_name}", "JOB#{job_id}")
    indexes: ClassVar = {"GSI1": Key.of("JOB", "JOB#{job_id}#QUEUE#{queue_name}")}
    fanout: ClassVar = {"job_id": 50}

    queue_name: InKey[str]
    """The name of the queue that the job waits in."""
    job_id: JobId
    """The id of the job that waits."""
    enqueued_at: Needed[Timestamp] = None
    """When the job was put into the queue."""
    priority: Priority = Priority.MEDIUM
    """How urgent the job is within this queue."""
    position: int | None = None
    """The place of the job in the queue: lower numbers first. Jobs without one come last, by priority and time."""
    sweep_id: str | None = None
    """The id of the sweep that the job is a run of; null for other jobs."""
