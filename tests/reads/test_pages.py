"""Pages: every item once, filled as far as there are items, an honest end, and cursors that lead nowhere else."""

import random
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entities.attributes import Record
from entities.documents import DocumentStatus
from entities.jobs import JobLog
from entities.tables import DOCUMENTS, RECEIPTS
from loaders import receipts
from loaders.documents import documents_by_status
from loaders.dynamo.store import Store
from loaders.errors import BadCursor, BadInput
from loaders.jobs import JOBS, JOBS_BY_STATUS, LOGS, jobs_in_queue
from loaders.lists.cursors import read_cursor, scope_of, write_cursor
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice
from loaders.request import Request
from tests.loaders.sample import NOW
from tests.thoroughness import many

MANY = 1003


@pytest.fixture(scope="module")
def logged(blank: Store) -> Store:
    """1,003 lines of log."""
    logs = (JobLog(job_id="many", timestamp=NOW + timedelta(seconds=each), message=str(each)) for each in range(MANY))
    blank.session(60).batch_write(RECEIPTS, [each.to_record() for each in logs])
    return blank


@pytest.mark.no_cover
@pytest.mark.parametrize("first", [2, 7, 100])
@pytest.mark.parametrize("newest_first", [False, True])
def test_pages_of_any_size_hold_every_item_once(logged: Store, first: int, newest_first: bool) -> None:
    pages = list(_pages(logged, LOGS, {"job_id": "many"}, first, newest_first=newest_first))
    messages = [int(item.message) for page in pages for item in page.items]
    expected = list(range(MANY))
    assert messages == (expected[::-1] if newest_first else expected)
    assert [page.has_next for page in pages] == [True] * (len(pages) - 1) + [False]
    assert {len(page.items) for page in pages[:-1]} == {first}


def test_single_items_hold_every_item_once_too(logged: Store) -> None:
    pages = list(_pages(logged, LOGS, {"job_id": "many"}, 1, span=Span(until=NOW + timedelta(seconds=30))))
    assert [page.items[0].message for page in pages] == [str(each) for each in range(31)]


@pytest.mark.no_cover
@pytest.mark.parametrize("first", [1, 17, 50])
def test_a_list_that_ends_with_its_page_says_so(logged: Store, first: int) -> None:
    until = NOW + timedelta(seconds=99)
    pages = list(_pages(logged, LOGS, {"job_id": "many"}, first, span=Span(until=until)))
    assert sum(len(page.items) for page in pages) == 100
    assert all(page.items for page in pages)


def test_every_item_has_a_cursor_to_go_on_from(logged: Store) -> None:
    whole = LOGS.page(Request(logged.session()), {"job_id": "many"}, first=20)
    for place, cursor in enumerate(whole.cursors):
        rest = LOGS.page(Request(logged.session()), {"job_id": "many"}, first=19 - place or 1, after=cursor)
        assert rest.items[0].message == str(place + 1)  # type: ignore[attr-defined]


def test_a_filtered_page_is_filled_and_never_empty_with_more_to_come(blank: Store) -> None:
    def job(number: int) -> Record:
        user = "rare" if number % 333 == 0 else "common"
        return {"PK": f"JOB#f{number}", "SK": "JOB", "TYPE": "JOB", "name": str(number), "created_by": user}

    blank.session(60).batch_write(RECEIPTS, [job(number) for number in range(1000)])
    page = JOBS.page(Request(blank.session()), {}, first=10, where={"created_by": "rare"})
    assert sorted(int(item.name) for item in page.items) == [0, 333, 666, 999]  # type: ignore[attr-defined]
    assert page.has_next is False


def test_types_that_share_a_partition_are_told_apart(blank: Store) -> None:
    """`STATUS#running` holds jobs, statuses and instances alike."""

    def item(number: int) -> Record:
        kind, key = (("JOB", "JOB"), ("JOB_STATUS", "STATUS#2026"), ("INSTANCE", "INSTANCE"))[number % 3]
        index = {"GSI1PK": "STATUS#running", "GSI1SK": f"CREATED#2026-11-16T12:{number:02d}:00+00:00"}
        return {"PK": f"JOB#s{number}", "SK": key, "TYPE": kind, "status": "running", **index}

    blank.session().batch_write(RECEIPTS, [item(number) for number in range(60)])
    pages = list(_pages(blank, JOBS_BY_STATUS, {"status": "running"}, 7))
    assert [len(page.items) for page in pages] == [7, 7, 6]
    assert {type(each).__name__ for page in pages for each in page.items} == {"Job"}


