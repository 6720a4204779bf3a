"""Reads all items of a type at once, where the parents are all there are: what belongs to them is then all of its type.

A list of everything that ends on its first page has all images, or all receipts. What belongs to each of them lies in a
partition of its own, which takes a request for each; but together it is everything of its type, and an index has that
as one range. Everything in it is wanted, so it weighs no more. Pages of longer lists are read parent by parent.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from entities.attributes import Record
from entities.item import Item
from entities.tables import Table
from loaders.dynamo.requests import ItemForm, Query
from loaders.planning.plan import Read, Wanted
from loaders.planning.planner import REQUEST_UNITS
from loaders.planning.ranges import UNIT_BYTES, count_of, units_in
from loaders.request import Request

LEAST_PARENTS = 3
MAX_BYTES = 500_000
"""More may take several requests one after the other, while the parents' own ranges are read side by side."""

Ids = Mapping[str, Any]
FormOf = Callable[[Sequence[str]], ItemForm]


@dataclass(frozen=True)
class WholeTypes:
    """Types that are read whole, in place of the ranges that some reads name."""

    entities: frozenset[type[Item]]
    reads: tuple[Read, ...]
    units: float
    """What those ranges cost: no type is read further than that."""

    def joined_to(self, other: "WholeTypes") -> "WholeTypes":
        return WholeTypes(self.entities | other.entities, self.reads + other.reads, self.units + other.units)

    def answers(
        self, request: Request, wanted: Mapping[str, Wanted], form_of: FormOf
    ) -> list[tuple[Read, list[Record]]] | None:
        """All items of each type; None if there are more than those ranges can be expected to hold."""
        reads = [self._read(wanted, entity) for entity in sorted(self.entities, key=lambda each: each.type_name)]
        queries = [self._query(wanted[read.gives[0]].entity, form_of(read.gives)) for read in reads]
        pages = request.session.together(*(partial(request.session.page, each) for each in queries))
        if any(page.next_key for page in pages):
            return None
        return [(read, page.records) for read, page in zip(reads, pages, strict=True)]

    def _read(self, wanted: Mapping[str, Wanted], entity: type[Item]) -> Read:
        names = dict.fromkeys(name for read in self.reads for name in read.gives if wanted[name].entity is entity)
        return replace(self.reads[0], gives=tuple(names))

    def _query(self, entity: type[Item], form: ItemForm) -> Query:
        limit = int(self.units * UNIT_BYTES / entity.item_bytes)
        return Query(entity.table, index_by_type(entity.table), entity.type_name, limit=limit, form=form)


def whole_types(wanted: Mapping[str, Wanted], bindings: Mapping[Read, Sequence[Ids]]) -> list[WholeTypes]:
    """The types that are cheaper to read whole than range by range: those of a read together, or none of them."""
    groups: list[WholeTypes] = []
    for read, ids in bindings.items():
        if len(ids) >= LEAST_PARENTS and _can_be_whole(wanted, read):
            group = WholeTypes(_entities(wanted, read), (read,), len(ids) * (units_in(read.range) + REQUEST_UNITS))
            for other in [each for each in groups if each.entities & group.entities]:
                groups.remove(other)
                group = other.joined_to(group)
            groups.append(group)
    return [each for each in groups if _is_cheaper(each, bindings)]


def _entities(wanted: Mapping[str, Wanted], read: Read) -> frozenset[type[Item]]:
    return frozenset(wanted[name].entity for name in read.gives)


def _can_be_whole(wanted: Mapping[str, Wanted], read: Read) -> bool:
    """Whether the index by type is sure to have what a read gives, and the read is more than a key or a latest item."""
    given = [wanted[name] for name in read.gives]
    are_typed = all(each.entity.is_always_typed or each.is_own for each in given)
    has_index = index_by_type(given[0].entity.table) is not None
    return are_typed and has_index and not (read.range.is_get or read.range.newest or read.fallback)


def _is_cheaper(group: WholeTypes, bindings: Mapping[Read, Sequence[Ids]]) -> bool:
    parents = max(len(bindings[read]) for read in group.reads)
    weights = [parents * count_of(entity, group.reads[0].range.names) * entity.item_bytes for entity in group.entities]
    units = sum(weights) / UNIT_BYTES + REQUEST_UNITS * len(weights)
    return units < group.units and max(weights) <= MAX_BYTES


def index_by_type(table: Table) -> str | None:
    """The index that has whole items by nothing but their type, if the table has one."""
    fits = (
        name
        for name, index in table.indexes.items()
        if index.partition == table.discriminator and index.sort is None and index.projected is None
    )
    return next(fits, None)
