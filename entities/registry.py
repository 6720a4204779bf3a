"""Finds the type of a stored item: by the discriminator, by the shape of the key, or not at all."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from threading import RLock
from types import MappingProxyType
from typing import Any

from entities.attributes import Record
from entities.item import TYPES, Item
from entities.tables import TABLES, Table

MODULES = {
    "receipts": (
        "entities.receipts.images",
        "entities.receipts.receipt",
        "entities.receipts.labels",
        "entities.receipts.analyses",
        "entities.receipts.validations",
        "entities.receipts.compaction",
        "entities.receipts.places",
        "entities.receipts.batches",
        "entities.jobs.job",
        "entities.jobs.records",
        "entities.jobs.dependencies",
        "entities.jobs.instances",
        "entities.jobs.queues",
    ),
    "novae": (
        "entities.novae.nova",
        "entities.novae.products",
        "entities.novae.references",
        "entities.novae.runs",
    ),
    "cats": ("entities.cats",),
    "documents": ("entities.documents",),
    "letters": ("entities.letters",),
}
"""The modules that declare the types of each table. They are imported when the table is first used, to save time."""

_importing = RLock()
"""A request may use several tables for the first time at once, each in a thread of its own."""


def type_of(table: Table, record: Record) -> type[Item] | None:
    """The type of a stored item, or None if it is not one of ours."""
    named: Any = record.get(table.discriminator) if table.discriminator else None
    candidates = _candidates(table.name, named if type(named) is str else None)
    if len(candidates) == 1 and type(named) is str:
        return candidates[0]
    return next((each for each in candidates if has_shape(each, record)), None)


def only_type(table: Table, named: str) -> type[Item] | None:
    """The type that a discriminator stands for, if it stands for one alone."""
    candidates = _candidates(table.name, named)
    return candidates[0] if len(candidates) == 1 else None


def types_in(table: Table) -> Iterator[type[Item]]:
    """The types of a table, in the order of declaration."""
    return iter(_types_in(table.name))


@cache
def all_types() -> Mapping[str, type[Item]]:
    """Every stored type by its name, whether its table has been used or not."""
    return MappingProxyType({each.__name__: each for table in TABLES.values() for each in types_in(table)})


@cache
def _types_in(table_name: str) -> tuple[type[Item], ...]:
    with _importing:
        names = [import_module(module).__name__ for module in MODULES[table_name]]
        return tuple(each for name in names for each in [*TYPES.values()] if each.__module__ == name)


@cache
def _candidates(table_name: str, named: str | None) -> tuple[type[Item], ...]:
    return tuple(each for each in _types_in(table_name) if named is None or each.type_name == named)


def has_shape(entity: type[Item], record: Record) -> bool:
    """Whether the primary key of a stored item is one that the type declares."""
    first, *rest = (record.get(name) for name in entity.table.key.attributes)
    return any(key.parse(first, rest[0] if rest else None) is not None for key in entity.primary_keys())
