"""The publisher: notifies subscribers of every change in the tables, regardless of the writer.

Changes of one partition (a job, an image, a nova) are sent one after the other, in the order of the stream; partitions
are processed concurrently. A temporary failure is retried, here and then by Lambda, which starts again from the first
record that we report as failed; changes that were already sent are remembered and not sent again. A change that can
never be sent is parked with the reason, so that it does not block the rest.
"""

import os
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import orjson
from aws_lambda_powertools import Logger

from entities.errors import Unreadable
from entities.tables import TABLES, Table
from loaders.dynamo.client import table_names
from services.appsync import CONNECTIONS, AppSync, MessageRefused, TemporaryFailure
from services.sqs import Sqs
from workers.messages import Message, messages

PAUSES = (0.2, 0.8)
"""Seconds before the second and the third try."""
REMEMBERED = 20_000
DEAD_LETTERS_VARIABLE = "TESSERA_DLQ_URL"
_LARGEST_LETTER = 200_000

StreamRecord = Mapping[str, Any]
Park = Callable[[dict[str, Any]], None]

logger = Logger(service="tessera-publisher")


@dataclass
class PublisherParts:
    """The dependencies of the worker; tests and the local server replace them."""

    send: Callable[[Message], None] | None = None
    """Sends one message; None sends it to AppSync."""
    park: Park | None = None
    sleep: Callable[[float], None] = time.sleep


parts = PublisherParts()
_told: OrderedDict[str, None] = OrderedDict()
"""Changes that this process has sent; Lambda may deliver the same ones again."""


def handler(event: Mapping[str, Any], _: Any) -> dict[str, Any]:
    """The entry point for a batch of stream records; returns those to start again from."""
    groups: dict[bytes, list[StreamRecord]] = defaultdict(list)
    for record in event.get("Records", []):
        groups[_partition(record)].append(record)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        failed = [each for each in pool.map(_tell_in_order, groups.values()) if each is not None]
    return {"batchItemFailures": [{"itemIdentifier": each} for each in failed]}


def _tell_in_order(records: Sequence[StreamRecord]) -> str | None:
    """Send the changes of one partition; returns the sequence number of the first that must be retried, if any."""
    for record in records:
        try:
            _tell(record)
        except TemporaryFailure as error:
            logger.warning("not told yet", extra={"reason": str(error), "event": record["eventID"]})
            return str(record["dynamodb"]["SequenceNumber"])
    return None


def _tell(record: StreamRecord) -> None:
    try:
        found = list(messages(_table_of(record), record))
    except Exception as error:  # noqa: BLE001  one bad item must not block the others
        _park(record, f"cannot be read: {error}" if isinstance(error, Unreadable) else repr(error))
        return
    for message in found:
        known = f"{message.announcement.mutation} {message.event_id}"
        if known in _told:
            continue
        try:
            _send(message)
        except MessageRefused as error:
            _park(record, f"{message.announcement.mutation} was refused: {error}")
        _remember(known)


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


def _park(record: StreamRecord, reason: str) -> None:
    """Put a change that cannot be sent into the queue, with everything needed to investigate it."""
    logger.error("parked", extra={"reason": reason, "event": record["eventID"]})
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


def _table_of(record: StreamRecord) -> Table:
    """The table of a record, by the name in its ARN."""
    name = str(record["eventSourceARN"]).split(":table/")[1].split("/")[0]
    kinds = {real: kind for kind, real in table_names().items()}
    return TABLES[kinds[name]]


def _partition(record: StreamRecord) -> bytes:
    return _json([record.get("eventSourceARN"), sorted(record["dynamodb"]["Keys"].items())[:1]])


def _json(value: Any) -> bytes:
    return orjson.dumps(value, default=str)
