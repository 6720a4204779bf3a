"""The short way from a record to the ids of its item: those in the primary key that we write, and when it expires.

Records are as DynamoDB sends them. Whatever is not plain raises one of `NOT_PLAIN`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, NoReturn

from entities.annotations import unwrap
from entities.attributes import Record, decode, number
from entities.fields import OpenEnum, is_lifetime
from entities.item import Item
from entities.keys import Template
from entities.stored_fields import StoredField
from entities.times import parse_time
from loaders.rows import IdValues, Place, id_names
from resolvers.runtime.plain_values import NULL, NotPlain, PlainValue, field_value

MOST_PARTITIONS = 1000
"""How many partition keys are remembered: the items of an answer share a few."""

EXPIRES = "expires_at"

Ids = dict[str, Any]
KeyValues = Callable[[Any], tuple[Any, Iterable[Any]]]
"""Reads a key attribute as it was sent: its value, and those of the names in it."""


@dataclass(frozen=True)
class RegularKey:
    """A key that holds all ids, as text and numbers, in every item of a type."""

    partition: str
    sort: str
    first_ids: Callable[[str], tuple[Any, ...]]
    """The ids in a partition key, in the order of `first_names`."""
    first_names: tuple[str, ...]
    match: Callable[[str], re.Match[str] | None]
    """Takes a sort key apart: its groups are the ids of `kinds`."""
    kinds: dict[str, type]
    elsewhere: frozenset[str]
    """Attributes that say more: the same ids once more, or when the item expires."""


@dataclass(frozen=True)
class KeyGrammar:
    """How the ids of a type are read."""

    read: Callable[[Record], tuple[IdValues, Place, datetime | None]]
    """The ids of a record, its place, and when it expires."""
    regular: RegularKey | None


def key_grammar(entity: type[Item]) -> KeyGrammar | None:
    """How ids and primary keys of plain records are read, as the model would; None for types with other keys."""
    fields = [field for field in entity.stored_fields if field.name in entity.key.names]
    values = {field.name: _id_value(entity, field.name) for field in fields}
    templates = [entity.key.partition, *([entity.key.sort] if entity.key.sort else [])]
    if values.keys() != entity.key.names or not all(values.values()) or not all(map(_is_simple, templates)):
        return None
    named = [(field, value) for field in fields if (value := values[field.name])]
    readers = [_key_values(*each) for each in zip(templates, entity.table.key.types, strict=False)]
    names = [name for template in templates for name in template.names]
    read = _reader(entity, readers[0], readers[1] if len(readers) > 1 else None, names, _completer(named))
    return KeyGrammar(read, _regular(entity, named, templates, readers[0]))


def _regular(
    entity: type[Item], fields: list[tuple[StoredField, PlainValue]], templates: list[Template], first: KeyValues
) -> RegularKey | None:
    place = entity.table.key
    names = [name for template in templates for name in template.names]
    are_as_they_are = all(value in AS_THEY_ARE and not field.is_optional for field, value in fields)
    is_whole = not any("[" in each.source or each.is_number for each in templates)
    if place.sort is None or len(set(names)) < len(names) or not (are_as_they_are and is_whole):
        return None
    stored = {each.partition(".")[0] for field, _ in fields for each in field.attributes}
    return RegularKey(
        partition=place.partition,
        sort=place.sort,
        first_ids=lru_cache(MOST_PARTITIONS)(lambda key: tuple(first({"S": key})[1])),
        first_names=templates[0].names,
        match=templates[1].shape.fullmatch,
        kinds=_kinds(templates[1]),
        elsewhere=frozenset(stored | ({entity.table.ttl} if entity.table.ttl else set())),
    )


def _reader(
    entity: type[Item],
    read_partition: KeyValues,
    read_sort: KeyValues | None,
    names: list[str],
    complete: Callable[[Record, Ids], None],
) -> Callable[[Record], tuple[IdValues, Place, datetime | None]]:
    partition, sort, expires = entity.table.key.partition, entity.table.key.sort or "", entity.table.ttl or ""
    order = id_names(entity)

    def read_both(record: Record) -> tuple[IdValues, Place, datetime | None]:
        first, ids_before = read_partition(record[partition])
        second, ids_after = read_sort(record[sort]) if read_sort else (None, ())
        ids = dict(zip(names, (*ids_before, *ids_after), strict=True))
        complete(record, ids)
        expires_at = _expiry(record[expires]) if expires in record else None
        return tuple(ids[name] for name in order), (first, second) if read_sort else (first,), expires_at

    return read_both


def _key_values(template: Template, kind: str) -> KeyValues:
    """Reads a key attribute: its value, and the values of its names, as `Template.parse` finds them."""
    if template.is_number:
        return lambda raw: (number(raw["N"]), (_count(number(raw["N"])),))
    if kind != "S":
        return lambda _: _raise()
    match = template.shape.fullmatch
    kinds = _kinds(template).values()

    def read(raw: Any) -> tuple[str, Iterable[Any]]:
        text = raw["S"]
        found = match(text)
        if found is None:
            raise NotPlain
        values = found.groups()
        return text, [None if each is None else kind(each) for kind, each in zip(kinds, values, strict=True)]

    return read


def _kinds(template: Template) -> dict[str, type]:
    """What the values in a key are, by their names."""
    are_numbers = {slot.name: slot.spec.endswith("d") for slot in template.slots}
    return {name: int if are_numbers[name] else str for name in template.names}


def _raise() -> NoReturn:
    raise NotPlain


def _completer(fields: list[tuple[StoredField, PlainValue]]) -> Callable[[Record, Ids], None]:
    """Puts the ids into the form that the model gives them. One that is stored besides counts more than its key."""
    elsewhere = frozenset(each.partition(".")[0] for field, _ in fields for each in field.attributes)
    are_simple = all(field.is_simple for field, _ in fields)
    are_done = all(value in AS_THEY_ARE and not field.is_optional for field, value in fields)

    def complete(record: Record, ids: Ids) -> None:
        is_alone = elsewhere.isdisjoint(record)
        if is_alone and are_done:
            return
        if not is_alone and not are_simple:
            raise NotPlain
        for field, value in fields:
            stored = decode(record[field.attributes[0]]) if field.attributes[0] in record else None
            found = ids[field.name] if stored is None or (stored == "" and field.is_optional) else stored
            if found is None and not field.is_optional:
                raise NotPlain
            ids[field.name] = None if found is None else value(found)

    return complete


def _is_simple(template: Template) -> bool:
    return all(slot.spec in {"", "text", "n"} or slot.spec.endswith("d") for slot in template.slots)


def _id_value(entity: type[Item], name: str) -> PlainValue | None:
    """How the model reads an id: text and numbers as they are, moments and enumerations as such."""
    field = entity.model_fields[name]
    core = unwrap(field.annotation).core
    if field_value(field, as_text=False) is None:
        return None
    if isinstance(core, type) and issubclass(core, OpenEnum):
        return _member(core)
    return _ID_VALUES.get(core)


def _text(value: Any) -> str:
    if type(value) is not str:
        raise NotPlain
    return value


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise NotPlain
    return value


def _time(value: Any) -> datetime:
    return parse_time(_text(value))


def _member(core: type[OpenEnum]) -> PlainValue:
    return lambda value: core(_text(value))


def _expiry(raw: Any) -> datetime | None:
    if NULL in raw:
        return None
    value = int(raw["N"])
    return None if is_lifetime(value) else parse_time(value)


AS_THEY_ARE = (_text, _count)
"""How ids are read that are in a key as the model gives them: the key's grammar has checked them."""

_ID_VALUES: dict[Any, PlainValue] = {str: _text, int: _count, datetime: _time}
