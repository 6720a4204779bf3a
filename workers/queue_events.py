"""Batches of messages as SQS gives them to a Lambda: taken apart, processed one by one, and reported one by one.

A message that fails is delivered again, and after its third time it goes to the dead-letter queue. So a worker raises
only what is worth a try; what must wait is put into the queue again as a new message, which uses up none.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from random import uniform
from typing import Any

import orjson
from aws_lambda_powertools import Logger

from commands.letters.dead_letters import note_failure
from loaders.caller import RequestCaller
from loaders.dynamo.store import Store
from loaders.errors import LoaderError
from loaders.request import Request
from services.clients import services
from services.errors import ServiceError, Slowed
from services.metrics import FAILURES, emit

SECONDS = 25.0
"""How long the work on one message may take: a worker has 30 s."""
WAITS = (5.0, 60.0)
"""Seconds that a message waits for a busy service: not all come back at once."""

logger = Logger(service=os.environ.get("POWERTOOLS_SERVICE_NAME") or "tessera-workers")


@dataclass
class WorkerParts:
    """What all workers depend on; tests and the local server replace it."""

    store: Store | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    jitter: Callable[[float, float], float] = uniform
    """A delay between two, so that not all that waits comes back at once."""


parts = WorkerParts()


@dataclass(frozen=True)
class QueueMessage:
    """One message of a queue."""

    message_id: str
    body: str
    queue_name: str = ""
    receive_count: int = 1
    sent_at: datetime | None = None

    @property
    def json(self) -> Any:
        """The body as JSON; None if it is none."""
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError:
            return None


def queue_messages(event: Mapping[str, Any]) -> Iterator[QueueMessage]:
    """The messages of an event."""
    for record in event.get("Records", ()):
        attributes = record.get("attributes") or {}
        sent = attributes.get("SentTimestamp")
        yield QueueMessage(
            message_id=str(record.get("messageId", "")),
            body=str(record.get("body", "")),
            queue_name=str(record.get("eventSourceARN", "")).rpartition(":")[2],
            receive_count=int(attributes.get("ApproximateReceiveCount", 1)),
            sent_at=datetime.fromtimestamp(int(sent) / 1000, UTC) if sent else None,
        )


def process_each(
    event: Mapping[str, Any], work: Callable[[QueueMessage], None], *, waits_in: str | None = None
) -> dict[str, Any]:
    """Process the messages of an event; returns those that failed and must be delivered again.

    `waits_in` is the setting that names their queue: what a busy service kept from its work waits there.
    """
    failed = []
    for message in queue_messages(event):
        try:
            _work_or_wait(message, work, waits_in)
        except Exception as error:  # one bad message must not take the others with it
            logger.exception("not processed", extra={"message_id": message.message_id, "reason": str(error)})
            failed.append({"itemIdentifier": message.message_id})
            _note(message, error)
    emit({FAILURES: len(failed)})
    return {"batchItemFailures": failed}


def _work_or_wait(message: QueueMessage, work: Callable[[QueueMessage], None], waits_in: str | None) -> None:
    """A busy service is no failure, whichever call it refuses: the message is sent anew, as it is, and uses up no try.
    What was done of it is repeatable."""
    try:
        work(message)
    except Slowed as busy:
        if waits_in is None:
            raise
        delay = round(parts.jitter(*WAITS))
        services().sqs.send(services().settings.need(waits_in), message.body, delay)
        logger.info("waits", extra={"message_id": message.message_id, "reason": str(busy), "seconds": delay})


def _note(message: QueueMessage, error: Exception) -> None:
    """Remember the reason, in case this was the last try. What is unexpected is logged, and named by its kind only."""
    is_told = isinstance(error, LoaderError | ServiceError | ValueError | LookupError)
    reason = str(error) if is_told else f"An unexpected {type(error).__name__}; see the log."
    with suppress(LoaderError):
        note_failure(new_request("workers"), message.message_id, reason)


def new_request(name: str) -> Request:
    """A request of its own for each step; its writes carry the name of the worker."""
    if parts.store is None:
        parts.store = Store.open()
    return Request(parts.store.session(SECONDS), now=parts.now, caller=RequestCaller("program", name=name))
