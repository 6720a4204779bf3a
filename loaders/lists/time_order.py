"""The order of time in ranges that are sorted by the text of a time, whatever formats the times were written in.

Other programs wrote local times with an offset, so a text may lie up to 12 hours before or 14 hours after the moment
that it means. So a range is read a little further than the page, and sorted here: each item is given as soon as no
item that is still unread can belong before it.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush
from typing import Any, TypeVar

from entities.attributes import Record
from entities.times import parse_time, shifted
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Page
from loaders.errors import BadCursor
from loaders.lists.cursors import Position, read_cursor
from loaders.lists.listing import AHEAD, BEHIND, Span
from loaders.lists.pages import LEAST_LOOKED_AT
from loaders.request import Request

T = TypeVar("T")

MAX_LOOKED_AT = 1000
"""The most items that one request reads. Where the first request of a list is not enough, those of a day have to be
read, so the next ones are large."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FAR = datetime(9999, 1, 1, tzinfo=UTC)

_TIME_WIDTH = len("2026-11-16T12:00:00")
_DAY_WIDTH = len("2026-11-16")
_SECOND = timedelta(seconds=1)
_DAY = timedelta(days=1)
_MICROSECOND = timedelta(microseconds=1)
LAST_MOMENT = 253_400_000_000_000_000  # in the year 9999

Turn = tuple[Any, ...]
"""The place of an item: microseconds since 1970, negated if the newest come first; then what tells it from others of
the same moment."""

Entry = tuple[Turn, T]


@dataclass(frozen=True)
class TimeOrder:
    """A span of time, and the direction in which it is listed."""

    span: Span
    newest_first: bool
    is_exact: bool = False
    """Whether all texts are in our own format, so that they are sorted by time already."""

    def signed(self, moment: datetime) -> int:
        microseconds = (moment - EPOCH) // _MICROSECOND
        return -microseconds if self.newest_first else microseconds

    def turn(self, moment: datetime | None, *rest: str) -> Turn:
        return self.signed(moment or EPOCH), *rest

    def next_possible(self, text: str) -> int:
        """The earliest place of anything after an item with this time in its key, which is exact to the second."""
        if self.is_exact:
            with suppress(ValueError):
                return self.signed(parse_time(text))
        is_usual = len(text) >= _TIME_WIDTH and text[_DAY_WIDTH] == "T"
        try:
            written = parse_time(text[: _TIME_WIDTH if is_usual else _DAY_WIDTH])
        except ValueError:  # no time at all: anything may follow
            return -LAST_MOMENT
        if self.newest_first:
            return self.signed(shifted(written, BEHIND + (_SECOND if is_usual else _DAY)))
        return self.signed(shifted(written, -AHEAD))

    def going_on_from(self, turn: Turn) -> "TimeOrder":
        """The same order from a place on."""
        try:
            moment = EPOCH + timedelta(microseconds=-turn[0] if self.newest_first else turn[0])
        except OverflowError:
            raise BadCursor from None
        if moment >= FAR:
            return self
        if not self.span.holds(moment):
            raise BadCursor
        span = replace(self.span, until=moment) if self.newest_first else replace(self.span, since=moment)
        return replace(self, span=span)


def in_order_of_time(order: TimeOrder, found: Iterable[tuple[str, Entry[T] | None]]) -> Iterator[Entry[T]]:
    """Entries in order of time. They come in the order of their keys, each with the time that its key has as text.

    A text without an entry only says how far the range has been read.
    """
    waiting: list[tuple[Turn, int, T]] = []
    for number, (text, entry) in enumerate(found):
        possible = order.next_possible(text)
        while waiting and waiting[0][0][0] < possible:
            turn, _, ready = heappop(waiting)
            yield turn, ready
        if entry is not None:
            heappush(waiting, (entry[0], number, entry[1]))
    while waiting:
        turn, _, ready = heappop(waiting)
        yield turn, ready


def records_by_text(
    request: Request, query: Query, page: Page | None = None, *, next_look: int = MAX_LOOKED_AT
) -> Iterator[tuple[str, Record | None]]:
    """The records of a range in the order of its keys, each with the time in its key; `page` is the first answer.

    With a filter an answer may be empty, so the key that it ended at comes too.
    """
    asked = query
    while True:
        page = page or request.session.page(asked)
        yield from ((text_of(query, record), record) for record in page.records)
        if page.next_key is None:
            return
        yield text_of(query, page.next_key), None
        asked, page = replace(asked, after=page.next_key, limit=next_look), None


def text_of(query: Query, record: Record) -> str:
    """The time in the sort key, as it was written."""
    return str(record[query.table.index(query.index).sort or ""]).rpartition("#")[2]


def first_look(first: int, *, is_exact: bool = False) -> int:
    """How many items the first request reads: as many as the page has, and more where they may have to be sorted.

    In a range that is sorted already, the item after them shows that nothing belongs before.
    """
    return first + 2 if is_exact else max(first + 1, LEAST_LOOKED_AT)


def distinct(found: Iterator[Entry[T]]) -> Iterator[Entry[T]]:
    """Each item once: while it moves from one range to another, it may be found in both."""
    last: Turn | None = None
    for turn, item in found:
        if turn != last:
            yield turn, item
        last = turn


def place_of(entry: Entry[T]) -> Turn:
    return entry[0]


def read_turn(scope: str, cursor: str, parts: int) -> Turn:
    """The turn in a cursor, with so many texts besides its moment."""
    position: Position = read_cursor(scope, cursor, 1)[0]
    match position:
        case [int(moment), *rest] if abs(moment) < LAST_MOMENT:
            if len(rest) == parts and all(isinstance(each, str) for each in rest):
                return moment, *rest
    raise BadCursor
