"""Gives stored items our own index keys: adds what is absent, and replaces what others wrote only if that is asked for.

A write holds only if the item is still as it was read; otherwise the item is read and compared again. It leaves the
author of the item alone: what the item says does not change, so it has not changed.
"""

from collections.abc import Iterator
from enum import StrEnum

from commands.changes import unchanged, until_settled
from entities.attributes import Record
from entities.item import Item
from entities.own_shape import ShapeDifference, shape_difference
from entities.registry import type_of
from entities.tables import Table
from loaders.current import Found
from loaders.dynamo.writes import Changes
from loaders.request import Request


class ShapeOutcome(StrEnum):
    """What became of an item."""

    OURS = "as we write it"
    FILLED = "filled"
    REWRITTEN = "rewritten"
    LACKING = "lacking keys or attributes"
    FOREIGN = "in a foreign shape"
    UNREADABLE = "cannot be put right"
    UNKNOWN = "of no type of ours"


def outcome_of(found: ShapeDifference | None) -> ShapeOutcome:
    """What an item is like now."""
    if found is None:
        return ShapeOutcome.UNKNOWN
    if found.problem:
        return ShapeOutcome.UNREADABLE
    if found.is_foreign:
        return ShapeOutcome.FOREIGN
    return ShapeOutcome.LACKING if found else ShapeOutcome.OURS


def give_own_shape(request: Request, table: Table, record: Record, *, rewrite: bool) -> ShapeOutcome:
    """Put an item right as far as may be; `record` is the item as it was read."""
    known = [record]

    def try_it() -> ShapeOutcome:
        current = known.pop() if known else _current(request, table, record)
        found = shape_difference(table, current) if current else None
        if found is None or not current:
            return ShapeOutcome.UNKNOWN
        values, removed = found.changes(rewrite=rewrite)
        if values or removed:
            changes = Changes(set=values, remove=removed)
            condition = unchanged(_found(table, current), {*_looked_at(table, current), *values, *removed})
            request.session.update(table, table.key_of(current), changes, condition)
        return _after(found, rewrite=rewrite)

    return until_settled(request, try_it)


def _after(found: ShapeDifference, *, rewrite: bool) -> ShapeOutcome:
    outcome = outcome_of(found)
    if outcome is ShapeOutcome.LACKING:
        return ShapeOutcome.FILLED
    return ShapeOutcome.REWRITTEN if outcome is ShapeOutcome.FOREIGN and rewrite else outcome


def _current(request: Request, table: Table, record: Record) -> Record | None:
    return request.session.get(table, table.key_of(record), is_consistent=True)


def _found(table: Table, record: Record) -> Found[Item]:
    entity = type_of(table, record)
    assert entity is not None  # noqa: S101  a difference was found, so there is a type
    return Found(entity.from_record(record), record)


def _looked_at(table: Table, record: Record) -> Iterator[str]:
    """The attributes that index keys may follow from."""
    entity = type_of(table, record)
    for stored in entity.stored_fields if entity else ():
        yield from (each.partition(".")[0] for each in stored.attributes)
    for index in table.indexes.values():
        yield from index.attributes
