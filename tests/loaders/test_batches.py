"""Many items at once: in pieces of the right size, again and again until nothing is left over."""

from random import Random
from typing import Any

import pytest

from entities.attributes import Record
from entities.tables import CATS, RECEIPTS
from loaders.errors import BadInput, Unavailable
from tests.loaders.conftest import MakeStore
from tests.loaders.fakes import FakeClock, Faulty, MemoryDynamo


def key(number: int) -> Record:
    return {"batch_id": number, "img_fprint": f"f{number}"}


def fill(memory: MemoryDynamo, *numbers: int) -> None:
    for number in numbers:
        memory.stored["IceCatWrangler"].put({**key(number), "n": number})


def asked(memory: MemoryDynamo, operation: str = "batch_get_item") -> list[int]:
    """How many keys or items each request had."""
    wanted = [arguments["RequestItems"] for name, arguments in memory.calls if name == operation]
    return [len(each["Keys"]) if isinstance(each, dict) else len(each) for items in wanted for each in items.values()]


def test_250_keys_are_three_requests(memory: MemoryDynamo, make_store: MakeStore) -> None:
    fill(memory, *range(250))
    found = make_store(memory).session().batch_get(CATS, [key(number) for number in range(250)])
    assert [record["n"] for record in found if record] == list(range(250))
    assert sorted(asked(memory)) == [50, 100, 100]


def test_a_key_that_is_given_twice_is_read_once_and_answered_twice(memory: MemoryDynamo, make_store: MakeStore) -> None:
    fill(memory, *range(3))
    keys = [key(number) for number in (2, 0, 2, 1, 0, 2)]
    found = make_store(memory).session().batch_get(CATS, keys)
    assert [record and record["n"] for record in found] == [2, 0, 2, 1, 0, 2]
    assert asked(memory) == [3]


def test_answers_are_in_the_order_of_the_keys_with_none_for_what_is_missing(
    memory: MemoryDynamo, make_store: MakeStore
) -> None:
    random = Random(5)
    session = make_store(memory).session()
    for _ in range(50):
        there = set(random.sample(range(1000), 900))
        memory.stored["IceCatWrangler"].records.clear()
        fill(memory, *there)
        wanted = random.choices(range(1000), k=300)
        found = session.batch_get(CATS, [key(number) for number in wanted])
        assert [record and record["n"] for record in found] == [n if n in there else None for n in wanted]


def test_keys_may_come_with_the_rest_of_their_items(memory: MemoryDynamo, make_store: MakeStore) -> None:
    fill(memory, 1)
    found = make_store(memory).session().batch_get(CATS, [{**key(1), "text": "whatever"}])
    assert found == [{**key(1), "n": 1}]


def test_no_keys_are_no_request(memory: MemoryDynamo, make_store: MakeStore) -> None:
    assert make_store(memory).session().batch_get(CATS, []) == []
    assert memory.calls == []


class Stubborn:
    """Leaves all keys unread for some rounds."""

    def __init__(self, memory: MemoryDynamo, rounds: int) -> None:
        self.memory, self.rounds = memory, rounds

    def batch_get_item(self, **arguments: Any) -> dict[str, Any]:
        self.rounds -= 1
        if self.rounds < 0:
            return self.memory.batch_get_item(**arguments)
        ((name, _),) = arguments["RequestItems"].items()
        return {"Responses": {}, "UnprocessedKeys": {name: {"Keys": [key(1), key(2)]}}}

    def close(self) -> None:
        """Nothing to close."""


@pytest.mark.parametrize("rounds", range(1, 8))
def test_unread_keys_are_asked_for_up_to_seven_times_more(
    memory: MemoryDynamo, make_store: MakeStore, clock: FakeClock, rounds: int
) -> None:
    fill(memory, 1, 2)
    random = Random(rounds)
    store = make_store(Stubborn(memory, rounds), jitter=lambda limit: random.uniform(0, limit))
    assert store.session().batch_get(CATS, [key(1), key(2)]) == [{**key(1), "n": 1}, {**key(2), "n": 2}]
    assert len(clock.sleeps) == rounds
    for count, seconds in enumerate(clock.sleeps):
        assert 0 <= seconds <= min(1.0, 0.05 * 2**count)


def test_keys_that_stay_unread_for_eight_rounds_are_an_error(
    memory: MemoryDynamo, make_store: MakeStore, clock: FakeClock
) -> None:
    fill(memory, 1, 2)
    with pytest.raises(Unavailable) as caught:
        make_store(Stubborn(memory, 8)).session().batch_get(CATS, [key(1), key(2)])
    assert caught.value.info == {"left": 2}
    assert sum(clock.sleeps) < 5.0


def test_an_answer_about_keys_that_nobody_asked_for_is_an_error(memory: MemoryDynamo, make_store: MakeStore) -> None:
    with pytest.raises(Unavailable):
        make_store(Stubborn(memory, 1)).session().batch_get(CATS, [key(1)])


def test_large_items_of_one_partition_come_piece_by_piece(memory: MemoryDynamo, make_store: MakeStore) -> None:
    keys = [{"PK": "p", "SK": f"{number:03d}"} for number in range(100)]
    for each in keys:
        memory.stored["ReceiptsTable"].put({**each, "text": "x" * 300_000})
    found = make_store(memory).session().batch_get(RECEIPTS, keys)
    assert [record and record["SK"] for record in found] == [each["SK"] for each in keys]
    assert len(memory.calls) > 30


def test_an_answer_of_more_than_16_mb_comes_piece_by_piece(memory: MemoryDynamo, make_store: MakeStore) -> None:
    keys = [{"PK": f"p{number}", "SK": "s"} for number in range(100)]
    for each in keys:
        memory.stored["ReceiptsTable"].put({**each, "text": "x" * 390_000})
    found = make_store(memory).session().batch_get(RECEIPTS, keys)
    assert all(found)
    assert len(memory.calls) == 3


def test_260_items_are_written_in_pieces_of_25_although_a_third_is_left_over(
    memory: MemoryDynamo, make_store: MakeStore, clock: FakeClock
) -> None:
    random = Random(7)
    wrapped = Faulty(memory, lambda _: "partial" if random.random() < 0.3 else None, clock, random)
    make_store(wrapped).session().batch_write(CATS, [{**key(number), "n": number} for number in range(260)])
    assert len(memory.stored["IceCatWrangler"].records) == 260
    assert max(asked(memory, "batch_write_item")) <= 25
    assert any(fault == "partial" for _, fault in wrapped.faults)


def test_items_that_stay_unwritten_are_an_error(make_store: MakeStore) -> None:
    class Full(MemoryDynamo):
        def batch_write_item(self, **arguments: Any) -> dict[str, Any]:
            return {"UnprocessedItems": arguments["RequestItems"]}

    with pytest.raises(Unavailable):
        make_store(Full(CATS)).session().batch_write(CATS, [key(1)])


def test_the_same_item_twice_in_a_batch_is_refused_before_anything_is_sent(
    memory: MemoryDynamo, make_store: MakeStore
) -> None:
    session = make_store(memory).session()
    for puts, deletes in (([key(1), key(1)], []), ([key(1)], [key(1)]), ([], [key(1), key(1)])):
        with pytest.raises(BadInput, match="twice"):
            session.batch_write(CATS, puts, deletes)
    assert memory.calls == []
