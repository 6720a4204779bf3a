"""Collects what a plan reads: each item once, under its names in the plan."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from entities.attributes import Record, decode_item
from entities.item import Item
from entities.registry import type_of
from entities.tables import TABLES, Table
from loaders.planning.plan import Read, Wanted
from loaders.reading import Readings
from loaders.request import Request
from loaders.rows import Kept, id_names, row_of
from loaders.sent import keep_sent


@dataclass
class ReadUnderName:
    """Everything that was read under one name of a plan."""

    entity: type[Item]
    kept: Kept = field(default_factory=dict)


Bag = dict[str, ReadUnderName]
"""Everything that was read, by its name in the plan."""


def are_sent(wanted: Mapping[str, Wanted]) -> bool:
    """Whether the records of a plan stay as DynamoDB sends them: if some of its types have a reader for them."""
    return any(each.reading.read for each in wanted.values())


class Taken:
    """What was read so far."""

    def __init__(self, wanted: Mapping[str, Wanted]) -> None:
        self._wanted = wanted
        self._are_sent = are_sent(wanted)
        self.bag: Bag = {name: ReadUnderName(each.entity) for name, each in wanted.items()}
        self.early: set[tuple[Any, ...]] = set()
        """The ids of items whose index keys only the first writers used."""

    def take(self, request: Request, answers: Iterable[tuple[Read, list[Record]]]) -> None:
        """Add the items of some answers."""
        keep = keep_sent if self._are_sent else _keep_decoded
        for read, records in answers:
            named = [self._wanted[name] for name in read.gives]
            readings = {each.entity: each.reading for each in named}
            for entity in readings:
                self._note_early(entity, records)
            if len(readings) == len(named) and not any(each.absent for each in named):
                keep(request, TABLES[read.range.table], records, readings, self._kept(named))
                continue
            kept: dict[type[Item], Kept] = {entity: {} for entity in readings}
            keep(request, TABLES[read.range.table], records, readings, kept)
            self._share_out(named, kept)

    def _kept(self, named: Sequence[Wanted]) -> dict[type[Item], Kept]:
        return {each.entity: self.bag[each.name].kept for each in named}

    def _share_out(self, named: Sequence[Wanted], kept: Mapping[type[Item], Kept]) -> None:
        """Keep the items of a type under each of its names, those that it may have there."""
        for each in named:
            unwanted = [id_names(each.entity).index(name) for name in each.absent]
            for place, row in kept[each.entity].items():
                if all(row[0][id_] is None for id_ in unwanted):
                    self.bag[each.name].kept.setdefault(place, row)

    def _note_early(self, entity: type[Item], records: Sequence[Record]) -> None:
        for attribute, partition in _early_partitions(entity):
            told: Any = {"S": partition} if self._are_sent else partition
            for record in [each for each in records if attribute in each and each[attribute] == told]:
                plain = decode_item(record) if self._are_sent else record
                if type_of(entity.table, plain) is entity:
                    ids = entity.ids_of(plain)
                    self.early.add(tuple(ids.get(name) for name in sorted(entity.key.names)))


def _keep_decoded(
    request: Request, table: Table, records: Sequence[Record], readings: Readings, kept: Mapping[type[Item], Kept]
) -> None:
    for item in request.items(table, records, *readings):
        kept[type(item)].setdefault(item.place, row_of(item))


@cache
def _early_partitions(entity: type[Item]) -> list[tuple[str, str]]:
    """The partition keys that only the first writers used: their attributes and values."""
    early = [(each.index, each.key.partition) for each in entity.alternates if each.is_early and each.index]
    return [(entity.table.index(index).partition, str(template.format({}))) for index, template in early]
