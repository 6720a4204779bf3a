"""Tells where an index may be incomplete: the first writers did not fill it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any

from entities.item import Item
from loaders.planning.taking import ReadUnderName, Taken
from loaders.rows import JoinValues, ids_getter

Ids = Mapping[str, Any]
IdsByPlace = dict[JoinValues, set[JoinValues]]


class Doubts:
    """What an index gave of a type, beside what else was read: it is gone through once, however many places there are.

    An index may be incomplete where it gave nothing, where the items around were written early, and where an item was
    found whose parent was not.
    """

    def __init__(self, entity: type[Item], taken: Taken) -> None:
        self._entity = entity
        self._taken = taken
        self._known: dict[tuple[str, ...], tuple[IdsByPlace, IdsByPlace]] = {}

    def about(self, ids: Ids) -> bool:
        """Whether items with these ids may be missing."""
        names = tuple(sorted(self._entity.key.names & ids.keys()))
        if names not in self._known:
            self._known[names] = self._by_place(names, self._found()), self._by_place(names, self._below())
        found, told = self._known[names]
        place = itemgetter(*names)(ids) if names else ()
        if place not in found or tuple(ids[name] for name in names) in self._taken.early:
            return True
        return not told.get(place, set()) <= found[place]

    def _found(self) -> Iterable[ReadUnderName]:
        return [found for name, found in self._taken.bag.items() if name == self._entity.__name__]

    def _below(self) -> Iterable[ReadUnderName]:
        """Items that name one of this type as their parent."""
        return [found for found in self._taken.bag.values() if self._entity.key.names < found.entity.key.names]

    def _by_place(self, names: tuple[str, ...], those: Iterable[ReadUnderName]) -> IdsByPlace:
        places: IdsByPlace = defaultdict(set)
        for found in those:
            place_of, ids_of = (ids_getter(found.entity, *each) for each in (names, sorted(self._entity.key.names)))
            one_each = {ids_of(row[0]): row[0] for row in found.kept.values()}  # most share these ids with many others
            for own, ids in one_each.items():
                places[place_of(ids)].add(own)
        return places
