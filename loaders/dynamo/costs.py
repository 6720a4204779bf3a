"""What a call costs by DynamoDB's rules, for local engines that report no units or wrong ones.

A write is priced as if the item were new: one write to the table and one to each index that contains the item.
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
    """The units of a query. Items removed by a filter were read too; they are assumed to be of average size."""
    items = answer["Items"]
    seen = answer.get("ScannedCount", len(items))
    size = sum(item_size(item) for item in items)
    return query_units(round(size * seen / len(items)) if items else size, is_consistent=is_consistent)


def get_cost(items: Iterable[Record], missing: int = 0, *, is_consistent: bool) -> float:
    """The units of items read by key, and of keys without an item."""
    sizes = [item_size(item) for item in items] + [0] * missing
    return item_units(sizes, is_consistent=is_consistent)


def put_cost(table: Table, record: Record) -> float:
    indexes = sum(all(name in record for name in index.attributes) for index in table.indexes.values())
    return write_units(item_size(record)) * (1 + indexes)


def write_cost(action: Action, answer: Answer) -> float:
    """The units of a single write; the item is in the action or in the answer."""
    record = action.record if isinstance(action, Put) else decode_item(answer.get("Attributes", {}))
    return put_cost(action.table, record)


def transact_write_cost(actions: Iterable[Action]) -> float:
    each = (
        put_cost(action.table, action.record) if isinstance(action, Put) else write_units(action_size(action))
        for action in actions
    )
    return sum(each) * _TRANSACTION
