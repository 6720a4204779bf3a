"""Counters are right whoever writes, however often a change is told, and whenever the worker dies."""

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import commands.counters
from commands.counters import begin_count, doubt, finish_count, read_state
from entities.attributes import Record, encode_item
from entities.receipts.images import Image
from entities.tables import DOCUMENTS, LETTERS, RECEIPTS
from loaders.counters import BY_KIND, COUNTED_TABLES, GROUPS, CounterState, Group, part_key, read_counts
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Session
from loaders.errors import BadInput, Unavailable
from loaders.request import Request
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.commands.receipts import PICTURE
from tests.identities import PIPELINE
from tests.thoroughness import many
from tests.workers.counting import RandomWriter, StreamReader, stream_client
from workers.counters import count_all, make_counters, mistaken

COUNTS = """{ imageCount receiptCount merchantCounts { merchantName receipts }
  labelCounts(labels: ["DATE", "TAX", "GRAND_TOTAL", "GIFT WRAP"]) { label none pending valid invalid needsReview }
  labels(validationStatus: VALID, first: 1) { totalCount } documents(status: FAILED, first: 1) { totalCount }
  documentCounts { total completed failed } }"""


@pytest.fixture
def counted(embedded: Engine) -> Iterator[Changing]:
    """The API over tables of its own, without counters yet."""
    with changing(embedded) as api:
        yield api


@pytest.fixture
def reader(embedded: Engine, counted: Changing) -> Iterator[StreamReader]:
    with stream_client(embedded) as client:
        yield StreamReader(counted, client, Random(1))


def new_request(api: Changing) -> Request:
    return Request(api.store.session(60))


def state_of(api: Changing) -> CounterState | None:
    state = read_state(new_request(api), RECEIPTS)
    return state.state if state else None


