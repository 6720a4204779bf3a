"""Real requests as traffic: which partitions of which tables and indexes they touch, and with how many units.

Everything is taken from the wire: requests that the handler sent to an engine, the items in them, and the capacity
that the engine counted. No template and no estimate is known here.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

import orjson

from bench.replay import Exchange
from entities.tables import TABLES, Table
from loaders.dynamo.sizes import item_size
from loaders.dynamo.wire import decode_in_place

_EQUAL = re.compile(r"(#?\w+)\s*=\s*(:\w+)")


@dataclass(frozen=True)
class Touch:
    """Units that one question takes from one partition."""

    table: str
    index: str
    key: str
    is_write: bool
    units: float


def touches(exchanges: list[Exchange]) -> list[Touch]:
    """What these requests touch, each partition once."""
    added: dict[tuple[str, str, str, bool], float] = defaultdict(float)
    for each in exchanges:
        operation = each.asked[0].decode().rpartition(".")[2]
        asked, answer = orjson.loads(each.asked[1]), orjson.loads(each.answer)
        for touch in _OPERATIONS[operation](asked, answer):
            added[touch.table, touch.index, touch.key, touch.is_write] += touch.units
    return [Touch(table, index, key, is_write, units) for (table, index, key, is_write), units in added.items()]


def _query(asked: Any, answer: Any) -> Iterator[Touch]:
    table = _table(asked["TableName"])
    index = asked.get("IndexName")
    names = asked.get("ExpressionAttributeNames", {})
    partition = table.index(index).partition
    values = {names.get(name, name): value for name, value in _EQUAL.findall(asked["KeyConditionExpression"])}
    (key,) = asked["ExpressionAttributeValues"][values[partition]].values()
    yield Touch(table.name, index or "table", str(key), False, answer["ConsumedCapacity"]["CapacityUnits"])


def _get(asked: Any, answer: Any) -> Iterator[Touch]:
    yield from _gets(asked["TableName"], [asked["Key"]], answer["ConsumedCapacity"])


def _batch_get(asked: Any, answer: Any) -> Iterator[Touch]:
    for name, wanted in asked["RequestItems"].items():
        (counted,) = [each for each in answer["ConsumedCapacity"] if each["TableName"] == name]
        yield from _gets(name, wanted["Keys"], counted)


def _gets(name: str, keys: list[Any], counted: Any) -> Iterator[Touch]:
    table = _table(name)
    for key in keys:
        (value,) = key[table.key.partition].values()
        yield Touch(table.name, "table", str(value), False, counted["CapacityUnits"] / len(keys))


def _batch_write(asked: Any, _: Any) -> Iterator[Touch]:
    for name, writes in asked["RequestItems"].items():
        for write in writes:
            yield from _put(name, write["PutRequest"]["Item"])


def _transaction(asked: Any, _: Any) -> Iterator[Touch]:
    for write in asked["TransactItems"]:
        if "Put" in write:
            yield from _put(write["Put"]["TableName"], write["Put"]["Item"], times=2)


def _one_put(asked: Any, _: Any) -> Iterator[Touch]:
    yield from _put(asked["TableName"], asked["Item"])


def _no_items(_: Any, __: Any) -> Iterator[Touch]:
    """Updates of single attributes: a unit or two among thousands."""
    yield from ()


def _put(name: str, item: Any, times: int = 1) -> Iterator[Touch]:
    """A transaction takes twice from the table, and once from its indexes."""
    table = _table(name)
    record = decode_in_place(item)
    for index, held in {"table": table.key, **table.indexes}.items():
        if all(each in record for each in held.attributes):
            kept = {*table.key.attributes, *held.attributes, *(held.projected or record)}
            size = item_size({each: value for each, value in record.items() if each in kept})
            units = ceil(size / 1024) * (times if index == "table" else 1)
            yield Touch(table.name, index, str(record[held.partition]), True, units)


def _table(name: str) -> Table:
    (table,) = [each for each in TABLES.values() if each.usual_name == name]
    return table


_OPERATIONS = {
    "Query": _query,
    "GetItem": _get,
    "BatchGetItem": _batch_get,
    "BatchWriteItem": _batch_write,
    "TransactWriteItems": _transaction,
    "PutItem": _one_put,
    "UpdateItem": _no_items,
}
