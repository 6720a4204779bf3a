"""Reads records straight from DynamoDB's form, by the readers of a selection; the model reads the rest.

What tells the type of a record, and who may see it, is decoded for every record that needs it, whatever was selected.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from entities.attributes import Record, decode
from entities.item import Item
from entities.projection import telling_attributes
from entities.registry import has_shape, only_type, type_of
from entities.tables import Table
from loaders.dynamo.wire import decode_in_place
from loaders.errors import Unavailable
from loaders.reading import Reading, Readings, ReadPlain
from loaders.request import Request
from loaders.rows import Kept, row_of


def keep_sent(
    request: Request, table: Table, records: Sequence[Record], readings: Readings, kept: Mapping[type[Item], Kept]
) -> None:
    """Keep the items of the wanted types among the records that the caller may see, as `Request.items` gives them."""
    short = _seen_by_all(request, table, readings)
    by_type: dict[Any, list[Record]] = defaultdict(list)
    discriminator = table.discriminator or ""
    for record in records:
        try:
            by_type[record[discriminator]["S"]].append(record)
        except (KeyError, TypeError):  # without a type
            by_type[None].append(record)
    for named, those in by_type.items():
        entity, read = short.get(named, (None, None))
        for record in read(those, kept[entity], request.now) if entity and read else those:
            _keep_told_apart(request, table, record, readings, kept)


def _seen_by_all(
    request: Request, table: Table, readings: Readings
) -> dict[Any, tuple[type[Item] | None, ReadPlain | None]]:
    """The readers of types that their discriminator alone tells, and whose items no rule hides from this caller."""
    return {
        entity.type_name: (entity, reading.read)
        for entity, reading in readings.items()
        if reading.read
        and only_type(table, entity.type_name) is entity
        and (request.caller.is_staff or _is_open(entity))
    }


def _is_open(entity: type[Item]) -> bool:
    return not (entity.is_for_staff or entity.owner or entity.hides_by)


def _keep_told_apart(
    request: Request, table: Table, record: Record, readings: Readings, kept: Mapping[type[Item], Kept]
) -> None:
    """Keep the item of a record that has to be looked at more closely."""
    try:
        told = {name: decode(record[name]) for name in _telling(tuple(readings)) if name in record}
        entity = type_of(table, told)
        if entity is None or entity not in readings or not request.may_see(entity, told):
            return
        reading = readings[entity]
        if reading.read and not reading.read([record], kept[entity], request.now):
            return
        item = request.read(entity, _whole(request, entity, decode_in_place(record), reading))
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        raise Unavailable("The database sent an item that cannot be decoded. Try again in a moment.") from error
    if item is not None and not request.is_expired(item):
        kept[entity].setdefault(item.place, row_of(item))


@cache
def _telling(entities: tuple[type[Item], ...]) -> frozenset[str]:
    return frozenset[str]().union(*map(telling_attributes, entities))


def _whole(request: Request, entity: type[Item], record: Record, reading: Reading) -> Record:
    """The record, read whole if its key has a shape of its own: then its ids may be in any of its index keys."""
    if reading.attributes is None or has_shape(entity, record):
        return record
    return request.session.get(entity.table, entity.table.key_of(record)) or record
