"""Finds documents.

Upstream stores the time of submission with the UTC offset of the machine that wrote it, so the strings do not sort by
time: they are sorted when they are read (`lists.time_order`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.tables import DOCUMENTS
from loaders.counters import Group, read_counts
from loaders.dynamo.requests import Query
from loaders.lists.cursors import scope_of, write_cursor
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice, check_first
from loaders.lists.time_order import TimeOrder, read_turn
from loaders.lists.timed_pages import TimedRange, merged_in_time
from loaders.request import Request

BY_DOCUMENT = Listing(TextractJob, "DocumentKey-Index", ("document_key",))
BY_TEXTRACT_ID = Listing(TextractJob, "TextractID-Index", ("textract_id",))
BY_STATUS = Listing(TextractJob, "Status-SubmittedAt-Index", ("status",), time="submitted_at")
BY_CLIENT = Listing(TextractJob, "ClientID-SubmittedAt-Index", ("client_id",), time="submitted_at")


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
    owner = client_id or only_client(request)
    arguments = {"statuses": sorted(statuses), "since": span.since, "until": span.until, "clientId": client_id}
    scope = scope or scope_of("documentsByStatus", arguments, newest_first=newest_first)
    start = read_turn(scope, after, 1) if after else None
    order = TimeOrder(span, newest_first)
    found = merged_in_time(request, _ranges(statuses, owner), order, start, first=first)
    wanted = (each for each in found if _is_wanted(each[1], statuses, span))
    taken = list(islice(wanted, first + 1))
    cursors = [write_cursor(scope, [list(turn)]) for turn, _ in taken[:first]]
    items = [item for _, item in taken[:first]]
    return Slice(items, cursors, has_next=len(taken) > first, has_previous=after is not None)


def _ranges(statuses: Sequence[DocumentStatus], owner: str | None) -> list[TimedRange]:
    """One range for each status, or the one of a client, whose index lists it by time alone."""
    if owner is None:
        return [TimedRange(BY_STATUS, {"status": each.value}, {}) for each in dict.fromkeys(statuses)]
    where = {"Status": statuses[0].value} if len(set(statuses)) == 1 else {}
    return [TimedRange(BY_CLIENT, {"client_id": owner}, where)]


def _is_wanted(item: Item, statuses: Sequence[DocumentStatus], span: Span) -> bool:
    return isinstance(item, TextractJob) and item.status in statuses and span.holds(item.submitted_at)


def only_client(request: Request) -> str | None:
    """The client whose documents alone the caller may see; None if it may see others, or those that belong to none."""
    return None if request.caller.may_see(None) else request.caller.client


def count_by_status(request: Request, client_id: str | None = None) -> dict[DocumentStatus, int]:
    """How many documents the caller sees in each status, of one client if given. Without counters they are read."""
    owner = client_id or only_client(request)
    kept = read_counts(request, Group.DOCUMENTS)
    if kept is not None:
        return _of_counters(request, kept, owner)
    if owner:
        return _count_of_client(request, owner)
    queries = [Query(DOCUMENTS, BY_STATUS.index, status.value) for status in DocumentStatus]
    if request.caller.is_staff:
        counts = request.session.together(*(partial(request.session.count, each) for each in queries))
        return dict(zip(DocumentStatus, counts, strict=True))
    without = [replace(each, where={"ClientID": None}) for each in queries]
    counts = request.session.together(*(partial(request.session.count, each) for each in without))
    own = _count_of_client(request, request.caller.client) if request.caller.client else {}
    return {status: count + own.get(status, 0) for status, count in zip(DocumentStatus, counts, strict=True)}


def _of_counters(request: Request, kept: Counter[str], owner: str | None) -> dict[DocumentStatus, int]:
    """Counters have a number for each status and client; that without a client is of documents that belong to none."""
    found = dict.fromkeys(DocumentStatus, 0)
    for name, number in kept.items():
        status, _, client = name.partition(" ")
        is_asked_for = client == owner if owner else request.caller.may_see(client or None)
        if is_asked_for and DocumentStatus(status) in found:
            found[DocumentStatus(status)] += number
    return found


def how_many(request: Request, statuses: Sequence[DocumentStatus], client_id: str | None) -> int:
    """All documents with one of these statuses, of one client if given, that the caller sees."""
    counts = count_by_status(request, client_id)
    return sum(counts[each] for each in dict.fromkeys(statuses))


def _count_of_client(request: Request, client_id: str) -> dict[DocumentStatus, int]:
    counts = dict.fromkeys(DocumentStatus, 0)
    for record in request.session.query(Query(DOCUMENTS, BY_CLIENT.index, client_id)):
        status = DocumentStatus(str(record.get("Status")))
        if status in counts:
            counts[status] += 1
    return counts
