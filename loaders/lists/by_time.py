"""One range of an index that only names its items, in order of time.

Where all times are written alike, the order of the texts is the order of time, and a list is read page by page. Where
the beginning of a list shows other formats, it is sorted here (`time_order`). A cursor says in which of the two ways
its list is read.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice

from entities.attributes import Record
from entities.item import Item
from entities.times import parse_time
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Page
from loaders.errors import BadCursor
from loaders.lists.cursors import write_cursor
from loaders.lists.listing import Span, between
from loaders.lists.pages import Reader, Slice, check_first, page_of
from loaders.lists.time_order import (
    EPOCH,
    FAR,
    TimeOrder,
    Turn,
    first_look,
    in_order_of_time,
    read_turn,
    records_by_text,
    text_of,
)
from loaders.request import Request

_ALIKE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6}(?:Z|\+00:00)?|(?:\+00:00)?)")
"""Formats that sort like the moments that they mean, also among each other."""

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_TIME_WIDTH = len("2026-11-16T12:00:00")
_DATE_WIDTH = len("2026-11-16")


@dataclass(frozen=True)
class TimeRange:
    """A range whose sort keys are times."""

    query: Query
    span: Span

    @property
    def order(self) -> TimeOrder:
        return TimeOrder(self.span, self.query.newest_first)

    def beginning(self, request: Request, first: int) -> Page:
        """As much of the range as its first page needs."""
        return request.session.page(replace(self.query, limit=first_look(first)))

    def turn(self, text: str, record: Record) -> Turn:
        return self.order.turn(_moment(text), *map(str, self.query.table.key_of(record).values()))

    def query_after(self, start: Turn | None) -> Query:
        """The part of the range in which texts may mean a moment after a turn."""
        rest = self.order.going_on_from(start).span if start else self.span
        return self.query if rest == self.span else replace(self.query, sort=between("", rest))


def page_by_time(
    request: Request,
    range_: TimeRange,
    read: Reader,
    scope: str,
    *,
    first: int,
    after: str | None = None,
    keep: Callable[[Item], bool] = lambda _: True,
    begun: Page | None = None,
) -> Slice:
    """A page of a range, in the order of time. `begun` is its beginning, where the caller has read that already."""
    check_first(first)
    start = _sorted_turn(scope, after) if after else None
    if start is None:
        query = range_.query
        begun = begun or (None if after else range_.beginning(request, first))
        if begun is None or all(_ALIKE.fullmatch(text_of(query, record)) for record in begun.records):
            pages = [begun] if begun else ()
            return page_of(request, [query], (), scope, first=first, after=after, keep=keep, read=read, begun=pages)
    found = list(islice(_items(request, range_, start, read, first, keep), first + 1))
    cursors = [write_cursor(_sorted_scope(scope), [list(turn)]) for turn, _ in found[:first]]
    items = [item for _, item in found[:first]]
    return Slice(items, cursors, has_next=len(found) > first, has_previous=after is not None)


def _items(
    request: Request,
    range_: TimeRange,
    start: Turn | None,
    read: Reader,
    first: int,
    keep: Callable[[Item], bool],
) -> Iterator[tuple[Turn, Item]]:
    """The items in order, read by the page: an index may only name them."""
    query = replace(range_.query_after(start), limit=first_look(first))
    texts = records_by_text(request, query)
    entries = ((text, (range_.turn(text, record), record) if record else None) for text, record in texts)
    ordered = (each for each in in_order_of_time(range_.order, entries) if start is None or each[0] > start)
    while chunk := list(islice(ordered, first + 1)):
        items = read(request, range_.query, [record for _, record in chunk])
        yield from ((turn, item) for (turn, _), item in zip(chunk, items, strict=True) if item and keep(item))


def _moment(text: str) -> datetime:
    """The moment in a key. A text that is no time stands where it is sorted."""
    if _DATE.match(text):
        for shorter in (text, text[:_TIME_WIDTH], text[:_DATE_WIDTH]):
            try:
                return parse_time(shorter)
            except ValueError:
                continue
    if text[:4].isdecimal() and text[:4] > "0000":
        return datetime(int(text[:4]), 12, 31, 23, 59, 59, tzinfo=UTC)
    return FAR if text > "9" else EPOCH


def _sorted_scope(scope: str) -> str:
    return f"{scope} in order of time"


def _sorted_turn(scope: str, cursor: str) -> Turn | None:
    """The turn in a cursor of a list that is sorted here; None if the cursor is of another kind."""
    try:
        return read_turn(_sorted_scope(scope), cursor, 2)
    except BadCursor:
        return None
