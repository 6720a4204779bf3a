"""Builds the arguments of botocore's calls from reads and writes; nothing is sent here.

Every attribute name goes through an alias, because hundreds of plain words (status, role, name, error...) are
reserved in DynamoDB's expressions.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import chain
from typing import Any

from entities.attributes import Record, encode, encode_item
from entities.tables import Table
from loaders.dynamo.requests import Begins, Between, Is, Query, Sort
from loaders.dynamo.writes import Action, Changes, Check, Condition, Delete, Put, Raw, Update
from loaders.errors import BadCursor

Arguments = dict[str, Any]

METERED = {"ReturnConsumedCapacity": "TOTAL"}

_KINDS: dict[str, tuple[type, ...]] = {"S": (str,), "N": (int, float, Decimal)}
_OURS = re.compile(r"(#n|:v)\d+")


def query_arguments(query: Query, table_name: str) -> Arguments:
    """A Query for one page of a range."""
    aliases = Aliases()
    optional = {
        "IndexName": query.index,
        "KeyConditionExpression": " AND ".join(_key_terms(query, aliases)),
        "FilterExpression": " AND ".join(_filter_terms(query, aliases)),
        "ScanIndexForward": False if query.newest_first else None,
        "Limit": query.limit,
        "ExclusiveStartKey": encode_item(query.after) if query.after else None,
        "ConsistentRead": query.is_consistent or None,
    }
    said = {name: value for name, value in optional.items() if value not in (None, "")}
    return {"TableName": table_name, **said, **aliases.arguments(), **METERED}


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


def has_filter(query: Query) -> bool:
    """Whether DynamoDB may read more items than it returns."""
    return bool(query.where) or _discriminator(query) is not None


def get_arguments(table_name: str, key: Record, *, is_consistent: bool) -> Arguments:
    """A GetItem."""
    return {"TableName": table_name, "Key": encode_item(key), "ConsistentRead": is_consistent, **METERED}


def batch_get_arguments(table_name: str, keys: Iterable[Record], *, is_consistent: bool) -> Arguments:
    """A BatchGetItem on one table."""
    wanted = {"Keys": [encode_item(key) for key in keys], "ConsistentRead": is_consistent}
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


class Aliases:
    """The placeholders for names and values in the expressions of one request."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, Any] = {}

    def name(self, attribute: str) -> str:
        """The alias of an attribute; always the same for the same attribute."""
        known = (alias for alias, named in self._names.items() if named == attribute)
        alias = next(known, None) or f"#n{len(self._names)}"
        self._names[alias] = attribute
        return alias

    def value(self, value: Any) -> str:
        """An alias for a value."""
        alias = f":v{len(self._values)}"
        self._values[alias] = encode(value)
        return alias

    def adopt(self, raw: Raw) -> str:
        """An expression that defines aliases of its own; they are added to these."""
        _merge(self._names, raw.names)
        _merge(self._values, {alias: encode(value) for alias, value in raw.values.items()})
        return raw.expression

    def arguments(self) -> Arguments:
        """The two arguments that define the aliases; empty ones are left out."""
        both = {"ExpressionAttributeNames": self._names, "ExpressionAttributeValues": self._values}
        return {argument: said for argument, said in both.items() if said}


def _merge(known: dict[str, Any], brought: Mapping[str, Any]) -> None:
    """Add the aliases of a raw expression; generated ones (#n0, :v0...) are reserved."""
    for alias, meaning in brought.items():
        if _OURS.fullmatch(alias) or known.get(alias, meaning) != meaning:
            raise ValueError(f"the alias {alias} is taken: choose another")
        known[alias] = meaning


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


def _filter_terms(query: Query, aliases: Aliases) -> Iterator[str]:
    for attribute, value in query.where.items():
        name = aliases.name(attribute)
        yield f"attribute_not_exists({name})" if value is None else f"{name} = {aliases.value(value)}"
    discriminator = _discriminator(query)
    if discriminator is not None:
        name = aliases.name(discriminator)
        # Some writers left the type out of some items: those are told apart after reading.
        yield f"({_in(name, query.types, aliases)} OR attribute_not_exists({name}))"


def _discriminator(query: Query) -> str | None:
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
