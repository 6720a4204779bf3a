"""Checks the declaration of a stored type when its class is created, so that mistakes never reach production."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from inspect import getattr_static
from typing import TYPE_CHECKING

from entities.errors import BadDeclaration
from entities.keys import Key, Template

if TYPE_CHECKING:
    from entities.item import Item

ItemClass = type["Item"]


def check_declaration(cls: ItemClass, others: Iterable[ItemClass]) -> None:
    """Raise BadDeclaration with all mistakes in a stored type; `others` are the types declared so far."""
    problems = list(_missing(cls)) or [
        *_index_problems(cls),
        *_lost_fields(cls),
        *_unknown_names(cls),
        *_place_problems(cls),
        *_doubles(cls, others),
    ]
    if problems:
        raise BadDeclaration(cls.__name__, problems)


def _missing(cls: ItemClass) -> Iterator[str]:
    yield from (f"has a key but no {name}" for name in ("table", "type_name") if not hasattr(cls, name))


def _index_problems(cls: ItemClass) -> Iterator[str]:
    """Keys for indexes that the table does not have, with parts that the index does not have, or with unknown names."""
    for index_name, key in _keys(cls):
        where = index_name or "key"
        if index_name is not None and index_name not in cls.table.indexes:
            yield f"declares {index_name}, and the table {cls.table.name} has no such index"
        elif (key.sort is None) != (cls.table.index(index_name).sort is None):
            yield f"declares {where} {'without' if key.sort is None else 'with'} a sort key, unlike the table"
        unknown = (name for name in sorted(key.names) if name not in cls.model_fields and not _is_property(cls, name))
        yield from (f"has no field or property `{name}`, which {where} names" for name in unknown)


def _lost_fields(cls: ItemClass) -> Iterator[str]:
    """Fields that are stored only in the primary key must be part of it."""
    ours = [each.key for each in cls.alternates if each.index is None and each.is_ours]
    kept = cls.key.names.union(*(key.names for key in ours))
    for field in cls.stored_fields:
        if field.is_in_key and field.name not in kept:
            indexes = [str(index) for index, key in _keys(cls) if index and field.name in key.names]
            where = f"only in {' and '.join(indexes)}" if indexes else "in no key"
            yield f"marks `{field.name}` as InKey, but it stands {where}: its value would be lost"


def _unknown_names(cls: ItemClass) -> Iterator[str]:
    """Properties, fanouts and late indexes that are declared but do not exist in the class."""
    in_keys = {name for _, key in _keys(cls) for name in key.names}
    own_fanout = vars(cls).get("fanout", {})  # an inherited one covers all the types that share it
    yield from (
        f"shows `{name}`, which is not one of its properties" for name in cls.shown if not _is_property(cls, name)
    )
    yield from (
        f"estimates the fanout of `{name}`, which is in none of its keys" for name in own_fanout.keys() - in_keys
    )
    yield from (f"hides `{name}`, which is not one of its fields" for name in cls.hidden - cls.model_fields.keys())
    if cls.owner and cls.owner not in cls.model_fields:
        yield f"belongs to the client in `{cls.owner}`, which is not one of its fields"
    late = sorted(cls.late_indexes - cls.indexes.keys())
    yield from (f"calls {index} a late index, but declares no key for it" for index in late)


def _place_problems(cls: ItemClass) -> Iterator[str]:
    """Only modules that the registry lists are loaded when a table is used."""
    from entities.registry import MODULES  # noqa: PLC0415  the registry imports items, so this would be a cycle

    is_ours = cls.__module__.partition(".")[0] == __name__.partition(".")[0]
    if is_ours and cls.__module__ not in MODULES[cls.table.name]:
        yield f"is declared in {cls.__module__}, which entities/registry.py does not list under its table"


def _doubles(cls: ItemClass, others: Iterable[ItemClass]) -> Iterator[str]:
    """A name must stand for one type: in Python, in GraphQL and in the table."""
    for other in others:
        if (other.__module__, other.__qualname__) == (cls.__module__, cls.__qualname__):
            continue
        if other.__name__ == cls.__name__:
            yield f"is also declared in {other.__module__}"
        elif (other.table, other.type_name) == (cls.table, cls.type_name) and not _can_be_told_apart(
            cls.key, other.key
        ):
            yield f"has the type_name {cls.type_name} of {other.__name__}, and their keys do not tell them apart"


def _can_be_told_apart(key: Key, other: Key) -> bool:
    """Whether the keys of two types begin so differently that no key can belong to both."""
    return _begin_apart(key.partition, other.partition) or _begin_apart(key.sort, other.sort)


def _begin_apart(template: Template | None, other: Template | None) -> bool:
    if template is None or other is None:
        return False
    first, second = template.prefix({}).text, other.prefix({}).text
    return not first.startswith(second) and not second.startswith(first)


def _keys(cls: ItemClass) -> Iterator[tuple[str | None, Key]]:
    """Every key that the class declares, with its index; None is the table itself."""
    yield None, cls.key
    yield from cls.indexes.items()
    yield from ((each.index, each.key) for each in cls.alternates)


def _is_property(cls: ItemClass, name: str) -> bool:
    return isinstance(getattr_static(cls, name, None), property | cached_property)
