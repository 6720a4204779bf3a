"""Side by side on a few threads: order, errors, and no deadlock however deep it goes."""

from collections.abc import Iterator
from threading import Barrier, Event, Thread, active_count

import pytest

from loaders.dynamo.pool import Pool


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(4)
    yield made
    made.close()


def test_results_come_in_the_order_of_the_calls(pool: Pool) -> None:
    assert pool.together([lambda value=value: value for value in range(50)]) == list(range(50))  # type: ignore[misc]


def test_nothing_to_do_is_nothing(pool: Pool) -> None:
    assert pool.together([]) == []


def test_calls_run_at_the_same_time(pool: Pool) -> None:
    meeting = Barrier(4, timeout=5)
    assert sorted(pool.together([meeting.wait] * 4)) == [0, 1, 2, 3]


def test_the_first_error_in_order_is_raised(pool: Pool) -> None:
    has_failed = Event()

    def fail_first_in_time() -> None:
        has_failed.set()
        raise KeyError

    def fail_first_in_order() -> None:
        has_failed.wait(5)
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011  which one it is, is the point
        pool.together([fail_first_in_order, fail_first_in_time])


def test_what_has_begun_has_ended_when_the_error_is_raised(pool: Pool) -> None:
    has_begun, has_ended = Event(), Event()

    def slow() -> None:
        has_begun.set()
        Event().wait(0.1)
        has_ended.set()

    def fail() -> None:
        has_begun.wait(5)
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        pool.together([fail, slow])
    assert has_ended.is_set()


def test_after_an_error_nothing_more_is_begun() -> None:
    pool = Pool(1)
    is_blocked, may_go = Event(), Event()
    done: list[int] = []

    def block() -> None:
        is_blocked.set()
        may_go.wait(5)

    def fail() -> None:
        is_blocked.wait(5)
        may_go.set()
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011
        pool.together([fail, block, *[lambda: done.append(1)] * 20])
    pool.close()
    assert len(done) < 20


def test_calls_that_ask_for_more_never_wait_for_each_other(pool: Pool) -> None:
    def tree(depth: int) -> int:
        if depth == 0:
            return 1
        return sum(pool.together([lambda: tree(depth - 1)] * 4))

    assert tree(5) == 4**5


def test_nor_do_they_when_they_fail(pool: Pool) -> None:
    def tree(depth: int) -> None:
        if depth == 0:
            raise ValueError
        pool.together([lambda: tree(depth - 1)] * 4)

    outcomes: list[str] = []

    def try_often() -> None:
        for _ in range(200):
            with pytest.raises(ValueError):  # noqa: PT011
                tree(4)
        outcomes.append("ended")

    thread = Thread(target=try_often, daemon=True)
    thread.start()
    thread.join(20)
    assert outcomes == ["ended"]


def test_it_never_has_more_threads_than_it_was_given(pool: Pool) -> None:
    before = active_count()
    pool.together([lambda: None] * 100)
    assert active_count() - before <= 4


def test_a_single_call_needs_no_thread(pool: Pool) -> None:
    before = active_count()
    assert pool.together([active_count]) == [before]
