"""Builds the arguments of botocore's calls from reads and writes; nothing is sent here.

Every attribute name goes through an alias, because hundreds of plain words (status, role, name, error...) are
reserved in DynamoDB's expressions.
"""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain
from typing import Any

from entities.attributes import Record, encode_item
from entities.item import MAX_PARTITION_BYTES, MAX_SORT_BYTES
from entities.tables import Table
from loaders.dynamo.aliases import Aliases, projected, projection
from loaders.dynamo.requests import Begins, Between, Is, Nothing, Query, Scan, Sort
from loaders.dynamo.writes import Action, Changes, Check, Condition, Delete, Put, Update
from loaders.errors import BadCursor

Arguments = dict[str, Any]

METERED = {"ReturnConsumedCapacity": "TOTAL"}

_FILTERED_GROWTH = 4
_KINDS: dict[str, tuple[type, ...]] = {"S": (str,), "N": (int, float, Decimal)}


def query_arguments(query: Query, table_name: str) -> Arguments:
    """A Query for one page of a range."""
    aliases = Aliases()
    optional = {
        "IndexName": query.index,
        "KeyConditionExpression": " AND ".join(_key_terms(query, aliases)),
        "FilterExpression": " AND ".join(_filter_terms(query, aliases)),
        "ProjectionExpression": projection(query.form.attributes, aliases),
        "ScanIndexForward": False if query.newest_first else None,
        "Limit": query.limit,
        "ExclusiveStartKey": encode_item(query.after) if query.after else None,
        "ConsistentRead": query.is_consistent or None,
    }
    said = {name: value for name, value in optional.items() if value not in (None, "")}
    return {"TableName": table_name, **said, **aliases.arguments(), **METERED}


def scan_arguments(scan: Scan, table_name: str) -> Arguments:
    """A Scan for one page of a part of a table or index."""
    aliases = Aliases()
    segment, segments = scan.segment
    optional = {
        "IndexName": scan.index,
        "FilterExpression": " AND ".join(_filter_terms(scan, aliases)),
        "ExclusiveStartKey": encode_item(scan.after) if scan.after else None,
        "Limit": scan.limit,
    }
    said = {name: value for name, value in optional.items() if value not in (None, "")}
    parts = {"Segment": segment, "TotalSegments": segments} if segments > 1 else {}
    return {"TableName": table_name, **said, **parts, **aliases.arguments(), **METERED}


def check_start(query: Query) -> None:
    """Reject a start key outside the queried range; not every engine does."""
    if query.after is None:
        return
    table, index = query.table, query.table.index(query.index)
    kinds = dict(chain.from_iterable(zip(each.attributes, each.types, strict=False) for each in (table.key, index)))
    is_key = query.after.keys() == kinds.keys()
    is_fitting = is_key and all(isinstance(query.after[name], _KINDS[kind]) for name, kind in kinds.items())
    if not is_fitting or query.after[index.partition] != query.partition:
        raise BadCursor


def can_hold_items(query: Query) -> bool:
    """Whether a range can hold anything: DynamoDB refuses keys that are too long, so nothing is stored under them."""
    sort = query.sort.text if isinstance(query.sort, Begins) else query.sort.value if isinstance(query.sort, Is) else ""
    return all(
        not isinstance(value, str) or len(value.encode()) <= longest
        for value, longest in ((query.partition, MAX_PARTITION_BYTES), (sort, MAX_SORT_BYTES))
    )


def has_filter(query: Query) -> bool:
    """Whether DynamoDB may read more items than it returns."""
    return bool(query.where or query.only) or _discriminator(query) is not None


def get_arguments(
    table_name: str, key: Record, attributes: frozenset[str] | None = None, *, is_consistent: bool
) -> Arguments:
    """A GetItem."""
    wanted = {"Key": encode_item(key), "ConsistentRead": is_consistent, **projected(attributes)}
    return {"TableName": table_name, **wanted, **METERED}


