"""Reads that are complete or an error, within their time, whatever happens on the way."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from entities.attributes import Record
from entities.tables import CATS, RECEIPTS
from loaders.dynamo.meter import MeteredRead
from loaders.dynamo.requests import Begins, Between, Query
from loaders.dynamo.retry import full_jitter
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from loaders.dynamo.writes import Delete, Put
from loaders.errors import (
    BadCursor,
    BadInput,
    CircuitOpen,
    LoaderError,
    RefusedByDynamoDB,
    Throttled,
    TooLarge,
    Unavailable,
)
from tests.loaders.conftest import NAMES, MakeStore
from tests.loaders.fakes import FAULTS, FakeClock, Fault, Faulty, MemoryDynamo
from tests.thoroughness import many

SCHEDULES = many(1_000, 10_000)
WRAPPED = Callable[..., Faulty]


def fill(memory: MemoryDynamo, count: int, size: int = 10, partition: str = "p") -> list[str]:
    """Items in one partition; their sort keys."""
    sorts = [f"s{number:05d}" for number in range(count)]
    for sort in sorts:
        memory.stored["ReceiptsTable"].put({"PK": partition, "SK": sort, "text": "x" * size})
    return sorts


def sorts_of(records: list[Record]) -> list[str]:
    return [record["SK"] for record in records]


def test_an_item_is_got_by_its_key_or_is_none(memory: MemoryDynamo, make_store: MakeStore) -> None:
    fill(memory, 1)
    session = make_store(memory).session()
    assert session.get(RECEIPTS, {"PK": "p", "SK": "s00000"}) == {"PK": "p", "SK": "s00000", "text": "x" * 10}
    assert session.get(RECEIPTS, {"PK": "p", "SK": "none"}) is None


def test_a_query_follows_its_pages_to_the_end(memory: MemoryDynamo, make_store: MakeStore) -> None:
    sorts = fill(memory, 100, size=100_000)
    session = make_store(memory).session()
    assert sorts_of(session.query(Query(RECEIPTS, None, "p"))) == sorts
    assert session.meter.requests == 10
    assert sorts_of(session.query(Query(RECEIPTS, None, "p", newest_first=True))) == sorts[::-1]
    assert sorts_of(session.query(Query(RECEIPTS, None, "p", Begins("s0001")))) == sorts[10:20]
    assert sorts_of(session.query(Query(RECEIPTS, None, "p", Between("s00003", "s00004")))) == sorts[3:5]


@pytest.mark.parametrize("limit", [0, 1, 7, 10, 99, 100, 101])
def test_a_query_stops_at_its_limit(memory: MemoryDynamo, make_store: MakeStore, limit: int) -> None:
    sorts = fill(memory, 100, size=100_000)
    session = make_store(memory).session()
    assert sorts_of(session.query(Query(RECEIPTS, None, "p", limit=limit))) == sorts[:limit]


def test_a_page_is_one_request_and_says_where_to_go_on(memory: MemoryDynamo, make_store: MakeStore) -> None:
    sorts = fill(memory, 25, size=100_000)
    session = make_store(memory).session()
    first = session.page(Query(RECEIPTS, None, "p"))
    assert session.meter.requests == 1
    assert first.next_key == {"PK": "p", "SK": sorts_of(first.records)[-1]}
    rest = session.query(Query(RECEIPTS, None, "p", after=first.next_key))
    assert sorts_of(first.records) + sorts_of(rest) == sorts


def test_a_start_in_another_partition_is_refused_before_it_is_sent(memory: MemoryDynamo, make_store: MakeStore) -> None:
    with pytest.raises(BadCursor):
        make_store(memory).session().page(Query(RECEIPTS, None, "p", after={"PK": "q", "SK": "s"}))
    assert memory.calls == []


def test_an_engine_that_goes_round_in_circles_is_an_error(make_store: MakeStore) -> None:
    class Circling(MemoryDynamo):
        def query(self, **_: Any) -> dict[str, Any]:
            return {"Items": [], "Count": 0, "LastEvaluatedKey": {"PK": "p", "SK": "s"}}

    with pytest.raises(Unavailable):
        make_store(Circling(RECEIPTS)).session().query(Query(RECEIPTS, None, "p"))


@pytest.mark.parametrize("fault", FAULTS)
def test_what_passes_is_tried_again(memory: MemoryDynamo, make_store: MakeStore, faulty: WRAPPED, fault: str) -> None:
    sorts = fill(memory, 3)
    session = make_store(faulty(memory, fault, fault)).session()
    assert sorts_of(session.query(Query(RECEIPTS, None, "p"))) == sorts
    assert session.meter.requests == 3


def test_what_does_not_pass_is_not_tried_again(memory: MemoryDynamo, make_store: MakeStore, faulty: WRAPPED) -> None:
    client = faulty(memory, "denied")
    with pytest.raises(RefusedByDynamoDB):
        make_store(client).session().query(Query(RECEIPTS, None, "p"))
    assert len(client.faults) == 1


def test_after_eight_tries_the_last_failure_is_the_error(
    memory: MemoryDynamo, make_store: MakeStore, faulty: WRAPPED, clock: FakeClock
) -> None:
    client = faulty(memory, *["throttled"] * 8)
    with pytest.raises(Throttled) as caught:
        make_store(client).session().query(Query(RECEIPTS, None, "p"))
    assert len(client.faults) == 8
    assert sum(clock.sleeps) < 5.0
    assert "ReceiptsTable" in str(caught.value.__cause__)
    assert "ReceiptsTable" not in f"{caught.value.message} {caught.value.info}"


def test_a_page_that_failed_once_can_be_asked_for_again_in_the_same_request(
    memory: MemoryDynamo, make_store: MakeStore, faulty: WRAPPED
) -> None:
    sorts = fill(memory, 3)
    session = make_store(faulty(memory, *["throttled"] * 8)).session()
    with pytest.raises(Throttled):
        session.query(Query(RECEIPTS, None, "p"))
    assert sorts_of(session.query(Query(RECEIPTS, None, "p"))) == sorts


@pytest.mark.parametrize("fault", FAULTS)
def test_with_two_seconds_left_nobody_sleeps_past_one_and_a_half(
    memory: MemoryDynamo, make_store: MakeStore, faulty: WRAPPED, clock: FakeClock, fault: str
) -> None:
    start = clock.now()
    slept_until: list[float] = []
    real_sleep = clock.sleep

    def sleep(seconds: float) -> None:
        real_sleep(seconds)
        slept_until.append(clock.now() - start)

    clock.sleep = sleep  # type: ignore[method-assign]
    with pytest.raises(LoaderError):
        make_store(faulty(memory, *[fault] * 50)).session(2.0).get(RECEIPTS, {"PK": "p", "SK": "s"})
    assert max(slept_until, default=0.0) <= 1.5


def test_after_the_deadline_nothing_is_sent(memory: MemoryDynamo, make_store: MakeStore, clock: FakeClock) -> None:
    session = make_store(memory).session(1.0)
    clock.pass_by(1.0)
    with pytest.raises(Unavailable, match="time"):
        session.get(RECEIPTS, {"PK": "p", "SK": "s"})
    assert memory.calls == []


def test_five_failed_calls_in_a_row_open_the_circuit_for_every_operation(
    memory: MemoryDynamo, make_store: MakeStore, faulty: WRAPPED, clock: FakeClock
) -> None:
    client = faulty(memory, *["internal error"] * 40)
    store = make_store(client)
    for _ in range(5):
        with pytest.raises(Unavailable):
            store.session().get(RECEIPTS, {"PK": "p", "SK": "s"})
    key = {"PK": "p", "SK": "s"}
    operations: list[Callable[[Session], Any]] = [
        lambda session: session.get(RECEIPTS, key),
        lambda session: session.query(Query(RECEIPTS, None, "p")),
        lambda session: session.batch_get(RECEIPTS, [key]),
        lambda session: session.put(RECEIPTS, key),
        lambda session: session.delete(RECEIPTS, key),
        lambda session: session.batch_write(RECEIPTS, [key]),
        lambda session: session.transact_write([Put(RECEIPTS, key), Delete(CATS, {"batch_id": 1, "img_fprint": "f"})]),
    ]
    for operation in operations:
        with pytest.raises(CircuitOpen):
            operation(store.session())
    assert len(client.faults) == 40
    assert store.session().get(CATS, {"batch_id": 1, "img_fprint": "f"}) is None
    clock.pass_by(30)
    assert store.session().get(RECEIPTS, key) is None


def test_a_short_spell_of_throttling_does_not_open_the_circuit(
    memory: MemoryDynamo, make_store: MakeStore, faulty: WRAPPED
) -> None:
    store = make_store(faulty(memory, *["throttled"] * 7, None, *["throttled"] * 7))
    for _ in range(2):
        assert store.session().get(RECEIPTS, {"PK": "p", "SK": "s"}) is None


def test_a_meter_sees_what_was_read(memory: MemoryDynamo, make_store: MakeStore) -> None:
    fill(memory, 3, size=4000)
    session = make_store(memory).session()
    session.query(Query(RECEIPTS, None, "p", Begins("s")))
    session.batch_get(RECEIPTS, [{"PK": "p", "SK": "s00000"}, {"PK": "p", "SK": "none"}], is_consistent=True)
    assert session.meter.reads == [
        MeteredRead("query", "receipts", None, "PK=p, SK begins s", items=3, units=1.5),
        MeteredRead("batch_get_item", "receipts", None, "2 keys", items=1, units=2.0),
    ]
    assert (session.meter.requests, session.meter.items, session.meter.read_units) == (2, 4, 3.5)


def test_nothing_of_a_session_survives_it(memory: MemoryDynamo, make_store: MakeStore) -> None:
    fill(memory, 3)
    store = make_store(memory)
    first = store.session()
    first.query(Query(RECEIPTS, None, "p"))
    second = store.session()
    assert second.meter.requests == 0
    assert second.meter is not first.meter
    assert second.deadline is not first.deadline


def test_transactions_past_the_limits_are_refused_before_they_are_sent(
    memory: MemoryDynamo, make_store: MakeStore
) -> None:
    session = make_store(memory).session()
    small = [Put(RECEIPTS, {"PK": "p", "SK": str(number)}) for number in range(101)]
    large = [Put(RECEIPTS, {"PK": "p", "SK": str(number), "text": "x" * 390_000}) for number in range(11)]
    with pytest.raises(BadInput, match="100"):
        session.transact_write(small)
    with pytest.raises(BadInput, match="4 MB"):
        session.transact_write(large)
    with pytest.raises(BadInput, match="1 to 100"):
        session.transact_write([])
    assert memory.calls == []


def test_an_item_past_400_kb_is_refused_before_it_is_sent(memory: MemoryDynamo, make_store: MakeStore) -> None:
    with pytest.raises(TooLarge, match="400 KB"):
        make_store(memory).session().put(RECEIPTS, {"PK": "p", "SK": "s", "text": "x" * 410_000})
    assert memory.calls == []


@pytest.mark.no_cover
def test_whatever_goes_wrong_an_answer_is_whole_or_an_error() -> None:
    """Many random courses of events, each on a clock of its own and within its time."""
    memory = MemoryDynamo(RECEIPTS)
    sorts = fill(memory, 12, size=300_000)
    keys = [{"PK": f"q{number % 30}", "SK": f"s{number:05d}"} for number in range(90)]
    for key in keys[::2]:
        memory.stored["ReceiptsTable"].put({**key, "text": "x" * 150_000})
    outcomes = {"whole": 0, "error": 0}
    clock = FakeClock()
    random = Random(20_240_607)
    trouble = 0.0

    def next_fault(_: str) -> Fault:
        return random.choice((*FAULTS, "partial", "partial", "denied")) if random.random() < trouble else None

    client = Faulty(memory, next_fault, clock, random)
    for schedule in range(SCHEDULES):
        trouble = random.choice((0.05, 0.3, 0.6, 0.9))
        seconds = random.choice((1.0, 2.0, 10.0, 25.0))
        store = Store(client, NAMES, clock=clock, jitter=full_jitter)
        session, start = store.session(seconds), clock.now()
        try:
            _expect_whole(session, sorts, keys, is_query=schedule % 2 == 0)
            outcomes["whole"] += 1
        except LoaderError:
            outcomes["error"] += 1
        # A request on its way is not called back: the last one may end in its time-out.
        assert clock.now() - start <= seconds + 3.0
        store.close()
        memory.calls.clear()
    assert min(outcomes.values()) > SCHEDULES / 10


def _expect_whole(session: Session, sorts: list[str], keys: list[Record], *, is_query: bool) -> None:
    if is_query:
        assert sorts_of(session.query(Query(RECEIPTS, None, "p"))) == sorts
        return
    found = session.batch_get(RECEIPTS, keys)
    assert [record and record["SK"] for record in found] == [
        key["SK"] if number % 2 == 0 else None for number, key in enumerate(keys)
    ]
