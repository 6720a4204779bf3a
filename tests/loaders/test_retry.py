"""Pauses between tries: how long, how many, and never into the deadline."""

from loaders.dynamo.clock import Deadline
from loaders.dynamo.retry import Retries, full_jitter
from tests.loaders.fakes import FakeClock


def longest(limit: float) -> float:
    return limit


def paused(retries: Retries) -> int:
    """How many pauses there are before it gives up."""
    return next(count for count in range(1000) if not retries.pause())


def test_eight_rounds_have_seven_pauses_that_double_up_to_a_second() -> None:
    clock = FakeClock()
    retries = Retries(Deadline(clock, 60.0), longest, attempts=8)
    assert paused(retries) == 7
    assert clock.sleeps == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0]


def test_jitter_draws_from_the_whole_span() -> None:
    drawn = [full_jitter(0.8) for _ in range(2000)]
    assert 0.0 <= min(drawn) < 0.05
    assert 0.75 < max(drawn) <= 0.8


def test_progress_starts_the_count_anew() -> None:
    clock = FakeClock()
    retries = Retries(Deadline(clock, 60.0), longest, attempts=8)
    for _ in range(20):
        assert retries.pause()
        retries.progress()
    assert clock.sleeps == [0.05] * 20


def test_all_pauses_together_stay_below_five_seconds_even_with_progress() -> None:
    clock = FakeClock()
    retries = Retries(Deadline(clock, 60.0), longest, attempts=8)
    for _ in range(20):
        for _ in range(6):
            retries.pause()
        retries.progress()
    assert sum(clock.sleeps) < 5.0
    assert not retries.pause()


def test_with_two_seconds_left_nobody_sleeps_past_one_and_a_half() -> None:
    clock = FakeClock()
    start = clock.now()
    retries = Retries(Deadline(clock, 2.0), longest, attempts=8)
    paused(retries)
    assert clock.now() - start <= 1.5


def test_with_half_a_second_left_there_is_no_other_try() -> None:
    clock = FakeClock()
    assert not Retries(Deadline(clock, 0.5), longest, attempts=8).pause()
    assert clock.sleeps == []