def batch_get_arguments(
    table_name: str, keys: Iterable[Record], attributes: frozenset[str] | None = None, *, is_consistent: bool
) -> Arguments:
    """A BatchGetItem on one table."""
    wanted = {"Keys": [encode_item(key) for key in keys], "ConsistentRead": is_consistent, **projected(attributes)}
    return {"RequestItems": {table_name: wanted}, **METERED}


def write_arguments(action: Put | Update | Delete, table_name: str) -> Arguments:
    """A PutItem, UpdateItem or DeleteItem; an update returns the new item, a delete the deleted one."""
    returned = {Put: "NONE", Update: "ALL_NEW", Delete: "ALL_OLD"}[type(action)]
    return {**_action(action, table_name), "ReturnValues": returned, **METERED}


def transact_write_arguments(actions: Sequence[Action], table_names: Sequence[str], token: str) -> Arguments:
    """A TransactWriteItems; DynamoDB executes it once, however often it is sent with the same token."""
    kinds = {Put: "Put", Update: "Update", Delete: "Delete", Check: "ConditionCheck"}
    named = zip(actions, table_names, strict=True)
    items = [{kinds[type(action)]: _action(action, table_name)} for action, table_name in named]
    return {"TransactItems": items, "ClientRequestToken": token, **METERED}


def batch_write_arguments(table_name: str, requests: Sequence[Arguments]) -> Arguments:
    """A BatchWriteItem on one table."""
    return {"RequestItems": {table_name: list(requests)}, **METERED}


def batch_write_requests(puts: Iterable[Record], deletes: Iterable[Record]) -> list[Arguments]:
    """The put and delete requests of a BatchWriteItem."""
    written: list[Arguments] = [{"PutRequest": {"Item": encode_item(record)}} for record in puts]
    return written + [{"DeleteRequest": {"Key": encode_item(key)}} for key in deletes]


def range_text(query: Query) -> str:
    """The range of a query in readable form."""
    index = query.table.index(query.index)
    return f"{index.partition}={query.partition}" + (f", {index.sort}{_sort_text(query.sort)}" if query.sort else "")


def primary_key(table: Table, given: Record) -> Record:
    """Only the attributes of the primary key, from a key or a whole item."""
    key = table.key_of(given)
    missing = [name for name, value in key.items() if value is None]
    if missing:
        raise ValueError(f"{', '.join(missing)} must have a value: without it there is no such item")
    return key


def key_text(key: Record) -> str:
    """A key in readable form."""
    return ", ".join(f"{name}={value}" for name, value in key.items())


def _sort_text(sort: Sort) -> str:
    match sort:
        case Is(value):
            return f"={value}"
        case Begins(text):
            return f" begins {text}"
        case Between(first, last):
            return f" from {'the first' if first is None else first} to {'the last' if last is None else last}"


def _key_terms(query: Query, aliases: Aliases) -> Iterator[str]:
    index = query.table.index(query.index)
    yield f"{aliases.name(index.partition)} = {aliases.value(query.partition)}"
    if query.sort and index.sort:
        yield from _sort_term(query.sort, index.sort, aliases)


def _sort_term(sort: Sort, attribute: str, aliases: Aliases) -> Iterator[str]:
    name = aliases.name(attribute)
    match sort:
        case Is(value):
            yield f"{name} = {aliases.value(value)}"
        case Begins(text):
            yield f"begins_with({name}, {aliases.value(text)})"
        case Between(None, None):
            return
        case Between(first, None):
            yield f"{name} >= {aliases.value(first)}"
        case Between(None, last):
            yield f"{name} <= {aliases.value(last)}"
        case Between(first, last):
            yield f"{name} BETWEEN {aliases.value(first)} AND {aliases.value(last)}"


