"""Pages of a list: always full if there are enough items, and correct about whether more follow."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import merge
from itertools import chain
from typing import Any

from entities.attributes import Record
from entities.item import Item
from loaders.dynamo.expressions import has_filter
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Page
from loaders.errors import BadCursor, BadInput
from loaders.lists.cursors import Position, read_cursor, write_cursor
from loaders.request import Request

MAX = 100
LEAST_LOOKED_AT = 50  # with a filter, smaller requests would only mean more of them


@dataclass(frozen=True)
class Slice:
    """One page: items, the cursor of each, and whether another page follows."""

    items: list[Item]
    cursors: list[str]
    has_next: bool
    has_previous: bool = False


EMPTY = Slice([], [], has_next=False)
"""The page of a list without items."""


@dataclass(frozen=True)
class PageSource:
    """One of the ranges that a list consists of."""

    number: int
    query: Query
    types: tuple[type[Item], ...]
    first: int


@dataclass(frozen=True)
class PageEntry:
    """An item of a list, its source, and its position there."""

    item: Item
    order: Any
    source: int
    position: Position


def check_first(first: int) -> None:
    """Reject a page size that is out of range."""
    if not 1 <= first <= MAX:
        raise BadInput(f"first must be 1 to {MAX}, not {first}.")


def page_of(
    request: Request,
    queries: Sequence[Query],
    types: tuple[type[Item], ...],
    scope: str,
    *,
    first: int,
    after: str | None = None,
    keep: Callable[[Item], bool] = lambda _: True,
    is_sequence: bool = False,
) -> Slice:
    """The next items of one or several ranges, merged in the order of their sort keys, or one range after the other."""
    check_first(first)
    positions: list[Position] = read_cursor(scope, after, len(queries)) if after else [None] * len(queries)
    started = [_start(query, position) for query, position in zip(queries, positions, strict=True)]
    sources = [PageSource(number, query, types, first) for number, query in enumerate(started)]
    if is_sequence:
        found: Iterator[PageEntry] = chain.from_iterable(_stream(request, source, None) for source in sources)
    else:
        calls = (partial(request.session.page, _sized(request, source)) for source in sources)
        pages = request.session.together(*calls)
        streams = [_stream(request, source, page) for source, page in zip(sources, pages, strict=True)]
        found = merge(*streams, key=lambda each: each.order, reverse=queries[0].newest_first)
    page = _cut((each for each in _distinct(found) if keep(each.item)), positions, scope, first)
    return replace(page, has_previous=after is not None)


def sorted_page(
    found: Sequence[tuple[list[str | int | float], Any]], scope: str, *, first: int, after: str | None = None
) -> Slice:
    """A page of items that are not sorted by a key: all have been read, each with the values to sort it by."""
    check_first(first)
    position = read_cursor(scope, after, 1)[0] if after else None
    ordered = sorted(found, key=lambda each: each[0])
    try:
        rest = [each for each in ordered if position is None or each[0] > position]
    except TypeError:
        raise BadCursor from None
    taken = rest[:first]
    cursors = [write_cursor(scope, [values]) for values, _ in taken]
    return Slice([item for _, item in taken], cursors, has_next=len(rest) > first, has_previous=after is not None)


def _cut(found: Iterator[PageEntry], positions: list[Position], scope: str, first: int) -> Slice:
    """Take the items of the page, and one more to see whether another page follows."""
    items: list[Item] = []
    cursors: list[str] = []
    current = list(positions)
    for each in found:
        if len(items) == first:
            return Slice(items, cursors, has_next=True)
        current[each.source] = each.position
        items.append(each.item)
        cursors.append(write_cursor(scope, current))
    return Slice(items, cursors, has_next=False)


def _distinct(found: Iterator[PageEntry]) -> Iterator[PageEntry]:
    """Each item once: one that another writer stored and we changed may be in two ranges."""
    seen: set[tuple[Any, ...]] = set()
    for each in found:
        place = tuple(each.item.primary_key().values())
        if place not in seen:
            seen.add(place)
            yield each


def _stream(request: Request, source: PageSource, page: Page | None) -> Iterator[PageEntry]:
    """The items of one range; the next request is sent only when the caller needs more."""
    query = source.query
    page = page or request.session.page(_sized(request, source))
    while True:
        for record in page.records:
            for item in request.items(query.table, [record], *source.types):
                yield PageEntry(item, _order(query, record), source.number, _position(query, record))
        if page.next_key is None:
            return
        query = replace(query, after=page.next_key)
        page = request.session.page(_sized(request, replace(source, query=query)))


def _sized(request: Request, source: PageSource) -> Query:
    """The request for the next items, larger where some of them will be left out."""
    wanted = source.first + 1
    is_filtered = has_filter(source.query) or any(map(request.may_hide, source.types))
    return replace(source.query, limit=max(wanted, LEAST_LOOKED_AT) if is_filtered else wanted)


def _start(query: Query, position: Position) -> Query:
    if position is None:
        return query
    names = _position_names(query)
    if len(names) != len(position):
        raise BadCursor
    partition = query.table.index(query.index).partition
    return replace(query, after={partition: query.partition, **dict(zip(names, position, strict=True))})


def _position(query: Query, record: Record) -> Position:
    return [record[name] for name in _position_names(query)]


def _position_names(query: Query) -> list[str]:
    """The key attributes that make up a position, without the partition."""
    index = query.table.index(query.index)
    return [name for name in dict.fromkeys((*index.attributes, *query.table.key.attributes)) if name != index.partition]


def _order(query: Query, record: Record) -> Any:
    sort = query.table.index(query.index).sort
    return record[sort] if sort else ""
