"""Writes whose answers are lost on their way: done once, and never called a conflict with themselves."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from entities.attributes import Record
from entities.tables import RECEIPTS
from loaders.dynamo.client import make_client
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from loaders.dynamo.writes import IS_NEW, IS_THERE, Changes, Condition, Put, Update
from loaders.errors import Conflict, Unavailable
from local.data.engines import Engine
from tests.loaders.fakes import FakeClock, Fault, Faulty, Unclosed

Losing = Callable[..., Session]


@pytest.fixture(scope="module")
def table(embedded: Engine) -> Iterator[tuple[Any, str]]:
    client = make_client(embedded.url)
    name = f"lost-{uuid4().hex[:8]}"
    client.create_table(**RECEIPTS.definition(name))
    yield client, name
    client.delete_table(TableName=name)
    client.close()


@pytest.fixture
def losing(table: tuple[Any, str], clock: FakeClock) -> Iterator[Losing]:
    """A session that meets these faults; `then` happens once after the first."""
    client, name = table
    stores: list[Store] = []

    def make(*faults: Fault, then: Callable[[Session], object] | None = None) -> Session:
        coming = iter(faults)
        others = Store(Unclosed(client), {"receipts": name}, clock=clock)
        calls = 0

        def next_fault(_: str) -> Fault:
            nonlocal calls
            calls += 1
            if calls == 2 and then:
                then(others.session())
            return next(coming, None)

        stores.extend(
            (others, Store(Unclosed(Faulty(client, next_fault, clock, Random(1))), {"receipts": name}, clock=clock))
        )
        return stores[-1].session()

    yield make
    for store in stores:
        store.close()


@pytest.fixture
def key() -> Record:
    return {"PK": f"TEST#{uuid4()}", "SK": "s"}


def test_a_new_item_whose_answer_was_lost_is_not_in_its_own_way(losing: Losing, key: Record) -> None:
    session = losing("lost")
    session.put(RECEIPTS, {**key, "by": "us", "n": 1.0}, IS_NEW)
    assert session.get(RECEIPTS, key, is_consistent=True) == {**key, "by": "us", "n": 1}


def test_a_new_item_that_somebody_else_made_meanwhile_is_a_conflict(losing: Losing, key: Record) -> None:
    session = losing("time-out", then=lambda other: other.put(RECEIPTS, {**key, "by": "them"}))
    with pytest.raises(Conflict) as caught:
        session.put(RECEIPTS, {**key, "by": "us"}, IS_NEW)
    assert caught.value.current == {**key, "by": "them"}
    assert caught.value.is_in_doubt
    assert caught.value.info == {"outcome": "unknown"}


def test_a_conflict_with_no_answer_lost_before_is_certain(losing: Losing, key: Record) -> None:
    session = losing("throttled", "no connection", then=lambda other: other.put(RECEIPTS, {**key, "by": "them"}))
    with pytest.raises(Conflict) as caught:
        session.put(RECEIPTS, {**key, "by": "us"}, IS_NEW)
    assert not caught.value.is_in_doubt
    assert caught.value.info == {}


def test_an_update_whose_answer_was_lost_answers_with_the_item(losing: Losing, key: Record) -> None:
    losing().put(RECEIPTS, {**key, "version": 4})
    changes = Changes(set={"status": "DONE"}, add={"version": 1})
    updated = losing("lost").update(RECEIPTS, key, changes, Condition(equals={"version": 4}))
    assert updated == {**key, "version": 5, "status": "DONE"}


def test_an_update_that_was_overtaken_is_a_conflict_that_admits_its_doubt(losing: Losing, key: Record) -> None:
    losing().put(RECEIPTS, {**key, "version": 4})
    session = losing("lost", then=lambda other: other.update(RECEIPTS, key, Changes(set={"version": 9})))
    with pytest.raises(Conflict) as caught:
        session.update(RECEIPTS, key, Changes(set={"version": 5}), Condition(equals={"version": 4}))
    assert caught.value.is_in_doubt


def test_a_deletion_whose_answer_was_lost_is_done(losing: Losing, key: Record) -> None:
    losing().put(RECEIPTS, key)
    session = losing("lost")
    session.delete(RECEIPTS, key, IS_THERE)
    assert session.get(RECEIPTS, key, is_consistent=True) is None


def test_a_deletion_of_what_is_still_there_is_a_conflict(losing: Losing, key: Record) -> None:
    losing().put(RECEIPTS, {**key, "version": 4})
    with pytest.raises(Conflict):
        losing("time-out").delete(RECEIPTS, key, Condition(equals={"version": 3}))


def test_a_counter_counts_once_however_many_answers_are_lost(losing: Losing, key: Record) -> None:
    for lost in range(1, 6):
        assert losing(*["lost"] * lost).update(RECEIPTS, key, Changes(add={"count": 1}))["count"] == lost


def test_a_counter_that_is_deleted_at_once_has_no_item_to_answer_with(losing: Losing, key: Record) -> None:
    with pytest.raises(Conflict, match="deleted"):
        losing(then=lambda other: other.delete(RECEIPTS, key)).update(RECEIPTS, key, Changes(add={"count": 1}))


def test_a_transaction_happens_once_however_many_answers_are_lost(losing: Losing, key: Record) -> None:
    other = {**key, "SK": "other"}
    session = losing(*["lost"] * 5)
    session.transact_write([Put(RECEIPTS, other, IS_NEW), Update(RECEIPTS, key, Changes(add={"count": 1}))])
    assert session.get(RECEIPTS, key, is_consistent=True) == {**key, "count": 1}


def test_a_hundred_writes_through_bad_weather_have_a_hundred_effects(losing: Losing, key: Record) -> None:
    random = Random(3)
    faults: list[Fault] = ["lost", "time-out", "throttled", "closed", None, None]
    losing().put(RECEIPTS, {**key, "version": 0})
    for version in range(50):
        weather = [random.choice(faults) for _ in range(6)]
        changes = Changes(set={"writer": version}, add={"version": 1})
        losing(*weather).update(RECEIPTS, key, changes, Condition(equals={"version": version}))
        losing(*weather).update(RECEIPTS, key, Changes(add={"count": 1}))
    assert losing().get(RECEIPTS, key, is_consistent=True) == {**key, "version": 50, "count": 50, "writer": 49}


def test_a_write_that_never_gets_an_answer_says_that_its_outcome_is_unknown(losing: Losing, key: Record) -> None:
    with pytest.raises(Unavailable) as caught:
        losing(*["lost"] * 20).put(RECEIPTS, key)
    assert caught.value.info == {"outcome": "unknown"}


def test_a_write_that_was_never_sent_says_nothing_of_the_kind(losing: Losing, key: Record) -> None:
    with pytest.raises(Unavailable) as caught:
        losing(*["no connection"] * 20).put(RECEIPTS, key)
    assert caught.value.info == {}
