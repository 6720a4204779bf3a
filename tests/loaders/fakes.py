"""Stand-ins: a clock moved by hand, a DynamoDB in memory with its real limits, and trouble on the way to one."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Any

from botocore.exceptions import ClientError, ConnectionClosedError, ConnectTimeoutError, ReadTimeoutError
from botocore.parsers import ResponseParserError

from entities.attributes import Record, decode, decode_item
from entities.tables import Table
from loaders.dynamo.sizes import item_size

MB = 1024 * 1024
URL = "https://dynamodb.us-east-1.amazonaws.com/"


class FakeClock:
    """Time passes when somebody sleeps, and at once."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.sleeps: list[float] = []
        self._lock = Lock()

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self.sleeps.append(seconds)
            self.time += seconds

    def pass_by(self, seconds: float) -> None:
        """Time that nobody slept through."""
        with self._lock:
            self.time += seconds


@dataclass
class StoredRecord:
    """One table of a `MemoryDynamo`: items in order of their keys, with their sizes."""

    table: Table
    records: dict[tuple[Any, ...], Record] = field(default_factory=dict)
    sizes: dict[tuple[Any, ...], int] = field(default_factory=dict)

    def put(self, record: Record) -> None:
        key = self.key_of(record)
        self.records[key] = record
        self.sizes[key] = item_size(record)

    def key_of(self, record: Record) -> tuple[Any, ...]:
        return tuple(record[name] for name in self.table.key.attributes)


class MemoryDynamo:
    """Reads and batch writes as DynamoDB does them, limits and all; it answers like a client from `make_client`."""

    def __init__(self, *tables: Table) -> None:
        self.stored = {table.usual_name: StoredRecord(table) for table in tables}
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self._lock = Lock()

    def query(self, **arguments: Any) -> dict[str, Any]:
        self._note("query", arguments)
        stored = self.stored[arguments["TableName"]]
        found = _in_range(stored, arguments)
        size, page = 0, []
        for key in found[: arguments.get("Limit")]:
            size += stored.sizes[key]
            page.append(key)
            if size >= MB:
                break
        answer: dict[str, Any] = {"Items": [dict(stored.records[key]) for key in page], "Count": len(page)}
        if len(page) < len(found) or len(page) == arguments.get("Limit"):
            answer["LastEvaluatedKey"] = stored.table.key_of(stored.records[page[-1]])
        return answer

    def get_item(self, **arguments: Any) -> dict[str, Any]:
        self._note("get_item", arguments)
        stored = self.stored[arguments["TableName"]]
        record = stored.records.get(stored.key_of(decode_item(arguments["Key"])))
        return {} if record is None else {"Item": dict(record)}

    def batch_get_item(self, **arguments: Any) -> dict[str, Any]:
        self._note("batch_get_item", arguments)
        ((name, wanted),) = arguments["RequestItems"].items()
        stored = self.stored[name]
        keys = [stored.key_of(decode_item(key)) for key in wanted["Keys"]]
        assert len(set(keys)) == len(keys) <= 100
        items, unread = _within_limits(stored, keys)
        answer: dict[str, Any] = {"Responses": {name: items}, "UnprocessedKeys": {}}
        if unread:
            names = stored.table.key.attributes
            answer["UnprocessedKeys"] = {name: {"Keys": [dict(zip(names, key, strict=True)) for key in unread]}}
        return answer

    def batch_write_item(self, **arguments: Any) -> dict[str, Any]:
        self._note("batch_write_item", arguments)
        ((name, requests),) = arguments["RequestItems"].items()
        assert len(requests) <= 25
        for request in requests:
            self.stored[name].put(decode_item(request["PutRequest"]["Item"]))
        return {"UnprocessedItems": {}}

    def close(self) -> None:
        """Nothing to close."""

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(name)

    def _note(self, operation: str, arguments: dict[str, Any]) -> None:
        with self._lock:
            self.calls.append((operation, arguments))


