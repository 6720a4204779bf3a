"""Finds documents.

Upstream stores the time of submission with the UTC offset of the machine that wrote it, so the strings do not sort by
time: one may be up to 12 hours before or 14 hours after the moment it means. So the index is read a little further on
both sides, and items are sorted here: each is returned as soon as no later item of the index can belong before it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from heapq import heappop, heappush, merge
from itertools import islice

from entities.documents import DocumentStatus, TextractJob
from entities.tables import DOCUMENTS
from entities.times import format_time, parse_time
from loaders.dynamo.requests import Between, Query
from loaders.errors import BadCursor
from loaders.lists.cursors import read_cursor, scope_of, write_cursor
from loaders.lists.listing import AHEAD, BEHIND, Listing, Span, shifted
from loaders.lists.pages import Slice, check_first
from loaders.request import Request

BY_DOCUMENT = Listing(TextractJob, "DocumentKey-Index", ("document_key",))
BY_TEXTRACT_ID = Listing(TextractJob, "TextractID-Index", ("textract_id",))

PAGE_ITEMS = 500
"""How many documents one request reads: most pages have to read a day ahead."""

_INDEX = "Status-SubmittedAt-Index"
_TIME_WIDTH = len("2026-11-16T12:00:00")
_LAST = "~"  # sorts after every character of a time
_SECOND = timedelta(seconds=1)
_LAST_MOMENT = 250_000_000_000_000_000  # in the year 9892
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Turn = tuple[int, str]
"""The sort value of a document: microseconds since 1970, negated if the newest come first; then its id."""


@dataclass(frozen=True)
class Order:
    """The requested documents and their direction."""

    span: Span
    newest_first: bool
    client_id: str | None = None
    """Only the documents of this client."""

    def turn(self, job: TextractJob) -> Turn:
        return self.signed(job.submitted_at or _EPOCH), job.job_id

    def signed(self, moment: datetime) -> int:
        microseconds = (moment - _EPOCH) // timedelta(microseconds=1)
        return -microseconds if self.newest_first else microseconds

    def next_possible(self, text: datetime) -> int:
        """The earliest turn of anything after an item with this time in the index, which is exact to the second."""
        return self.signed(shifted(text, BEHIND + _SECOND) if self.newest_first else shifted(text, -AHEAD))

    def going_on_from(self, turn: Turn) -> "Order":
        """The same order, starting at a turn."""
        moment = _EPOCH + timedelta(microseconds=-turn[0] if self.newest_first else turn[0])
        if not self.span.holds(moment):
            raise BadCursor
        span = replace(self.span, until=moment) if self.newest_first else replace(self.span, since=moment)
        return replace(self, span=span)


def documents_by_status(
    request: Request,
    statuses: Sequence[DocumentStatus],
    span: Span = Span(),  # noqa: B008  it is frozen
    *,
    first: int,
    after: str | None = None,
    newest_first: bool = True,
    scope: str | None = None,
    client_id: str | None = None,
) -> Slice:
    """Documents with one of the statuses, of one client if given, in order of submission; the newest first by default.

    If the span depends on the current time, the caller passes what cursors are bound to instead.
    """
    check_first(first)
    arguments = {"statuses": sorted(statuses), "since": span.since, "until": span.until, "clientId": client_id}
    scope = scope or scope_of("documentsByStatus", arguments, newest_first=newest_first)
    order = Order(span, newest_first, client_id)
    start = _read_turn(scope, after) if after else None
    streams = [_in_order(request, status, order, start) for status in dict.fromkeys(statuses)]
    jobs = list(islice(_distinct(merge(*streams, key=lambda each: each[0])), first + 1))
    cursors = [write_cursor(scope, [list(order.turn(job))]) for job in jobs[:first]]
    return Slice(list(jobs[:first]), cursors, has_next=len(jobs) > first, has_previous=after is not None)


def _in_order(
    request: Request, status: DocumentStatus, order: Order, start: Turn | None
) -> Iterator[tuple[Turn, TextractJob]]:
    """The documents of a status sorted by time: each is held back until no later one can belong before it."""
    waiting: list[tuple[Turn, int, TextractJob]] = []
    narrowed = order.going_on_from(start) if start else order
    for number, (text, job) in enumerate(_in_order_of_text(request, _query(status, narrowed))):
        while waiting and waiting[0][0][0] < order.next_possible(text):
            turn, _, ready = heappop(waiting)
            yield turn, ready
        turn = order.turn(job)
        if order.span.holds(job.submitted_at) and (start is None or turn > start):
            heappush(waiting, (turn, number, job))
    while waiting:
        turn, _, ready = heappop(waiting)
        yield turn, ready


def _in_order_of_text(request: Request, query: Query) -> Iterator[tuple[datetime, TextractJob]]:
    """The documents in the order of the index, each with the time as written, without its offset."""
    asked: Query | None = replace(query, limit=PAGE_ITEMS)
    while asked is not None:
        page = request.session.page(asked)
        for record in page.records:
            for item in request.items(DOCUMENTS, [record], TextractJob):
                if isinstance(item, TextractJob):
                    yield parse_time(str(record["SubmittedAt"])[:_TIME_WIDTH]), item
        asked = replace(asked, after=page.next_key) if page.next_key else None


def _query(status: DocumentStatus, order: Order) -> Query:
    since = format_time(shifted(order.span.since, -BEHIND))[:_TIME_WIDTH] if order.span.since else None
    until = format_time(shifted(order.span.until, AHEAD))[:_TIME_WIDTH] + _LAST if order.span.until else None
    sort = Between(since, until) if since or until else None
    where = {"ClientID": order.client_id} if order.client_id else {}
    return Query(DOCUMENTS, _INDEX, status.value, sort, newest_first=order.newest_first, where=where)


def _read_turn(scope: str, cursor: str) -> Turn:
    position = read_cursor(scope, cursor, 1)[0]
    match position:
        case [int(moment), str(job_id)] if abs(moment) < _LAST_MOMENT:
            return moment, job_id
    raise BadCursor


def _distinct(found: Iterator[tuple[Turn, TextractJob]]) -> Iterator[TextractJob]:
    """Each document once: while its status changes, a document may briefly be found under both."""
    last: Turn | None = None
    for turn, job in found:
        if turn != last:
            yield job
        last = turn
