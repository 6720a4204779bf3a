"""The publisher: tells subscribers of every change in the tables, whoever made it.

Changes of one partition (a job, an image, a nova) are told one after the other, in the order of the stream; partitions
go side by side. What fails in passing is tried again, here and then by Lambda, which starts anew from the first record
that we name as failed; what was told already is remembered and not told again. What can never be told is parked with
its reason, so that it does not hold up the rest.
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
from workers.appsync import CONNECTIONS, AppSync, Passing, Refused
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
class Parts:
    """What the worker is made of; tests and the local server put in their own."""

    send: Callable[[Message], None] | None = None
    park: Park | None = None
    sleep: Callable[[float], None] = time.sleep


parts = Parts()
_told: OrderedDict[str, None] = OrderedDict()
"""Changes that this process has told; Lambda may hand us the same ones again."""


def handler(event: Mapping[str, Any], _: Any) -> dict[str, Any]:
    """What Lambda calls with a batch of stream records; the answer names those to begin from again."""
    groups: dict[bytes, list[StreamRecord]] = defaultdict(list)
    for record in event.get("Records", []):
        groups[_partition(record)].append(record)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        failed = [each for each in pool.map(_tell_in_order, groups.values()) if each is not None]
    return {"batchItemFailures": [{"itemIdentifier": each} for each in failed]}


def _tell_in_order(records: Sequence[StreamRecord]) -> str | None:
    """Tell the changes of one partition; the sequence number of the first that has to wait, if one has to."""
    for record in records:
        try:
            _tell(record)
        except Passing as error:
            logger.warning("not told yet", extra={"reason": str(error), "event": record["eventID"]})
            return str(record["dynamodb"]["SequenceNumber"])
    return None


def _tell(record: StreamRecord) -> None:
    try:
        found = list(messages(_table_of(record), record))
    except Exception as error:  # noqa: BLE001  whatever is wrong with an item, the others must be told
        _park(record, f"cannot be read: {error}" if isinstance(error, Unreadable) else repr(error))
        return
    for message in found:
        known = f"{message.announcement.mutation} {message.event_id}"
        if known in _told:
            continue
        try:
            _send(message)
        except Refused as error:
            _park(record, f"{message.announcement.mutation} was refused: {error}")
        _remember(known)


def _send(message: Message) -> None:
    send = parts.send or _appsync().send
    for pause in PAUSES:
        try:
            return send(message)
        except Passing:
            parts.sleep(pause)
    return send(message)


def _park(record: StreamRecord, reason: str) -> None:
    """Put aside what cannot be told, with all that is needed to look into it."""
    logger.error("parked", extra={"reason": reason, "event": record["eventID"]})
    letter = {"reason": reason, "eventId": record["eventID"], "source": record.get("eventSourceARN")}
    keys = record["dynamodb"].get("Keys")
    whole = {**letter, "keys": keys, "record": record}
    (parts.park or _park_in_queue)(whole if len(_json(whole)) <= _LARGEST_LETTER else {**letter, "keys": keys})


def _park_in_queue(letter: dict[str, Any]) -> None:
    import boto3  # noqa: PLC0415  only for the rare letter

    url = os.environ.get(DEAD_LETTERS_VARIABLE)
    if not url:
        raise Passing("there is no queue to park in")
    try:
        boto3.client("sqs").send_message(QueueUrl=url, MessageBody=_json(letter).decode())
    except Exception as error:
        raise Passing(f"could not be parked: {type(error).__name__}") from error


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
    """The table that a record comes from, by the name in its ARN."""
    name = str(record["eventSourceARN"]).split(":table/")[1].split("/")[0]
    kinds = {real: kind for kind, real in table_names().items()}
    return TABLES[kinds[name]]


def _partition(record: StreamRecord) -> bytes:
    return _json([record.get("eventSourceARN"), sorted(record["dynamodb"]["Keys"].items())[:1]])


def _json(value: Any) -> bytes:
    return orjson.dumps(value, default=str)