def _in_range(stored: StoredRecord, arguments: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The keys that a Query reaches, in order."""
    values = [decode(value) for value in arguments["ExpressionAttributeValues"].values()]
    condition = re.sub(r"[#:]\w+", "?", arguments["KeyConditionExpression"])
    accepts: dict[str, Callable[[Any], bool]] = {
        "? = ?": lambda _: True,
        "? = ? AND begins_with(?, ?)": lambda sort: sort.startswith(values[1]),
        "? = ? AND ? BETWEEN ? AND ?": lambda sort: values[1] <= sort <= values[2],
    }
    found = sorted(key for key in stored.records if key[0] == values[0] and accepts[condition](key[-1]))
    if arguments.get("ScanIndexForward") is False:
        found.reverse()
    start = arguments.get("ExclusiveStartKey")
    return found if start is None else found[found.index(stored.key_of(decode_item(start))) + 1 :]


def _within_limits(stored: StoredRecord, keys: Iterable[tuple[Any, ...]]) -> tuple[list[Record], list[tuple[Any, ...]]]:
    """What one BatchGetItem gives: 16 MB in all, 1 MB of any partition, and at least one item."""
    total, per_partition = 0, dict[Any, int]()
    items: list[Record] = []
    unread: list[tuple[Any, ...]] = []
    for key in keys:
        size, taken = stored.sizes.get(key, 0), per_partition.get(key[0], 0)
        if items and (total + size > 16 * MB or taken + size > MB):
            unread.append(key)
            continue
        total, per_partition[key[0]] = total + size, taken + size
        if key in stored.records:
            items.append(dict(stored.records[key]))
    return items, unread


Fault = str | None


class Faulty:
    """A client before which things go wrong: each call asks `next_fault` what happens to it."""

    def __init__(self, inner: Any, next_fault: Callable[[str], Fault], clock: FakeClock, random: Random) -> None:
        self.inner = inner
        self.faults: list[tuple[str, Fault]] = []
        self._next_fault = next_fault
        self._clock = clock
        self._random = random

    def __getattr__(self, operation: str) -> Any:
        call = getattr(self.inner, operation)
        if operation == "close":
            return call

        def sent(**arguments: Any) -> Any:
            fault = self._next_fault(operation)
            self.faults.append((operation, fault))
            if fault == "partial":
                return self._partial(operation, arguments)
            if fault == "lost":
                call(**arguments)
            if fault is not None:
                self._clock.pass_by(_DELAYS.get(fault, 0.01))
                raise failure(fault, operation)
            return call(**arguments)

        return sent

    def _partial(self, operation: str, arguments: dict[str, Any]) -> Any:
        """Only part of what was asked for, as DynamoDB is free to give: short pages, unread keys, unwritten items."""
        call = getattr(self.inner, operation)
        if operation == "query":
            limit = self._random.randint(1, min(arguments.get("Limit", 5), 5))
            return call(**{**arguments, "Limit": limit})
        ((name, wanted),) = arguments["RequestItems"].items()
        if operation == "batch_write_item":
            done = self._random.sample(wanted, self._random.randint(0, len(wanted) - 1))
            if done:
                call(**{**arguments, "RequestItems": {name: done}})
            return {"UnprocessedItems": {name: [each for each in wanted if each not in done]}}
        return self._partial_get(name, wanted, arguments)

    def _partial_get(self, name: str, wanted: dict[str, Any], arguments: dict[str, Any]) -> Any:
        keys = self._random.sample(wanted["Keys"], self._random.randint(0, len(wanted["Keys"]) - 1))
        answer: dict[str, Any] = {"Responses": {name: []}, "UnprocessedKeys": {}}
        if keys:
            request = {name: {**wanted, "Keys": keys}}
            answer = self.inner.batch_get_item(**{**arguments, "RequestItems": request})
        unread = [decode_item(key) for key in wanted["Keys"] if key not in keys]
        unread += answer["UnprocessedKeys"].get(name, {}).get("Keys", [])
        self._random.shuffle(answer["Responses"].get(name, []))
        return {**answer, "UnprocessedKeys": {name: {"Keys": unread}}}


_DELAYS = {"time-out": 3.0, "lost": 3.0, "no connection": 1.0}

FAULTS = ("throttled", "internal error", "overloaded", "time-out", "no connection", "closed", "torn")
"""What passes by itself."""


class Unclosed:
    """A client that tests share: a store that closes it closes nothing."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def __getattr__(self, name: str) -> Any:
        return (lambda: None) if name == "close" else getattr(self._client, name)


def failure(fault: str, operation: str) -> Exception:
    """What botocore raises for a kind of trouble; the texts are as telling as the real ones."""
    telling = "arn:aws:dynamodb:us-east-1:123456789012:table/ReceiptsTable"
    errors: dict[str, Exception] = {
        "throttled": client_error("ProvisionedThroughputExceededException", 400, operation, telling),
        "internal error": client_error("InternalServerError", 500, operation, telling),
        "overloaded": client_error("503", 503, operation, telling),
        "denied": client_error("AccessDeniedException", 400, operation, telling),
        "time-out": ReadTimeoutError(endpoint_url=URL, error="timed out"),
        "lost": ReadTimeoutError(endpoint_url=URL, error="timed out"),
        "no connection": ConnectTimeoutError(endpoint_url=URL, error="timed out"),
        "closed": ConnectionClosedError(endpoint_url=URL),
        "torn": ResponseParserError("an answer that was cut short"),
    }
    return errors[fault]


def client_error(code: str, status: int, operation: str, message: str = "", **more: Any) -> ClientError:
    """An error that DynamoDB answered with."""
    metadata = {"HTTPStatusCode": status}
    response: Any = {"Error": {"Code": code, "Message": message}, "ResponseMetadata": metadata, **more}
    return ClientError(response, operation)
