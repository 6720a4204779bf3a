"""Writes on real engines: conditions, transactions and races."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

from entities.attributes import Record
from entities.tables import DOCUMENTS, NOVAE, RECEIPTS
from loaders.dynamo.client import make_client
from loaders.dynamo.requests import Query
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from loaders.dynamo.writes import IS_NEW, IS_THERE, Changes, Check, Condition, Delete, Put, Raw, Update
from loaders.errors import BadInput, Conflict, TooLarge, TransactionConflict
from local.data.engines import Engine


def test_a_conflict_carries_the_current_item(session: Session, partition: str) -> None:
    key = {"PK": partition, "SK": "s"}
    session.put(RECEIPTS, {**key, "version": 3}, IS_NEW)
    attempts: list[Callable[[], Any]] = [
        lambda: session.put(RECEIPTS, {**key, "version": 1}, IS_NEW),
        lambda: session.update(RECEIPTS, key, Changes(set={"version": 3}), Condition(equals={"version": 2})),
        lambda: session.delete(RECEIPTS, key, Condition(below={"version": 3})),
        lambda: session.put(RECEIPTS, key, Condition(one_of={"version": (1, 2)})),
        lambda: session.put(RECEIPTS, key, Condition(lacks=("version",))),
    ]
    for attempt in attempts:
        with pytest.raises(Conflict) as caught:
            attempt()
        assert caught.value.current == {**key, "version": 3}
        assert not caught.value.is_in_doubt
    with pytest.raises(Conflict) as caught:
        session.update(RECEIPTS, {"PK": partition, "SK": "none"}, Changes(set={"a": 1}), IS_THERE)
    assert caught.value.current is None


def test_conditions_that_hold_let_a_write_through(session: Session, partition: str) -> None:
    key = {"PK": partition, "SK": "s"}
    session.put(RECEIPTS, {**key, "status": "A", "role": 5, "tags": {"x"}})
    holding = [
        IS_THERE,
        Condition(equals={"status": "A"}, one_of={"role": (4, 5)}, below={"role": 6}, has=("tags",), lacks=("ttl",)),
        Condition(any_of=(IS_NEW, Condition(has=("status",)))),
        Condition(raw=Raw("contains(#t, :x)", {"#t": "tags"}, {":x": "x"})),
    ]
    for condition in holding:
        session.update(RECEIPTS, key, Changes(set={"name": "n"}), condition)


def test_an_update_sets_removes_and_adds(session: Session, partition: str) -> None:
    key = {"PK": partition, "SK": "s"}
    session.put(RECEIPTS, {**key, "status": "A", "error": "e", "count": 1, "tags": {"x"}})
    changes = Changes(set={"status": "B"}, remove=("error", "absent"), add={"count": 2, "tags": {"y"}})
    assert session.update(RECEIPTS, key, changes) == {**key, "status": "B", "count": 3, "tags": {"x", "y"}}


def test_an_update_of_a_counter_keeps_its_condition(session: Session, partition: str) -> None:
    key = {"PK": partition, "SK": "s"}
    with pytest.raises(Conflict):
        session.update(RECEIPTS, key, Changes(add={"count": 1}), IS_THERE)
    assert session.update(RECEIPTS, key, Changes(add={"count": 1}), IS_NEW) == {**key, "count": 1}


def test_a_transaction_happens_whole_or_not_at_all(session: Session, partition: str) -> None:
    first, second = {"PK": partition, "SK": "1"}, {"PK": partition, "SK": "2"}
    session.put(RECEIPTS, {**second, "v": 7})
    with pytest.raises(TransactionConflict) as caught:
        session.transact_write([Put(RECEIPTS, first), Delete(NOVAE, first), Put(RECEIPTS, second, IS_NEW)])
    assert caught.value.action == 2
    assert caught.value.current == {**second, "v": 7}
    assert session.get(RECEIPTS, first, is_consistent=True) is None
    session.transact_write(
        [
            Put(RECEIPTS, first, IS_NEW),
            Update(RECEIPTS, second, Changes(add={"v": 1}), Condition(equals={"v": 7})),
            Check(DOCUMENTS, {"JobID": partition}, IS_NEW),
        ]
    )
    assert session.batch_get(RECEIPTS, [second, first], is_consistent=True) == [{**second, "v": 8}, first]


def test_a_hundred_actions_are_one_transaction(session: Session, partition: str) -> None:
    session.transact_write(
        [Put(RECEIPTS, record) for record in ({"PK": partition, "SK": str(number)} for number in range(100))]
    )
    assert len(session.query(Query(RECEIPTS, None, partition))) == 100


def test_the_same_token_has_one_effect_and_is_for_one_request_only(session: Session, partition: str) -> None:
    key, token = {"PK": partition, "SK": "s"}, str(uuid4())
    for _ in range(2):
        session.transact_write([Update(RECEIPTS, key, Changes(add={"n": 1}))], token)
    assert session.get(RECEIPTS, key, is_consistent=True) == {**key, "n": 1}
    with pytest.raises(BadInput, match="token"):
        session.transact_write([Update(RECEIPTS, key, Changes(add={"n": 2}))], token)


def test_an_item_that_would_grow_too_large_is_too_large(session: Session, partition: str) -> None:
    key = {"PK": partition, "SK": "s"}
    session.put(RECEIPTS, {**key, "a": "x" * 300_000})
    with pytest.raises(TooLarge):
        session.update(RECEIPTS, key, Changes(set={"b": "x" * 200_000}))


def test_of_fifty_writers_with_the_same_version_one_wins(embedded: Engine) -> None:
    client = make_client(embedded.url, pool_size=50)
    name = f"race-{uuid4().hex[:8]}"
    client.create_table(**RECEIPTS.definition(name))
    key = {"PK": "p", "SK": "s"}
    with Store(client, {"receipts": name}) as store, ThreadPoolExecutor(50) as threads:
        store.session().put(RECEIPTS, {**key, "version": 4})

        def write(number: int) -> bool:
            changes = Changes(set={"writer": number}, add={"version": 1})
            try:
                store.session().update(RECEIPTS, key, changes, Condition(equals={"version": 4}))
            except Conflict as conflict:
                lost.append(conflict.current)
                return False
            return True

        lost: list[Record | None] = []
        won = list(threads.map(write, range(50)))
        assert won.count(True) == 1
        assert [current and current["version"] for current in lost] == [5] * 49
        current = store.session().get(RECEIPTS, key, is_consistent=True)
        assert current == {**key, "version": 5, "writer": won.index(True)}
        client.delete_table(TableName=name)