def test_two_ways_of_writing_a_key_make_one_list_in_order(blank: Store) -> None:
    """Upstream fills labels up with `_`, we do not: the list goes through both partitions side by side."""

    def label(number: int) -> Record:
        word = f"RECEIPT#00001#LINE#00001#WORD#{number:05d}"
        partition = "LABEL#TAX" + ("_" * 31 if number % 2 else "")
        index = {"GSI1PK": partition, "GSI1SK": f"IMAGE#merged#{word}"}
        return {"PK": "IMAGE#merged", "SK": f"{word}#LABEL#TAX", "TYPE": "RECEIPT_WORD_LABEL", **index}

    blank.session().batch_write(RECEIPTS, [label(number) for number in range(1, 54)])
    for first in (1, 5, 52, 53):
        pages = list(_pages(blank, receipts.LABELS_BY_LABEL, {"label": "TAX"}, first))
        words = [item.word_id for page in pages for item in page.items]
        assert words == list(range(1, 54))


def test_a_queue_is_listed_in_the_order_of_its_positions(blank: Store) -> None:
    positions = [5, 3, 30, 1, 2, 10]
    jobs = [
        {"PK": "QUEUE#q", "SK": f"JOB#q{each}", "TYPE": "QUEUE_JOB", "position": each, "priority": "low"}
        for each in positions
    ]
    blank.session().batch_write(RECEIPTS, [*jobs, {"PK": "QUEUE#q", "SK": "JOB#last", "TYPE": "QUEUE_JOB"}])
    seen: list[str] = []
    after = None
    while True:
        page = jobs_in_queue(Request(blank.session()), "q", first=3, after=after)
        seen += [item.job_id for item in page.items]  # type: ignore[attr-defined]
        if not page.has_next:
            break
        after = page.cursors[-1]
    assert seen == ["q1", "q2", "q3", "q5", "q10", "q30", "last"]


@pytest.mark.no_cover
def test_documents_come_in_true_order_whatever_offset_their_times_were_written_with(blank: Store) -> None:
    """Stored texts of different offsets do not sort like time; pages of any size and both directions must."""
    order = random.Random(7)
    start = datetime(2026, 11, 1, tzinfo=UTC)
    moments = [start + timedelta(minutes=order.randrange(60 * 24 * 14), microseconds=each) for each in range(300)]
    blank.session().batch_write(DOCUMENTS, [_document(moment, order) for moment in moments])
    expected = sorted(moments)
    for first in (1, 13, 100):
        for newest_first in (True, False):
            limit = 20 if first == 1 else None
            seen = _submissions(blank, first, newest_first, limit)
            assert seen == (expected[::-1] if newest_first else expected)[:limit]


def test_documents_of_a_span_are_all_found_though_their_texts_lie_outside(blank: Store) -> None:
    zone = DocumentStatus.FAILED
    moments = [datetime(2026, 5, 1, hour, tzinfo=UTC) for hour in range(24)]
    offsets = [-12, 14, 0]
    blank.session().batch_write(
        DOCUMENTS,
        [
            {"JobID": f"z{hour}", "Status": zone.value, "SubmittedAt": _in_zone(moment, offsets[hour % 3])}
            for hour, moment in enumerate(moments)
        ],
    )
    page = documents_by_status(Request(blank.session()), [zone], Span(moments[6], moments[18]), first=100)
    assert [item.submitted_at for item in page.items] == moments[18:5:-1]  # type: ignore[attr-defined]


@pytest.mark.parametrize("first", [0, -1, 101, 10**9])
def test_a_page_size_that_nobody_should_ask_for_is_refused(logged: Store, first: int) -> None:
    with pytest.raises(BadInput, match="first must be 1 to 100"):
        LOGS.page(Request(logged.session()), {"job_id": "many"}, first=first)


def test_cursors_of_other_lists_arguments_and_orders_are_refused(logged: Store) -> None:
    cursor = LOGS.page(Request(logged.session()), {"job_id": "many"}, first=5).cursors[0]
    others: list[dict[str, Any]] = [
        {"values": {"job_id": "other"}},
        {"values": {"job_id": "many"}, "newest_first": True},
        {"values": {"job_id": "many"}, "span": Span(since=NOW)},
        {"values": {"job_id": "many"}, "where": {"log_level": "INFO"}},
    ]
    for other in others:
        with pytest.raises(BadCursor):
            LOGS.page(Request(logged.session()), first=5, after=cursor, **other)


