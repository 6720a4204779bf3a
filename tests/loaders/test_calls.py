"""A call and its tries: what they share, when they stop, and what the error says of them."""

from collections.abc import Callable

import pytest

from entities.tables import RECEIPTS
from loaders.dynamo.requests import Query
from loaders.dynamo.store import Store
from loaders.errors import CircuitOpen, Throttled, Unavailable
from tests.loaders.conftest import MakeStore
from tests.loaders.fakes import FakeClock, Faulty, MemoryDynamo

KEY = {"PK": "p", "SK": "s"}
Wrap = Callable[..., Faulty]


def test_every_page_of_a_query_has_its_own_count_of_tries(
    memory: MemoryDynamo, make_store: MakeStore, faulty: Wrap
) -> None:
    for number in range(25):
        memory.stored["ReceiptsTable"].put({"PK": "p", "SK": f"{number:02d}", "text": "x" * 100_000})
    trouble = [*["throttled"] * 4, None] * 3
    session = make_store(faulty(memory, *trouble)).session()
    assert len(session.query(Query(RECEIPTS, None, "p"))) == 25
    assert session.meter.requests == 15


def test_the_pauses_of_all_pages_together_have_one_limit(
    memory: MemoryDynamo, make_store: MakeStore, faulty: Wrap, clock: FakeClock
) -> None:
    for number in range(50):
        memory.stored["ReceiptsTable"].put({"PK": "p", "SK": f"{number:02d}", "text": "x" * 100_000})
    trouble = [*["throttled"] * 6, None] * 5
    with pytest.raises(Throttled):
        make_store(faulty(memory, *trouble)).session().query(Query(RECEIPTS, None, "p"))
    assert sum(clock.sleeps) < 5.0


def test_a_read_that_failed_leaves_nothing_in_doubt(memory: MemoryDynamo, make_store: MakeStore, faulty: Wrap) -> None:
    with pytest.raises(Unavailable) as caught:
        make_store(faulty(memory, *["time-out"] * 8)).session().get(RECEIPTS, KEY)
    assert caught.value.info == {}


def _fail_five_times(store: Store) -> None:
    """So little time that nothing is tried twice."""
    for _ in range(5):
        with pytest.raises(Unavailable):
            store.session(0.1).get(RECEIPTS, KEY)


def test_a_call_gives_up_when_others_find_the_table_failing(
    memory: MemoryDynamo, make_store: MakeStore, faulty: Wrap, clock: FakeClock
) -> None:
    client = faulty(memory, *["overloaded"] * 50)
    store = make_store(client)
    rest = clock.sleep

    def sleep_while_others_fail(seconds: float) -> None:
        rest(seconds)
        clock.sleep = rest  # type: ignore[method-assign]
        _fail_five_times(store)

    clock.sleep = sleep_while_others_fail  # type: ignore[method-assign]
    with pytest.raises(CircuitOpen) as caught:
        store.session().batch_write(RECEIPTS, [KEY])
    assert len(client.faults) == 6
    assert caught.value.info == {"retryAfter": 30, "outcome": "unknown"}
