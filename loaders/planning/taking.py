"""Collects what a plan reads: each item once, under its names in the plan."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from typing import Any

from entities.attributes import Record, decode_item
from entities.item import Item
from entities.registry import type_of
from entities.tables import TABLES, Table
from loaders.planning.plan import Read, Wanted
from loaders.reading import Readings
from loaders.request import Request
from loaders.sent import sent_items

Bag = dict[str, dict[tuple[Any, ...], Item]]
"""Everything that was read, by its name in the plan and by its primary key."""

JoinValues = Any
"""The ids of an item, in the order of their names; the id itself where it is one."""


@cache
def ids_getter(*names: str) -> Callable[[Item], JoinValues]:
    """Takes these ids of an item, as a key for lookups."""
    return attrgetter(*names) if names else lambda _: ()


def are_sent(wanted: Mapping[str, Wanted]) -> bool:
    """Whether the records of a plan stay as DynamoDB sends them: if some of its types have a reader for them."""
    return any(each.reading.read for each in wanted.values())


@dataclass
class Taken:
    """What was read so far."""

    are_sent: bool
    """Whether records are as DynamoDB sent them."""
    bag: Bag = field(default_factory=lambda: defaultdict(dict))
    early: set[tuple[Any, ...]] = field(default_factory=set)
    """The ids of items whose index keys only the first writers used."""

    def take(
        self, request: Request, wanted: Mapping[str, Wanted], answers: Iterable[tuple[Read, list[Record]]]
    ) -> None:
        """Add the items of some answers."""
        for read, records in answers:
            table = TABLES[read.range.table]
            named = [wanted[name] for name in read.gives]
            readings = {each.entity: each.reading for each in named}
            for entity in readings:
                self._note_early(entity, records)
            takers = {entity: [self._taker(each) for each in named if each.entity is entity] for entity in readings}
            read_items = sent_items if self.are_sent else _decoded_items
            for item in read_items(request, table, records, readings):
                for kept, absent in takers[type(item)]:
                    if not (absent and _has(item, absent)):
                        kept.setdefault(item.place, item)

    def _taker(self, wanted: Wanted) -> tuple[dict[tuple[Any, ...], Item], tuple[str, ...]]:
        """Where items are kept under a name, each once, and what they must not have."""
        return self.bag[wanted.name], wanted.absent

    def _note_early(self, entity: type[Item], records: Sequence[Record]) -> None:
        for attribute, partition in _early_partitions(entity):
            told = {"S": partition} if self.are_sent else partition
            for record in [each for each in records if each.get(attribute) == told]:
                plain = decode_item(record) if self.are_sent else record
                if type_of(entity.table, plain) is entity:
                    ids = entity.ids_of(plain)
                    self.early.add(tuple(ids.get(name) for name in sorted(entity.key.names)))


def _has(item: Item, names: tuple[str, ...]) -> bool:
    return any(getattr(item, name) is not None for name in names)


def _decoded_items(request: Request, table: Table, records: list[Record], readings: Readings) -> Iterator[Item]:
    return request.items(table, records, *readings)


@cache
def _early_partitions(entity: type[Item]) -> list[tuple[str, str]]:
    """The partition keys that only the first writers used: their attributes and values."""
    early = [(each.index, each.key.partition) for each in entity.alternates if each.is_early and each.index]
    return [(entity.table.index(index).partition, str(template.format({}))) for index, template in early]
