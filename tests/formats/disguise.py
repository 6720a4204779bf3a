"""Our own items as other programs would have stored them: with their index keys, or with none, and without defaults."""

from collections.abc import Iterable, Iterator
from random import Random

from entities.attributes import Record
from entities.errors import BadKeyValue
from entities.item import Alternate, Item
from entities.tables import RECEIPTS
from tests.formats.cases import cases
from tests.formats.checks import Stored
from tests.reads.world import as_others_wrote, world


def generations() -> Iterator[Stored]:
    """Items of every generation of programs, readable and broken, of our types and of others; and our own."""
    yield from ((case.table, case.record) for case in cases())
    yield from ((RECEIPTS, record) for record in as_others_wrote())
    yield from ((item.table, record) for item, record in disguised(world()))


def disguised(items: Iterable[Item]) -> Iterator[tuple[Item, Record]]:
    """Each item as it should be, and as another program might have stored it."""
    chance = Random(3)
    for item in items:
        yield item, _without_our_keys(item, chance)


def _without_our_keys(item: Item, chance: Random) -> Record:
    record = item.to_record()
    pure = {name for index in item.table.indexes.values() for name in index.attributes} - _data(item)
    kept = {name: value for name, value in record.items() if name not in pure or chance.random() < 0.3}
    for index in item.table.indexes.values():
        if not all(name in kept for name in index.attributes if name in record):
            kept = {name: value for name, value in kept.items() if name not in pure or name not in index.attributes}
    for each in item.alternates:
        if each.index and not each.is_kept:
            kept |= foreign_key(item, each)
    return {name: value for name, value in kept.items() if not _is_default(item, name, value)}


def foreign_key(item: Item, alternate: Alternate) -> Record:
    """The attributes of an item under the key of another program; none if a value is missing."""
    try:
        values = alternate.key.format(item._key_values())
    except (BadKeyValue, KeyError):
        return {}
    names = item.table.index(alternate.index).attributes
    return dict(zip(names, values, strict=False)) if values else {}


def _data(item: Item) -> set[str]:
    named = {attribute for field in item.stored_fields for attribute in field.attributes}
    return named | {item.table.discriminator or "", *item.table.key.attributes}


def _is_default(item: Item, attribute: str, value: object) -> bool:
    """Whether a reader assumes the value where it is missing."""
    for field in item.stored_fields:
        default = type(item).model_fields[field.name].default
        if field.attributes[0] == attribute and field.is_optional and default is not None and not field.is_in_key:
            return bool(getattr(item, field.name) == default and value)
    return False
