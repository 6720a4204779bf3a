"""A list of the desk: what stands in its place in CatalogIndex, and what other programs left elsewhere."""

from collections.abc import Callable, Sequence
from typing import Any

from entities.attributes import Record
from entities.errors import EntityError
from entities.item import Item
from entities.tables import NOVAE
from loaders.dynamo.requests import Begins, Between, Query, Scan
from loaders.lists.pages import Slice, page_of, sorted_page
from loaders.request import Request

INDEX = "CatalogIndex"
LAST = "~"
"""Sorts after every character of a key."""

Sorting = list[str | int | float]
_PLACE = NOVAE.index(INDEX).attributes[1]


class DeskList:
    """One list of the desk. `keep` says which items belong in it, `sorting` orders those that no index orders."""

    keep: Callable[[list[Any]], list[Any]]
    sorting: Callable[[Any], Sorting]

    def __init__(
        self, request: Request, entity: type[Item], scan: Scan, scope: str, *, newest_first: bool = True
    ) -> None:
        self.request = request
        self.entity = entity
        self.scan = scan
        """Finds everything that may belong in the list, from any writer."""
        self.scope = scope
        self.newest_first = newest_first
        self._scanned: dict[bool, list[Item]] = {}

    def placed(self, range_: Begins | Between, first: int, after: str | None) -> Slice:
        """A page of what stands in its place, in a range of the index."""
        query = Query(NOVAE, INDEX, self.entity.type_name, range_, newest_first=self.newest_first)
        scope = f"{self.scope} {range_}"
        return page_of(self.request, [query], (self.entity,), scope, first=first, after=after, read=self._read)

    def others(self, is_all: bool, keep: Callable[[Any], bool], name: str, first: int, after: str | None) -> Slice:
        """A page of what does not stand in its place, or of everything. All of it is read, and sorted afterwards."""
        if is_all not in self._scanned:
            self._scanned[is_all] = self._scan(is_all=is_all)
        found = [(self.sorting(each), each) for each in self._scanned[is_all] if keep(each)]
        scope = f"{self.scope} {name} {is_all}" if name or not is_all else self.scope  # as all were listed at first
        return sorted_page(found, scope, first=first, after=after)

    def _read(self, _: Request, __: Query, records: Sequence[Record]) -> list[Item | None]:
        items = [self._item(record, is_placed=True) for record in records]
        kept = {id(each) for each in self.keep([each for each in items if each is not None])}
        return [each if id(each) in kept else None for each in items]

    def _scan(self, *, is_all: bool) -> list[Item]:
        records = self.request.session.scan(self.scan)
        items = [self._item(record, is_placed=None if is_all else False) for record in records]
        return self.keep([each for each in items if each is not None])

    def _item(self, record: Record, *, is_placed: bool | None) -> Item | None:
        """The item of a record if it stands in its place, does not (False), or either (None)."""
        item = next(self.request.items(NOVAE, [record], self.entity), None)
        return item if item is not None and is_placed in {None, _is_placed(item, record)} else None


def _is_placed(item: Item, record: Record) -> bool:
    """Whether the index has the key that follows from the item. Other programs change items without it."""
    try:
        return item.index_keys().get(_PLACE) == record.get(_PLACE)
    except EntityError:
        return False
