"""Keeps a copy of all tables a fixed time behind: reads the streams, and writes each change when it is old enough."""

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from botocore.exceptions import ClientError
from urllib3.exceptions import HTTPError

from local.lag.raw import RawClient
from local.lag.tables import (
    Definition,
    Indexes,
    NotActive,
    active_indexes,
    change_indexes,
    copy_table,
    drop_table,
    table_names,
    write,
)
from local.streams.positions import Positions
from local.streams.shards import TableStream

LOOK_SECONDS = 0.5
"""How often we look for new tables and indexes."""
EAGER_SECONDS = 1.0
"""How long we look at every turn after a request that changes a table has passed: it takes effect a moment later."""
MAX_WRITES = 500
"""Changes written before the streams are read again: a burst of them must not delay the stamps of later ones."""
_VIEWS = {"NEW_IMAGE", "NEW_AND_OLD_IMAGES"}


class CopyFailed(Exception):
    """The copy cannot be written: its engine is gone, or it no longer fits the table."""


@dataclass
class FollowedTable:
    """A table whose stream we read."""

    identity: tuple[Any, ...]
    """Another one means that the table was made anew, or that its stream was off for a while."""
    stream: TableStream
    indexes: Indexes


@dataclass(frozen=True)
class Change:
    """A change that was made to an item, and when the copy may show it."""

    due: float
    table: str
    key: bytes
    write: Definition


class Follower:
    """Follows every table that has a stream of new images.

    A change is stamped when it is read from its stream, so it appears `lag` seconds after it was made or, where the
    stream was read late, a little later; never earlier. Streams cannot be asked when a change was made: Dynoxide gives
    the second, DynamoDB Local the minute.
    """

    def __init__(
        self, main: RawClient, copy: RawClient, lag: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._main = main
        self._copy = copy
        self._lag = lag
        self._clock = clock
        self._tables: dict[str, FollowedTable] = {}
        self._changes: deque[Change] = deque()
        self._look_at = float("-inf")
        self._eager_until = float("-inf")

    def holds(self, table: str, index: str | None = None) -> bool:
        """Whether the copy holds this table, and this global index of it."""
        followed = self._tables.get(table)
        return followed is not None and (index is None or index in followed.indexes)

    def look_soon(self) -> None:
        """Look for new tables and indexes at the next turns."""
        self._eager_until = self._clock() + EAGER_SECONDS

    def seconds_to_next(self) -> float:
        """How long until something can be written."""
        return self._changes[0].due - self._clock() if self._changes else float("inf")

    def turn(self) -> bool:
        """Do what there is to do; returns whether there is more."""
        now = self._clock()
        if now >= self._look_at or now < self._eager_until:
            self._look()
            self._look_at = now + LOOK_SECONDS
        has_read = self._read()
        self._write()
        return has_read or self.seconds_to_next() <= 0

    def _look(self) -> None:
        names = table_names(self._main)
        for name in self._tables.keys() - set(names):
            self._forget(name)
        for name in names:
            try:
                self._look_at_table(self._main.call("DescribeTable", TableName=name)["Table"])
            except ClientError as error:
                if error.response["Error"]["Code"] != "ResourceNotFoundException":
                    raise
                self._forget(name)

    def _look_at_table(self, description: Mapping[str, Any]) -> None:
        name, followed = description["TableName"], self._tables.get(description["TableName"])
        identity = (description.get("TableId"), description.get("CreationDateTime"), _stream_arn(description))
        if description["TableStatus"] in {"CREATING", "DELETING"} or _stream_arn(description) is None:
            self._forget(name)
        elif followed is None or followed.identity != identity:
            self._forget(name)
            self._follow(description, identity)
        elif (indexes := active_indexes(description)) != followed.indexes:
            now, followed.indexes = followed.indexes, {}
            self._on_copy(lambda: change_indexes(self._copy, description, now))
            followed.indexes = indexes

    def _follow(self, description: Mapping[str, Any], identity: tuple[Any, ...]) -> None:
        """Copy a table as it is now, and follow it from here on.

        The stream comes first: a change that is both copied and read from it is written twice, but none is lost.
        """
        name = description["TableName"]
        stream = TableStream(self._main, str(_stream_arn(description)), Positions(None), self._handler(name))
        stream.skip_what_is_there()
        self._on_copy(lambda: copy_table(self._main, self._copy, description))
        self._tables[name] = FollowedTable(identity, stream, active_indexes(description))

    def _forget(self, name: str) -> None:
        if self._tables.pop(name, None):
            self._changes = deque(each for each in self._changes if each.table != name)
            self._on_copy(lambda: drop_table(self._copy, name))

    def _read(self) -> bool:
        has_read = False
        for followed in self._tables.values():
            try:
                has_read = bool(followed.stream.work()) or has_read
            except ClientError:
                self.look_soon()  # the table may have been deleted, or its stream turned off
        return has_read

    def _handler(self, table: str) -> Callable[[Mapping[str, Any]], Mapping[str, Any]]:
        def add(event: Mapping[str, Any]) -> Mapping[str, Any]:
            due = self._clock() + self._lag
            self._changes.extend(_change(due, table, record["dynamodb"]) for record in event["Records"])
            return {"batchItemFailures": []}

        return add

    def _write(self) -> None:
        """Write the changes that are old enough; of several changes of one item, the last."""
        now, count, last = self._clock(), 0, {}
        for change in self._changes:
            if change.due > now or count == MAX_WRITES:
                break
            last[change.table, change.key] = (change.table, change.write)
            count += 1
        if count:
            self._on_copy(lambda: write(self._copy, list(last.values())))
        for _ in range(count):
            self._changes.popleft()

    def _on_copy(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (ClientError, HTTPError, NotActive) as error:
            raise CopyFailed(str(error)) from error


def _stream_arn(description: Mapping[str, Any]) -> str | None:
    stream = description.get("StreamSpecification") or {}
    has_images = stream.get("StreamEnabled") and stream.get("StreamViewType") in _VIEWS
    return description.get("LatestStreamArn") if has_images else None


def _change(due: float, table: str, record: Mapping[str, Any]) -> Change:
    image = record.get("NewImage")
    request = {"PutRequest": {"Item": image}} if image else {"DeleteRequest": {"Key": record["Keys"]}}
    return Change(due, table, orjson.dumps(record["Keys"], option=orjson.OPT_SORT_KEYS), request)
