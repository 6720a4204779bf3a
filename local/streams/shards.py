"""Delivers the records of one table's stream in order and in batches, as Lambda does."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from botocore.exceptions import ClientError

from local.streams.positions import Positions

BATCH = 100
LISTED_SECONDS = 2.0
"""How long a list of shards is cached: shards change every few hours, and we poll several times a second."""
MAX_RECORDS = 1_000

Records = list[dict[str, Any]]
Handler = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class TableStream:
    """The stream of a table."""

    def __init__(self, client: Any, arn: str, positions: Positions, handler: Handler) -> None:
        self._client = client
        self._arn = arn
        self._positions = positions
        self._handler = handler
        self._iterators: dict[str, str | None] = {}
        """Where to continue in each shard; None for one that has ended."""
        self._listed: tuple[float, Sequence[dict[str, Any]]] = (float("-inf"), ())

    def skip_what_is_there(self) -> None:
        """At the first start, skip all existing records: they are not announced.

        The end that a stream reports cannot be trusted: Dynoxide sorts 999 after 1000.
        """
        if self._positions.has_any(self._arn):
            return  # an unknown shard was created while we were not running: its records must be announced
        for shard in self._shards():
            if self._name(shard["ShardId"]) not in self._positions:
                self._positions.set(self._name(shard["ShardId"]), self._last(shard["ShardId"]))

    def work(self) -> bool | None:
        """Deliver the next batch of each shard. True if there was one, None if it must be delivered again."""
        worked: bool | None = False
        for shard in self._ready():
            outcome = self._work_shard(shard["ShardId"])
            worked = None if worked is None or outcome is None else worked or outcome
        return worked

    def _work_shard(self, shard: str) -> bool | None:
        iterator = self._iterators.get(shard) or self._iterator(shard)
        try:
            answer = self._client.get_records(ShardIterator=iterator, Limit=BATCH)
        except ClientError:
            self._iterators.pop(shard, None)  # it may have expired; the next try gets a new one
            raise
        records = [_as_lambda_has_it(each, self._arn) for each in answer["Records"]]
        if records and not self._hand_on(shard, records):
            self._iterators.pop(shard, None)
            return None
        self._iterators[shard] = answer.get("NextShardIterator")
        return bool(records)

    def _hand_on(self, shard: str, records: Records) -> bool:
        """Deliver a batch; returns whether all succeeded. Otherwise the position stays before the first failure."""
        failures = self._handler({"Records": records})["batchItemFailures"]
        failed = {each["itemIdentifier"] for each in failures}
        done = list(_before(records, failed))
        if done:
            self._positions.set(self._name(shard), done[-1]["dynamodb"]["SequenceNumber"])
        return not failed

    def _last(self, shard: str) -> str | None:
        """The sequence number of the last existing record."""
        last, iterator = None, self._iterator(shard)
        while iterator:
            answer = self._client.get_records(ShardIterator=iterator, Limit=MAX_RECORDS)
            if not answer["Records"]:
                break
            last, iterator = answer["Records"][-1]["dynamodb"]["SequenceNumber"], answer.get("NextShardIterator")
        return last

    def _iterator(self, shard: str) -> str:
        sequence = self._positions.get(self._name(shard))
        asked: dict[str, Any] = {"StreamArn": self._arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"}
        if sequence:
            asked |= {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": sequence}
        try:
            found: str = self._client.get_shard_iterator(**asked)["ShardIterator"]
        except ClientError as error:
            if error.response["Error"]["Code"] != "TrimmedDataAccessException":
                raise
            asked = {"StreamArn": self._arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON"}
            found = self._client.get_shard_iterator(**asked)["ShardIterator"]
        return found

    def _ready(self) -> Iterator[dict[str, Any]]:
        """Shards that have not ended; a child must wait until its parent has ended."""
        if time.monotonic() - self._listed[0] > LISTED_SECONDS:
            self._listed = (time.monotonic(), self._shards())
        shards = self._listed[1]
        open_ = {each["ShardId"] for each in shards if self._iterators.get(each["ShardId"], "") is not None}
        yield from (each for each in shards if each["ShardId"] in open_ and each.get("ParentShardId") not in open_)

    def _shards(self) -> Sequence[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        more: dict[str, str] = {}
        while True:
            stream = self._client.describe_stream(StreamArn=self._arn, **more)["StreamDescription"]
            found += stream["Shards"]
            if not stream.get("LastEvaluatedShardId"):
                return found
            more = {"ExclusiveStartShardId": stream["LastEvaluatedShardId"]}

    def _name(self, shard: str) -> str:
        return f"{self._arn} {shard}"


def _before(records: Records, failed: set[str]) -> Iterator[dict[str, Any]]:
    """The records before the first failure; as in Lambda, everything after it is delivered again."""
    for record in records:
        if record["dynamodb"]["SequenceNumber"] in failed:
            return
        yield record


def _as_lambda_has_it(record: dict[str, Any], arn: str) -> dict[str, Any]:
    """The record in the form of a Lambda event: times as numbers, and the stream's ARN added."""
    change = record["dynamodb"]
    created = change.get("ApproximateCreationDateTime")
    stamp = {"ApproximateCreationDateTime": created.timestamp()} if isinstance(created, datetime) else {}
    return {**record, "dynamodb": {**change, **stamp}, "eventSourceARN": arn}
