"""Pages of several ranges together, in order of time."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from heapq import merge
from itertools import islice
from typing import Any

from entities.item import Item
from entities.times import parse_time
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Page
from loaders.dynamo.writes import Raw
from loaders.errors import BadCursor
from loaders.lists.cursors import read_cursor, scope_of, write_cursor
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import LEAST_LOOKED_AT, Slice, check_first
from loaders.lists.time_order import (
    LAST_MOMENT,
    MAX_LOOKED_AT,
    Entry,
    TimeOrder,
    Turn,
    distinct,
    first_look,
    in_order_of_time,
    place_of,
    records_by_text,
)
from loaders.request import Request


@dataclass(frozen=True)
class TimedRange:
    """Items of a listing that is sorted by a time, or some of them."""

    listing: Listing
    values: Mapping[str, Any]
    where: Mapping[str, Any]
    """Only items with these attribute values."""
    only: Raw | None = None


def page_in_time(
    request: Request,
    ranges: Sequence[TimedRange],
    scope: str,
    order: TimeOrder,
    *,
    first: int,
    after: str | None = None,
    keep: Callable[[Any], bool] = lambda _: True,
    others: Iterable[Item] = (),
    at_the_end: Callable[[], Iterable[Item]] | None = None,
) -> Slice:
    """A page of several ranges in order of time. `others` are items that were found elsewhere and belong among these.

    `at_the_end` gives what stands after all of them. It is only called where the list ends with this page.
    """
    check_first(first)
    time = str(ranges[0].listing.time)
    is_at_end, start = _read_turn(scope, after) if after else (0, None)
    among = sorted((_entry(order, item, time) for item in others), key=place_of)
    found = iter(()) if is_at_end else merged_in_time(request, ranges, order, start, first=first, others=among)
    wanted = (each for each in found if _belongs(each[1], time, order, keep))
    taken = [(0, *each) for each in islice(wanted, first + 1)]
    if at_the_end and len(taken) <= first:
        last = sorted((_entry(order, item, time) for item in at_the_end()), key=place_of)
        taken += [
            (1, turn, item)
            for turn, item in last
            if _belongs(item, time, order, keep) and not (is_at_end and start and turn <= start)
        ]
    cursors = [write_cursor(scope, [[end, *turn]]) for end, turn, _ in taken[:first]]
    items = [item for *_, item in taken[:first]]
    return Slice(items, cursors, has_next=len(taken) > first, has_previous=after is not None)


def list_in_time(
    request: Request,
    listing: Listing,
    values: Mapping[str, Any],
    span: Span,
    *,
    first: int,
    after: str | None = None,
) -> Slice:
    """A page of a listing in order of time. Cursors from when it was in the order of its keys go on in that order."""
    arguments = {**values, "since": span.since, "until": span.until}
    scope = scope_of(f"{listing.name} in time", arguments, newest_first=listing.newest_first)
    order = TimeOrder(span, listing.newest_first)
    try:
        return page_in_time(request, [TimedRange(listing, values, {})], scope, order, first=first, after=after)
    except BadCursor:
        return listing.page(request, values, span=span, first=first, after=after)


def merged_in_time(
    request: Request,
    ranges: Sequence[TimedRange],
    order: TimeOrder,
    start: Turn | None,
    *,
    first: int,
    others: Iterable[Entry[Item]] = (),
) -> Iterator[Entry[Item]]:
    """The items of several ranges after a place, each once; the first requests of all ranges go side by side."""
    is_own = request.session.owns(ranges[0].listing.entity.table) if ranges else False
    order = replace(order, is_exact=is_own and all(_is_ours(each.listing) for each in ranges))
    asked = _queries(ranges, order.going_on_from(start) if start else order, first, is_own=is_own)
    pages = request.session.together(*(partial(request.session.page, query) for _, query in asked))
    streams = [_in_order(request, each, query, page, order) for (each, query), page in zip(asked, pages, strict=True)]
    found = distinct(merge(*streams, others, key=place_of))
    return (each for each in found if start is None or each[0] > start)


def _is_ours(listing: Listing) -> bool:
    """Whether a table of our own has only our format in a sort key: it is made of the time, not the stored time."""
    sort = listing.entity.table.index(listing.index).sort
    return all(sort not in each.attributes for each in listing.entity.stored_fields)


def _belongs(item: Item, time: str, order: TimeOrder, keep: Callable[[Any], bool]) -> bool:
    return order.span.holds(getattr(item, time)) and keep(item)


def _entry(order: TimeOrder, item: Item, time: str, moment: datetime | None = None) -> Entry[Item]:
    key = "\n".join(map(str, item.primary_key().values()))
    return order.turn(moment or getattr(item, time), key), item


def _queries(
    ranges: Sequence[TimedRange], order: TimeOrder, first: int, *, is_own: bool
) -> list[tuple[TimedRange, Query]]:
    """The first request for each range."""
    asked: list[tuple[TimedRange, Query]] = []
    for each in ranges:
        for query in each.listing.queries(each.values, order.span, is_own=is_own):
            limit = first_look(first, is_exact=order.is_exact and not each.where and not each.only)
            options: dict[str, Any] = {"where": each.where, "only": each.only, "limit": limit}
            asked.append((each, replace(query, newest_first=order.newest_first, **options)))
    return asked


def _in_order(
    request: Request, range_: TimedRange, query: Query, page: Page, order: TimeOrder
) -> Iterator[Entry[Item]]:
    """The items of a range that can be read, sorted by time."""
    time, entity = str(range_.listing.time), range_.listing.entity

    def entries() -> Iterator[tuple[str, Entry[Item] | None]]:
        next_look = LEAST_LOOKED_AT if order.is_exact else MAX_LOOKED_AT
        for text, record in records_by_text(request, query, page, next_look=next_look):
            item = next(request.items(entity.table, [record], entity), None) if record else None
            moment = (getattr(item, time) or _moment(text)) if item is not None else None
            yield text, _entry(order, item, time, moment) if item is not None and moment is not None else None

    return in_order_of_time(order, entries())


def _moment(text: str) -> datetime | None:
    """The moment in a key, if the item itself could not tell it."""
    try:
        return parse_time(text)
    except ValueError:
        return None


def _read_turn(scope: str, cursor: str) -> tuple[int, Turn]:
    """The place in a cursor, and whether it stands among those at the end."""
    match read_cursor(scope, cursor, 1)[0]:
        case [int(end), int(moment), str(key)] if abs(moment) < LAST_MOMENT:
            return end, (moment, key)
    raise BadCursor
