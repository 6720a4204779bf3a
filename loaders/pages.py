"""Pages of a list: filled as far as there are items, with an honest word on whether there are more."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import merge
from itertools import chain
from typing import Any

from entities.attributes import Record
from entities.item import Item
from loaders.cursors import Position, read_cursor, write_cursor
from loaders.dynamo.expressions import has_filter
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Page
from loaders.errors import BadCursor, BadInput
from loaders.reading import Reading

MOST = 100
LEAST_LOOKED_AT = 50  # where a filter hides items, smaller requests would only mean more of them


@dataclass(frozen=True)
class Slice:
    """One page: items, the cursor of each, and whether another page follows."""

    items: list[Item]
    cursors: list[str]
    has_next: bool
    has_previous: bool = False


@dataclass(frozen=True)
class Source:
    """One of the ranges that a list is made of."""

    number: int
    query: Query
    types: tuple[type[Item], ...]
    first: int


@dataclass(frozen=True)
class Found:
    """An item of a list, where it stands in its source, and which source that is."""

    item: Item
    order: Any
    source: int
    position: Position


def check_first(first: int) -> None:
    """Refuse a page size that nobody should ask for."""
    if not 1 <= first <= MOST:
        raise BadInput(f"first must be 1 to {MOST}, not {first}.")


def page_of(
    reading: Reading,
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
    sources = [Source(number, query, types, first) for number, query in enumerate(started)]
    if is_sequence:
        found: Iterator[Found] = chain.from_iterable(_stream(reading, source, None) for source in sources)
    else:
        calls = (partial(reading.session.page, _sized(query, first + 1)) for query in started)
        pages = reading.session.together(*calls)
        streams = [_stream(reading, source, page) for source, page in zip(sources, pages, strict=True)]
        found = merge(*streams, key=lambda each: each.order, reverse=queries[0].newest_first)
    page = _cut((each for each in _distinct(found) if keep(each.item)), positions, scope, first)
    return replace(page, has_previous=after is not None)


def sorted_page(
    found: Sequence[tuple[list[str | int | float], Any]], scope: str, *, first: int, after: str | None = None
) -> Slice:
    """A page of items that no key sorts: all of them are there, each with the values that it is sorted by."""
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


def _cut(found: Iterator[Found], positions: list[Position], scope: str, first: int) -> Slice:
    """Take what the page holds, and look one further."""
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


def _distinct(found: Iterator[Found]) -> Iterator[Found]:
    """Each item once: one that others wrote and we changed may stand in two ranges."""
    seen: set[tuple[Any, ...]] = set()
    for each in found:
        place = tuple(each.item.primary_key().values())
        if place not in seen:
            seen.add(place)
            yield each


def _stream(reading: Reading, source: Source, page: Page | None) -> Iterator[Found]:
    """The items of one range, request after request, as long as somebody asks for more."""
    query = source.query
    page = page or reading.session.page(_sized(query, source.first + 1))
    while True:
        for record in page.records:
            for item in reading.items(query.table, [record], *source.types):
                yield Found(item, _order(query, record), source.number, _position(query, record))
        if page.next_key is None:
            return
        query = replace(query, after=page.next_key)
        page = reading.session.page(_sized(query, source.first + 1))


def _sized(query: Query, wanted: int) -> Query:
    return replace(query, limit=max(wanted, LEAST_LOOKED_AT) if has_filter(query) else wanted)


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
    """The key attributes that say where an item stands; the partition is not among them."""
    index = query.table.index(query.index)
    return [name for name in dict.fromkeys((*index.attributes, *query.table.key.attributes)) if name != index.partition]


def _order(query: Query, record: Record) -> Any:
    sort = query.table.index(query.index).sort
    return record[sort] if sort else ""