def test_thousands_of_broken_cursors_are_refused_and_nothing_else(logged: Store) -> None:
    values, chance = {"job_id": "many"}, random.Random(11)
    a_request = Request(logged.session(60))
    cursors = LOGS.page(a_request, values, first=50).cursors
    before = a_request.session.meter.requests
    for _ in range(many(1_000, 10_000)):
        broken = _broken(chance.choice(cursors), chance)
        if broken in cursors:
            continue
        with pytest.raises(BadCursor):
            LOGS.page(a_request, values, first=5, after=broken)
    assert a_request.session.meter.requests == before


@pytest.mark.parametrize(
    "positions", [[], [None, None], [["x", "y", "z"]], [[1]], [[None]], ["x"], {}, [[{}]], [[True]]]
)
def test_a_forged_cursor_with_a_right_check_sum_reaches_nothing(logged: Store, positions: Any) -> None:
    scope = scope_of(LOGS.name, {"job_id": "many"}, newest_first=False)
    forged = write_cursor(scope, positions)
    with pytest.raises(BadCursor):
        LOGS.page(Request(logged.session()), {"job_id": "many"}, first=5, after=forged)


def test_a_forged_position_moves_within_its_own_list_only(logged: Store) -> None:
    scope = scope_of(LOGS.name, {"job_id": "many"}, newest_first=False)
    page = LOGS.page(Request(logged.session()), {"job_id": "many"}, first=3, after=write_cursor(scope, [["LOG#2020"]]))
    assert {item.job_id for item in page.items} <= {"many"}  # type: ignore[attr-defined]


keys = st.lists(st.text(st.characters(codec="utf-8")) | st.integers(-(2**60), 2**60), max_size=4)


@settings(max_examples=many(500))
@given(st.text(), st.lists(st.none() | keys, min_size=1, max_size=4))
def test_a_cursor_is_read_back_as_it_was_written(scope: str, positions: list[Any]) -> None:
    assert read_cursor(scope, write_cursor(scope, positions), len(positions)) == positions


@settings(max_examples=many(500))
@given(st.text())
def test_any_text_is_a_bad_cursor_and_no_other_error(text: str) -> None:
    with pytest.raises(BadCursor):
        read_cursor("scope", text, 1)


def _pages(store: Store, listing: Listing, values: dict[str, Any], first: int, **options: Any) -> Any:
    after = None
    while True:
        page: Slice = listing.page(Request(store.session()), values, first=first, after=after, **options)
        yield page
        if not page.has_next:
            return
        after = page.cursors[-1]


def _document(moment: datetime, order: random.Random) -> Record:
    status = order.choice(["COMPLETED", "ERROR"])
    submitted = _in_zone(moment, order.choice([-12, -5, 0, 1, 5.5, 14]))
    return {"JobID": f"d{moment.timestamp()}", "Status": status, "SubmittedAt": submitted}


def _in_zone(moment: datetime, hours: float) -> str:
    """As Go writes it: local time, nanoseconds without trailing zeros, the offset behind."""
    local = moment + timedelta(hours=hours)
    fraction = f".{local.microsecond:06d}".rstrip("0").rstrip(".")
    minutes = abs(int(hours * 60))
    return f"{local:%Y-%m-%dT%H:%M:%S}{fraction}{'-' if hours < 0 else '+'}{minutes // 60:02d}:{minutes % 60:02d}"


def _submissions(store: Store, first: int, newest_first: bool, limit: int | None) -> list[datetime]:
    seen: list[datetime] = []
    after = None
    statuses = [DocumentStatus.COMPLETED, DocumentStatus.ERROR]
    while limit is None or len(seen) < limit:
        a_request = Request(store.session())
        page = documents_by_status(a_request, statuses, first=first, after=after, newest_first=newest_first)
        seen += [item.submitted_at for item in page.items]  # type: ignore[attr-defined]
        if not page.has_next:
            break
        after = page.cursors[-1]
    return seen


def _broken(cursor: str, chance: random.Random) -> str:
    match chance.randrange(4):
        case 0:
            raw = bytearray(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
            raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
            return urlsafe_b64encode(bytes(raw)).decode().rstrip("=")
        case 1:
            return cursor[: chance.randrange(1, len(cursor))]
        case 2:
            place = chance.randrange(len(cursor))
            return cursor[:place] + chance.choice("Aa0_-!é= ") + cursor[place:]
        case _:
            return "".join(chance.choice("abcXYZ019-_=") for _ in range(chance.randrange(1, 200)))