def _filter_terms(query: Query | Scan, aliases: Aliases) -> Iterator[str]:
    for attribute, value in query.where.items():
        name = aliases.name(attribute)
        if isinstance(value, Nothing):
            is_null = f"attribute_type({name}, {aliases.value('NULL')})"
            yield f"(attribute_not_exists({name}) OR {is_null} OR {name} = {aliases.value('')})"
        else:
            yield f"attribute_not_exists({name})" if value is None else f"{name} = {aliases.value(value)}"
    if query.only:
        yield f"({aliases.adopt(query.only)})"
    discriminator = _discriminator(query)
    if discriminator is not None:
        name = aliases.name(discriminator)
        # Some writers left the type out of some items: those are told apart after reading.
        yield f"({_in(name, query.types, aliases)} OR attribute_not_exists({name}))"


def _discriminator(query: Query | Scan) -> str | None:
    """The attribute to filter types by; DynamoDB rejects filters on key attributes of the queried index."""
    name = query.table.discriminator
    return name if query.types and name not in query.table.index(query.index).attributes else None


def _in(name: str, values: Iterable[Any], aliases: Aliases) -> str:
    listed = ", ".join(aliases.value(value) for value in values)
    if not listed:
        raise ValueError(f"the condition on {name} has an empty list of values: give at least one")
    return f"{name} IN ({listed})"


def _action(action: Action, table_name: str) -> Arguments:
    """The arguments of an action, alone or in a transaction."""
    aliases = Aliases()
    arguments: Arguments = {"TableName": table_name}
    if isinstance(action, Put):
        arguments["Item"] = encode_item(action.record)
    else:
        arguments["Key"] = encode_item(action.key)
    if isinstance(action, Update):
        arguments["UpdateExpression"] = _update_expression(action.changes, aliases)
    condition = _condition(action.condition, action.table.key.partition, aliases) if action.condition else ""
    if condition:
        arguments["ConditionExpression"] = condition
        arguments["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
    return {**arguments, **aliases.arguments()}


def _update_expression(changes: Changes, aliases: Aliases) -> str:
    clauses = {
        "SET": [f"{aliases.name(name)} = {aliases.value(value)}" for name, value in changes.set.items()],
        "REMOVE": [aliases.name(name) for name in changes.remove],
        "ADD": [f"{aliases.name(name)} {aliases.value(value)}" for name, value in changes.add.items()],
    }
    said = " ".join(f"{word} {', '.join(terms)}" for word, terms in clauses.items() if terms)
    if not said:
        raise ValueError("the update has no changes: give at least one")
    return said


def _condition(condition: Condition, partition: str, aliases: Aliases) -> str:
    return " AND ".join(_condition_terms(condition, partition, aliases))


def _condition_terms(condition: Condition, partition: str, aliases: Aliases) -> Iterator[str]:
    there = (*condition.has, *([partition] if condition.exists is True else []))
    missing = (*condition.lacks, *([partition] if condition.exists is False else []))
    yield from (f"attribute_exists({aliases.name(name)})" for name in there)
    yield from (f"attribute_not_exists({aliases.name(name)})" for name in missing)
    yield from (f"{aliases.name(name)} = {aliases.value(value)}" for name, value in condition.equals.items())
    yield from (_in(aliases.name(name), values, aliases) for name, values in condition.one_of.items())
    yield from (f"{aliases.name(name)} < {aliases.value(value)}" for name, value in condition.below.items())
    if condition.any_of:
        choices = [_condition(each, partition, aliases) for each in condition.any_of]
        yield "(" + " OR ".join(f"({each})" for each in choices) + ")"
    if condition.raw:
        yield f"({aliases.adopt(condition.raw)})"


def next_limit(asked: Query, wanted: int | None) -> int | None:
    """How many items to read next: as many as are missing, or with a filter more each time."""
    if wanted is None or asked.limit is None:
        return None
    return asked.limit * _FILTERED_GROWTH if has_filter(asked) else wanted