@pytest.mark.no_cover
def test_counters_are_a_full_count_after_random_writes_and_a_worker_that_dies(
    counted: Changing, reader: StreamReader
) -> None:
    random, writes = Random(7), many(1_000, 10_000)
    writer = RandomWriter(counted, counted.store._client, random)
    _write(writer, reader, writes // 5)
    by_reading = counted.get(COUNTS)
    reader.drain(is_troubled=False)
    reader.told.clear()
    states = {table.name: begin_count(new_request(counted), table) for table in COUNTED_TABLES}
    _write(writer, reader, writes // 10)
    scanned = {}
    for table in COUNTED_TABLES:  # what is changed while it is counted may be met before or after
        scanned[table.name] = count_all(lambda: new_request(counted), table)
        _write(writer, reader, writes // 10, drains=0)
    assert counted.get(COUNTS).keys() == by_reading.keys()
    until = time.time() - 1  # streams tell times in seconds
    reader.drain()
    for table in COUNTED_TABLES:
        finish_count(new_request(counted), states[table.name], scanned[table.name], until)
    _write(writer, reader, writes // 2)
    reader.drain()
    assert reader.killed > 0
    for table in COUNTED_TABLES:
        assert mistaken(lambda: new_request(counted), table) == []
    kept = counted.get(COUNTS)
    for table in COUNTED_TABLES:
        state = read_state(new_request(counted), table)
        assert state is not None
        doubt(new_request(counted), state)
        assert read_counts(new_request(counted), GROUPS[table.name][-1]) is None
    assert kept == counted.get(COUNTS)


def _write(writer: RandomWriter, reader: StreamReader, number: int, drains: int = 4) -> None:
    for place in range(number):
        writer.write()
        if drains and place % max(1, number // drains) == 0:
            reader.drain()


def test_without_counters_everything_is_read_and_only_for_those_who_are_signed_in(counted: Changing) -> None:
    assert counted.get("{ imageCount }") == {"imageCount": 0}
    counted.identity = None
    try:
        answer = counted.ask("{ imageCount }")
    finally:
        counted.identity = PIPELINE
    assert answer["errors"][0]["errorType"] == "Forbidden"


def test_with_counters_a_count_is_one_request_for_everyone(counted: Changing) -> None:
    for table in COUNTED_TABLES:
        make_counters(lambda: new_request(counted), table, 0.0)
    counted.identity = None
    try:
        assert counted.get("{ imageCount }") == {"imageCount": 0}
    finally:
        counted.identity = PIPELINE
    assert counted.reads == ["query"]
    assert [read.units for _, each in counted.calls for read in each.session.meter.reads] == [0.5]
    counted.get("{ labelCounts { label valid } }")
    assert counted.reads == ["query"]


def told(image_id: str, created: float, sequence: str = "1") -> dict[str, Any]:
    record = Image(image_id=image_id, **PICTURE).to_record()
    change = {"Keys": encode_item(RECEIPTS.key_of(record)), "NewImage": encode_item(record)}
    return {"dynamodb": {**change, "SequenceNumber": sequence, "ApproximateCreationDateTime": created}}


def images(api: Changing) -> int | None:
    kept = read_counts(new_request(api), Group.IMAGES)
    return None if kept is None else kept.total()


def test_a_change_from_before_the_count_is_in_it_already(counted: Changing, reader: StreamReader) -> None:
    make_counters(lambda: new_request(counted), RECEIPTS, 0.0)
    reader.count(RECEIPTS, [told("a", time.time() - 3600)])
    assert images(counted) == 0


def test_a_change_that_is_told_too_late_makes_the_counters_doubtful(counted: Changing, reader: StreamReader) -> None:
    make_counters(lambda: new_request(counted), RECEIPTS, 0.0)
    state = read_state(new_request(counted), RECEIPTS)
    assert state is not None
    reader.count(RECEIPTS, [told("a", state.since - 2)])
    assert state_of(counted) is CounterState.DOUBTFUL
    assert images(counted) is None
    make_counters(lambda: new_request(counted), RECEIPTS, 0.0)
    assert state_of(counted) is CounterState.READY


def test_the_same_change_counts_once_in_one_batch_and_in_the_next(counted: Changing, reader: StreamReader) -> None:
    make_counters(lambda: new_request(counted), RECEIPTS, 0.0)
    later = time.time() + 60
    reader.count(RECEIPTS, [told("a", later), told("a", later), told("b", later, "2")])
    reader.count(RECEIPTS, [told("b", later, "2"), told("c", later, "3")])
    assert images(counted) == 3


def test_a_table_without_counters_is_left_alone(counted: Changing, reader: StreamReader) -> None:
    reader.count(RECEIPTS, [told("a", time.time())])
    assert read_counts(new_request(counted), Group.IMAGES) is None
    assert count_all(lambda: new_request(counted), DOCUMENTS) == {}


def test_counters_of_which_an_index_shows_only_some_are_not_used(counted: Changing) -> None:
    """Parts reach the index one by one: there may be new ones beside old ones, or some may be missing."""
    make_counters(lambda: new_request(counted), RECEIPTS, 0.0)
    session = counted.store.session()
    part = session.get(LETTERS, part_key(Group.IMAGES, 3)) or {}
    session.put(LETTERS, {**part, "Generation": part["Generation"] - 1})
    assert images(counted) is None
    session.delete(LETTERS, part_key(Group.IMAGES, 3))
    assert images(counted) is None
    session.put(LETTERS, part)
    assert images(counted) == 0


def test_counters_are_not_used_while_they_are_made_again(counted: Changing) -> None:
    make_counters(lambda: new_request(counted), RECEIPTS, 0.0)
    state = begin_count(new_request(counted), RECEIPTS)
    assert images(counted) is None
    finish_count(new_request(counted), state, {}, time.time() - 1)
    assert images(counted) == 0


class LaggingIndex:
    """An index that shows the newest notes only after it was asked a few times."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, asked: int) -> None:
        self.left, query = asked, Session.query
        monkeypatch.setattr(commands.counters, "LAG_SECONDS", 0.01)

        def lagging(session: Session, asked: Query) -> list[Record]:
            records = query(session, asked)
            if asked.index != BY_KIND or not records:
                return records
            self.left -= 1
            return records if self.left < 0 else records[:-1]

        monkeypatch.setattr(Session, "query", lagging)


def test_counters_are_ready_only_when_the_index_shows_every_change_that_was_noted(
    counted: Changing, reader: StreamReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begin_count(new_request(counted), RECEIPTS)
    reader.count(RECEIPTS, [told("a", time.time()), told("b", time.time(), "2"), told("c", time.time(), "3")])
    reader.count(RECEIPTS, [told("c", time.time(), "3"), told("d", time.time(), "4")])
    index = LaggingIndex(monkeypatch, asked=3)
    finish_count(new_request(counted), state, {}, time.time() - 1)
    assert index.left < 0
    monkeypatch.undo()
    assert images(counted) == 4


def test_counters_are_not_finished_while_the_index_lags_or_another_count_was_begun(
    counted: Changing, reader: StreamReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = begin_count(new_request(counted), RECEIPTS)
    reader.count(RECEIPTS, [told("a", time.time())])
    LaggingIndex(monkeypatch, asked=1_000_000)
    with pytest.raises(Unavailable, match="lags behind"):
        finish_count(Request(counted.store.session(1)), state, {}, time.time() - 1)
    assert state_of(counted) is CounterState.COUNTING
    begin_count(new_request(counted), RECEIPTS)
    with pytest.raises(BadInput, match="Another count"):
        finish_count(new_request(counted), state, {}, time.time() - 1)
