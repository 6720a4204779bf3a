"""What a call costs by DynamoDB's rules, for engines whose own figures are not to be trusted or not there.

A write is priced as the first of its item: one share for the table and one for each index that the item is in.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from entities.attributes import Record, decode_item
from entities.tables import Table
from loaders.dynamo.sizes import item_size, item_units, query_units, write_units
from loaders.dynamo.writes import Action, Put, action_size

Answer = Mapping[str, Any]

_TRANSACTION = 2


def query_cost(answer: Answer, *, is_consistent: bool) -> float:
    """Items that a filter kept back were read too; they are taken to be as large as the others on the average."""
    items = answer["Items"]
    seen = answer.get("ScannedCount", len(items))
    size = sum(item_size(item) for item in items)
    return query_units(round(size * seen / len(items)) if items else size, is_consistent=is_consistent)


def get_cost(items: Iterable[Record], missing: int = 0, *, is_consistent: bool) -> float:
    """Items that were got by their keys, and keys that led to none."""
    sizes = [item_size(item) for item in items] + [0] * missing
    return item_units(sizes, is_consistent=is_consistent)


def transact_get_cost(items: Iterable[Record]) -> float:
    return get_cost(items, is_consistent=True) * _TRANSACTION


def put_cost(table: Table, record: Record) -> float:
    indexes = sum(all(name in record for name in index.attributes) for index in table.indexes.values())
    return write_units(item_size(record)) * (1 + indexes)


def write_cost(action: Action, answer: Answer) -> float:
    """A single write: the item is known beforehand, or comes back."""
    record = action.record if isinstance(action, Put) else decode_item(answer.get("Attributes", {}))
    return put_cost(action.table, record)


def transact_write_cost(actions: Iterable[Action]) -> float:
    each = (
        put_cost(action.table, action.record) if isinstance(action, Put) else write_units(action_size(action))
        for action in actions
    )
    return sum(each) * _TRANSACTION
