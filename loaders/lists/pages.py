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
MAX_LOOKED_AT = 5_000
GROWTH = 2
"""With a filter, each request of a page looks at more items than the one before."""


@dataclass(frozen=True)
class Slice:
    """One page: items (or objects derived from them), the cursor of each, and whether another page follows."""

    items: list[Item]
    cursors: list[str]
    has_next: bool
    has_previous: bool = False
    total: Callable[[], int | None] | None = None
    """Counts the whole list, where that can be asked for; called only if it is."""
    is_all: bool = False
    """Whether these are all items of their type that the table has."""


EMPTY = Slice([], [], has_next=False)
"""The page of a list without items."""


Reader = Callable[[Request, Query, Sequence[Record]], list[Item | None]]
"""Turns records of a range into items, in order; None for records that are not part of the list."""


@dataclass(frozen=True)
class PageSource:
    """One of the ranges that a list consists of."""

    number: int
    query: Query
    types: tuple[type[Item], ...]
    first: int
    read: Reader


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
        raise BadInput(f"first must be 1 to {MAX}, not {first}.", field="first")


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
    read: Reader | None = None,
    begun: Sequence[Page] = (),
) -> Slice:
    """The next items of one or several ranges, merged in the order of their sort keys, or one range after the other.

    `begun` has the first answers of all ranges, where the caller has read them already.
    """
    check_first(first)
    positions: list[Position] = read_cursor(scope, after, len(queries)) if after else [None] * len(queries)
    started = [_start(query, position) for query, position in zip(queries, positions, strict=True)]
    reader = read or stored_items(*types)
    sources = [PageSource(number, query, types, first, reader) for number, query in enumerate(started)]
    if is_sequence:
        found: Iterator[PageEntry] = chain.from_iterable(_stream(request, source, None) for source in sources)
    else:
        calls = (partial(request.session.page, _sized(request, source)) for source in sources)
        pages = begun or request.session.together(*calls)
        streams = [_stream(request, source, page) for source, page in zip(sources, pages, strict=True)]
        found = merge(*streams, key=lambda each: each.order, reverse=queries[0].newest_first)
    page = _cut((each for each in _distinct(found) if keep(each.item)), positions, scope, first)
    return replace(page, has_previous=after is not None)


def stored_items(*types: type[Item]) -> Reader:
    """Reads whole items of these types from their records."""

    def read(request: Request, query: Query, records: Sequence[Record]) -> list[Item | None]:
        return [next(request.items(query.table, [record], *types), None) for record in records]

    return read


def items_named(entity: type[Item], key_of: Callable[[Record], Record | None] | None = None) -> Reader:
    """Reads items that a range only names, by their keys: one request for each hundred."""

    def read(request: Request, _: Query, records: Sequence[Record]) -> list[Item | None]:
        keys = [(key_of or entity.table.key_of)(record) for record in records]
        found = iter(request.session.batch_get(entity.table, [key for key in keys if key]))
        stored = [next(found) if key else None for key in keys]
        return [next(request.items(entity.table, [each], entity), None) if each else None for each in stored]

    return read


ListPage = Callable[[int, str | None], Slice]
"""A list: its page of so many items after a cursor."""


def in_turn(first: int, after: str | None, *lists: ListPage) -> Slice:
    """Several lists as one, one after the other. A cursor leads into the list that it was made for."""
    check_first(first)
    place, page = _begun(first, after, lists)
    items, cursors, has_next = list(page.items), list(page.cursors), page.has_next
    while not has_next and (place := place + 1) < len(lists):
        missing = first - len(items)
        page = lists[place](missing or 1, None)
        items += page.items[:missing]
        cursors += page.cursors[:missing]
        has_next = page.has_next or len(page.items) > missing
    return Slice(items, cursors, has_next, has_previous=after is not None)


def _begun(first: int, after: str | None, lists: Sequence[ListPage]) -> tuple[int, Slice]:
    for place, ask in enumerate(lists[:-1]):
        try:
            return place, ask(first, after)
        except BadCursor:
            continue
    return len(lists) - 1, lists[-1](first, after)


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
    turns = {"has_next": len(rest) > first, "has_previous": after is not None}
    return Slice([item for _, item in taken], cursors, total=partial(len, found), **turns)


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
    query, tries = source.query, 0
    page = page or request.session.page(_sized(request, source))
    while True:
        for start in range(0, len(page.records), source.first + 1):
            records = page.records[start : start + source.first + 1]
            for record, item in zip(records, source.read(request, query, records), strict=True):
                if item is not None:
                    yield PageEntry(item, _order(query, record), source.number, _position(query, record))
        if page.next_key is None:
            return
        query, tries = replace(query, after=page.next_key), tries + 1
        page = request.session.page(_sized(request, replace(source, query=query), tries))


def _sized(request: Request, source: PageSource, tries: int = 0) -> Query:
    """The request for the next items, larger where some of them will be left out, and more so each time."""
    wanted = source.first + 1
    is_filtered = has_filter(source.query) or any(map(request.may_hide, source.types))
    looked_at = min(max(wanted, LEAST_LOOKED_AT) * GROWTH**tries, MAX_LOOKED_AT)
    return replace(source.query, limit=looked_at if is_filtered else wanted)


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
