"""The publisher: notifies subscribers of every change in the tables, regardless of the writer.

Changes of one partition (a job, an image, a nova) are sent one after the other, in the order of the stream; partitions
are processed concurrently. A temporary failure is retried, here and then by Lambda, which starts again from the first
record that we report as failed; changes that were already sent are remembered and not sent again. A change that can
never be sent is parked with the reason, so that it does not block the rest.
"""

import os
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from aws_lambda_powertools import Logger, single_metric
from aws_lambda_powertools.metrics import MetricUnit

from entities.errors import Unreadable
from loaders.dynamo.store import Store
from loaders.errors import LoaderError
from loaders.request import Request
from services.appsync import CONNECTIONS, AppSync, MessageRefused, TemporaryFailure
from services.clients import services
from services.errors import ServiceError
from services.sqs import Sqs
from workers.counters import uncounted
from workers.counting import counted
from workers.deletions import deletion
from workers.document_events import document_events, document_messages, seed_json
from workers.foreign_shapes import count_foreign
from workers.messages import ItemChange, Message, StreamRecord, messages
from workers.relations import Known, completed
from workers.stream_tables import table_of
from workers.sweeps import tell_progress, touched_by

PAUSES = (0.2, 0.8)
"""Seconds before the second and the third try."""
READ_SECONDS = 5.0
"""How long a message may wait for what it holds besides its item."""
REMEMBERED = 20_000
DEAD_LETTERS_VARIABLE = "TESSERA_DLQ_URL"
IS_IN_LAMBDA = "AWS_LAMBDA_FUNCTION_NAME" in os.environ
_LARGEST_LETTER = 200_000

Park = Callable[[dict[str, Any]], None]

logger = Logger(service="tessera-publisher")


@dataclass
class PublisherParts:
    """The dependencies of the worker; tests and the local server replace them."""

    send: Callable[[Message], None] | None = None
    """Sends one message; None sends it to AppSync."""
    park: Park | None = None
    sleep: Callable[[float], None] = time.sleep
    store: Store | None = None


parts = PublisherParts()
_told: OrderedDict[str, None] = OrderedDict()
"""Changes that this process has sent; Lambda may deliver the same ones again."""


@dataclass
class _Outcome:
    """How far the changes of one partition came."""

    failed: str | None = None
    """The sequence number of the first change that must be retried."""
    touched: list[tuple[str, StreamRecord]] = field(default_factory=list)
    """Sweeps whose progress may have changed, and because of what."""


@counted
def handler(event: Mapping[str, Any], _: Any) -> dict[str, Any]:
    """The entry point for a batch of stream records; returns those to start again from."""
    groups: dict[bytes, list[StreamRecord]] = defaultdict(list)
    for record in event.get("Records", []):
        groups[_partition(record)].append(record)
    sweeps: dict[str, list[StreamRecord]] = defaultdict(list)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        outcomes = list(pool.map(_tell_in_order, groups.values()))
        for sweep_id, record in (each for outcome in outcomes for each in outcome.touched):
            sweeps[sweep_id].append(record)
        failed = [*(each.failed for each in outcomes), *pool.map(_tell_sweep, sweeps.items())]
    failed += [_retried(record, error) for record, error in uncounted(_request, event.get("Records", []))]
    return {"batchItemFailures": [{"itemIdentifier": each} for each in failed if each is not None]}


def _tell_in_order(records: Sequence[StreamRecord]) -> _Outcome:
    """Send the changes of one partition, until one must be retried."""
    outcome, known = _Outcome(), Known()
    for record in records:
        try:
            outcome.touched += [(sweep_id, record) for sweep_id in _tell(record, known)]
        except TemporaryFailure as error:
            outcome.failed = _retried(record, error)
            break
    return outcome


def _tell(record: StreamRecord, known: Known) -> list[str]:
    """Send what a change means; returns the sweeps whose progress it may concern."""
    try:
        change = ItemChange(table_of(record), record)
        with _reading() as request:
            count_foreign(request, change)
        found = [*messages(change), *document_messages(change), *_deletions(change, known)]
        with _reading() as request:
            touched = touched_by(request, change)
    except TemporaryFailure:
        raise
    except Exception as error:  # noqa: BLE001  one bad item must not block the others
        _park(record, "Unreadable", f"cannot be read: {error}" if isinstance(error, Unreadable) else repr(error))
        return []
    for message in found:
        _deliver(record, message, known)
    _notify(change)
    return touched


