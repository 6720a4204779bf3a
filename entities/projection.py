"""Which attributes of a stored item are needed to read some of its fields."""

from collections.abc import Collection, Iterator
from functools import cache

from entities.item import Item


def attributes_for(entity: type[Item], names: Collection[str]) -> frozenset[str]:
    """The attributes of these fields, under every name that writers gave them, and those that every read needs."""
    wanted = {each for field in entity.stored_fields if field.name in names for each in field.attributes}
    return _always(entity) | {_outermost(each) for each in wanted}


@cache
def telling_attributes(entity: type[Item]) -> frozenset[str]:
    """The attributes that tell the type of an item, and who may see it."""
    table = entity.table
    owner = {each for field in entity.stored_fields if field.name == entity.owner for each in field.attributes}
    names = {*table.key.attributes, *entity.hides_by, *map(_outermost, owner)}
    return frozenset(names | ({table.discriminator} if table.discriminator else set()))


@cache
def _always(entity: type[Item]) -> frozenset[str]:
    """What tells an item, besides whether it has expired, and whether it can be read at all."""
    needed = {*entity.required, *entity.key.names, "expires_at"}
    fields = {each for field in entity.stored_fields if field.name in needed for each in field.attributes}
    return telling_attributes(entity) | {*_index_attributes(entity), *map(_outermost, fields)}


def _index_attributes(entity: type[Item]) -> Iterator[str]:
    """Of index keys: those that tell early writers, and those that complete a primary key."""
    demanded = entity.required & {field.name for field in entity.stored_fields if field.is_in_key}
    is_incomplete = any(not demanded <= key.names for key in entity.primary_keys())
    for each in entity.alternates:
        if each.index and is_incomplete:
            yield from entity.table.index(each.index).attributes
        elif each.index and each.is_early:
            yield entity.table.index(each.index).partition
    if is_incomplete:
        for name in entity.indexes:
            yield from entity.table.index(name).attributes


def _outermost(attribute: str) -> str:
    """The attribute that a path leads into."""
    return attribute.partition(".")[0]
