"""The life of a circuit breaker."""

from threading import Barrier, Thread

import pytest

from loaders.dynamo.breaker import CircuitBreaker
from loaders.errors import BadInput, CircuitOpen, Conflict, LoaderError, Throttled, Unavailable
from tests.loaders.fakes import FakeClock


def end(breaker: CircuitBreaker, *errors: LoaderError | None) -> None:
    """Make calls that end like this."""
    for error in errors:
        if error is None:
            with breaker.call():
                pass
        else:
            with pytest.raises(type(error)), breaker.call():
                raise error


def opened(clock: FakeClock) -> CircuitBreaker:
    breaker = CircuitBreaker(clock)
    end(breaker, *(Unavailable() for _ in range(5)))
    return breaker


def test_four_failures_leave_it_closed_and_the_fifth_opens_it() -> None:
    breaker = CircuitBreaker(FakeClock())
    end(breaker, Throttled(), Unavailable(), Throttled(), Unavailable(), Unavailable())
    with pytest.raises(CircuitOpen) as caught:
        end(breaker, None)
    assert caught.value.retry_after == 30.0
    assert caught.value.info == {"retryAfter": 30}


def test_only_failures_in_a_row_count() -> None:
    breaker = CircuitBreaker(FakeClock())
    for _ in range(3):
        end(breaker, *(Unavailable() for _ in range(4)), None)
    end(breaker, None)


def test_conflicts_and_bad_input_are_answers() -> None:
    breaker = CircuitBreaker(FakeClock())
    end(breaker, *(Conflict() for _ in range(10)), *(BadInput("no") for _ in range(10)), None)
    for answer in (Conflict(), BadInput("no")):
        end(breaker, *(Unavailable() for _ in range(4)), answer)
    end(breaker, None)


def test_it_stays_open_for_thirty_seconds() -> None:
    clock = FakeClock()
    breaker = opened(clock)
    clock.pass_by(29.9)
    with pytest.raises(CircuitOpen):
        end(breaker, None)
    clock.pass_by(0.1)
    end(breaker, None, None)


def test_half_open_it_lets_a_single_call_try() -> None:
    clock = FakeClock()
    breaker = opened(clock)
    clock.pass_by(30)
    with breaker.call(), pytest.raises(CircuitOpen), breaker.call():
        pytest.fail("two tried at once")
    end(breaker, None)


def test_a_trial_that_fails_opens_it_again_for_the_whole_time() -> None:
    clock = FakeClock()
    breaker = opened(clock)
    clock.pass_by(30)
    end(breaker, Unavailable())
    clock.pass_by(29)
    with pytest.raises(CircuitOpen):
        end(breaker, None)
    clock.pass_by(1)
    end(breaker, None)


def test_after_a_good_trial_it_takes_five_failures_again() -> None:
    clock = FakeClock()
    breaker = opened(clock)
    clock.pass_by(30)
    end(breaker, None, *(Unavailable() for _ in range(4)), None)


def test_a_trial_that_ends_in_a_conflict_was_answered() -> None:
    clock = FakeClock()
    breaker = opened(clock)
    clock.pass_by(30)
    end(breaker, Conflict(), None)


def test_a_trial_that_breaks_off_leaves_the_next_one_to_try() -> None:
    clock = FakeClock()
    breaker = opened(clock)
    clock.pass_by(30)
    with pytest.raises(KeyError), breaker.call():
        raise KeyError
    end(breaker, None)


def test_a_call_from_before_does_not_close_what_opened_meanwhile() -> None:
    clock = FakeClock()
    breaker = CircuitBreaker(clock)
    with breaker.call():
        end(breaker, *(Unavailable() for _ in range(5)))
    with pytest.raises(CircuitOpen):
        end(breaker, None)


def test_a_call_under_way_is_told_when_it_opens() -> None:
    breaker = CircuitBreaker(FakeClock())
    breaker.check()
    end(breaker, *(Unavailable() for _ in range(5)))
    with pytest.raises(CircuitOpen):
        breaker.check()


def test_of_many_threads_one_tries_and_the_others_are_refused() -> None:
    clock = FakeClock()
    breaker = opened(clock)
    clock.pass_by(30)
    all_at_once, all_done = Barrier(8), Barrier(8)
    outcomes: list[str] = []

    def try_it() -> None:
        all_at_once.wait()
        try:
            with breaker.call():
                all_done.wait()
                outcomes.append("tried")
        except CircuitOpen:
            outcomes.append("refused")
            all_done.wait()

    threads = [Thread(target=try_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["refused"] * 7 + ["tried"]