def _notify(change: ItemChange) -> None:
    """Put news of documents into the queue that the seed's programs poll, unless there is none."""
    url = services().settings.notifications_queue_url
    for event in document_events(change) if url else ():
        name = f"notified {change.event_id}/{event.type.value}"
        if url and name not in _told:
            try:
                services().sqs.send(url, seed_json(event))
            except ServiceError as error:
                raise TemporaryFailure(f"the notifications queue: {error}") from error
            _remember(name)


def _deletions(change: ItemChange, known: Known) -> list[Message]:
    with _reading() as request:
        found = deletion(request, change, known)
    return [found] if found else []


def _deliver(record: StreamRecord, message: Message, known: Known) -> None:
    """Send a message with what it leads to, unless it was sent before."""
    name = f"{message.announcement.mutation} {message.event_id}"
    if name in _told:
        return
    try:
        with _reading() as request:
            whole = completed(request, message, known)
    except TemporaryFailure:
        raise
    except Exception as error:  # noqa: BLE001  nor must one bad relation
        _park(record, "Unreadable", repr(error))
    else:
        _send_or_park(record, whole)
    _remember(name)


def _tell_sweep(touched: tuple[str, Sequence[StreamRecord]]) -> str | None:
    """Send the progress of a sweep; returns the sequence number of the change to retry, if it must be."""
    sweep_id, records = touched
    event_id = str(records[-1]["eventID"])
    name = f"{sweep_id} {event_id}"
    if name in _told:
        return None
    try:
        with _patience():
            tell_progress(_request, sweep_id, event_id, lambda message: _send_or_park(records[-1], message))
    except TemporaryFailure as error:
        return _retried(records[0], error)
    _remember(name)
    return None


def _send_or_park(record: StreamRecord, message: Message) -> None:
    name = message.announcement.mutation
    if message.is_too_large:
        _park(record, "TooLarge", f"{name} would be larger than 200 KB, and AppSync might drop it")
        return
    try:
        _send(message)
    except MessageRefused as error:
        _park(record, "Refused", f"{name} was refused: {error}")


def _retried(record: StreamRecord, error: Exception) -> str:
    logger.warning("not told yet", extra={"reason": str(error), "event": record["eventID"]})
    return str(record["dynamodb"]["SequenceNumber"])


@contextmanager
def _reading() -> Iterator[Request]:
    """A request of its own for each read. A table that is away, or a permission that is missing, may come back."""
    with _patience():
        yield _request()


@contextmanager
def _patience() -> Iterator[None]:
    try:
        yield
    except LoaderError as error:
        raise TemporaryFailure(f"what the message holds cannot be read: {error.message}") from error


def _request() -> Request:
    if parts.store is None:
        parts.store = Store.open()
    return Request(parts.store.session(READ_SECONDS))


def _send(message: Message) -> None:
    send = parts.send or _send_to_appsync
    for pause in PAUSES:
        try:
            return send(message)
        except TemporaryFailure:
            parts.sleep(pause)
    return send(message)


def _send_to_appsync(message: Message) -> None:
    _appsync().send(message.body)


def _park(record: StreamRecord, kind: str, reason: str) -> None:
    """Put a change that cannot be sent into the queue, with everything needed to investigate it, and count it."""
    logger.error("parked", extra={"reason": reason, "event": record["eventID"]})
    if IS_IN_LAMBDA:
        with single_metric("Parked", MetricUnit.Count, 1, namespace="Tessera") as metric:
            metric.add_dimension("reason", kind)
    letter = {"reason": reason, "eventId": record["eventID"], "source": record.get("eventSourceARN")}
    keys = record["dynamodb"].get("Keys")
    whole = {**letter, "keys": keys, "record": record}
    (parts.park or _park_in_queue)(whole if len(_json(whole)) <= _LARGEST_LETTER else {**letter, "keys": keys})


def _park_in_queue(letter: dict[str, Any]) -> None:
    url = os.environ.get(DEAD_LETTERS_VARIABLE)
    if not url:
        raise TemporaryFailure(f"there is no queue to park in: set {DEAD_LETTERS_VARIABLE}")
    try:
        Sqs().send_message(url, _json(letter).decode())
    except Exception as error:
        raise TemporaryFailure(f"could not be parked: {type(error).__name__}") from error


def _remember(known: str) -> None:
    _told[known] = None
    while len(_told) > REMEMBERED:
        _told.popitem(last=False)


def _appsync() -> AppSync:
    if not _connected:
        _connected.append(AppSync())
    return _connected[0]


_connected: list[AppSync] = []


def _partition(record: StreamRecord) -> bytes:
    return _json([record.get("eventSourceARN"), sorted(record["dynamodb"]["Keys"].items())[:1]])


def _json(value: Any) -> bytes:
    return orjson.dumps(value, default=str)
