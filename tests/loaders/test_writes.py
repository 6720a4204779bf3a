"""Which writes may be sent twice, and how to see whether one was done."""

from typing import Any

import pytest

from entities.attributes import Record
from entities.tables import RECEIPTS
from loaders.dynamo.writes import (
    Action,
    Changes,
    Check,
    Condition,
    Delete,
    Put,
    Update,
    action_size,
    can_repeat,
    is_done,
)

KEY = {"PK": "a", "SK": "b"}


def update(condition: Condition | None = None, **changes: Any) -> Update:
    return Update(RECEIPTS, KEY, Changes(**changes), condition)


REPEATABLE: list[tuple[Action, bool]] = [
    (Put(RECEIPTS, KEY), True),
    (Delete(RECEIPTS, KEY), True),
    (update(set={"a": 1}, remove=("b",)), True),
    (update(add={"tags": {"x"}}), True),
    (update(add={"count": 1}), False),
    (update(Condition(exists=True), add={"count": 1}), False),
    (update(Condition(equals={"version": 3}), add={"count": 1, "version": 1}), False),
    (update(Condition(equals={"version": 3}), add={"version": 1}), True),
]


@pytest.mark.parametrize(("action", "expected"), REPEATABLE)
def test_only_a_number_that_is_added_to_unguarded_must_not_be_sent_twice(action: Action, expected: bool) -> None:
    assert can_repeat(action) is expected


DONE: list[tuple[Action, Record | None, bool]] = [
    (Put(RECEIPTS, {**KEY, "n": 1.0, "l": (1, 2)}), {**KEY, "n": 1, "l": [1, 2]}, True),
    (Put(RECEIPTS, {**KEY, "n": 1}), {**KEY, "n": 2}, False),
    (Put(RECEIPTS, {**KEY, "n": 1}), {**KEY, "n": 1, "more": 1}, False),
    (Put(RECEIPTS, KEY), None, False),
    (Delete(RECEIPTS, KEY), None, True),
    (Delete(RECEIPTS, KEY), KEY, False),
    (update(set={"status": "DONE"}, remove=("worker",)), {**KEY, "status": "DONE", "others": 1}, True),
    (update(set={"status": "DONE"}, remove=("worker",)), {**KEY, "status": "DONE", "worker": "w"}, False),
    (update(set={"status": "DONE"}), {**KEY, "status": "FAILED"}, False),
    (update(set={"status": None}), KEY, False),
    (update(set={"status": "DONE"}), None, False),
    (update(Condition(equals={"v": 3}), add={"v": 1}), {**KEY, "v": 4}, True),
    (update(Condition(equals={"v": 3}), add={"v": 1}), {**KEY, "v": 5}, False),
    (update(Condition(equals={"v": 0.1}), add={"v": 0.2}), {**KEY, "v": 0.3}, True),
    (update(Condition(equals={"v": 3}), add={"v": 1}), KEY, False),
    (update(add={"tags": {"x"}}), {**KEY, "tags": {"x", "y"}}, True),
    (update(add={"tags": {"x"}}), {**KEY, "tags": {"y"}}, False),
    (Check(RECEIPTS, KEY, Condition(exists=True)), None, False),
]


@pytest.mark.parametrize(("action", "current", "expected"), DONE)
def test_the_stored_item_tells_whether_a_write_was_done(action: Action, current: Record | None, expected: bool) -> None:
    assert is_done(action, current) is expected


def test_an_action_is_as_large_as_what_it_carries() -> None:
    assert action_size(Put(RECEIPTS, {**KEY, "text": "x" * 100})) == 6 + 104
    assert action_size(update(set={"text": "x" * 100}, add={"n": 1})) == 6 + 104 + 3
    assert action_size(Delete(RECEIPTS, KEY)) == 6
