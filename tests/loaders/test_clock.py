"""Deadlines, on a clock that is moved by hand."""

import pytest

from loaders.dynamo.clock import Deadline, SystemClock
from loaders.errors import Unavailable
from tests.loaders.fakes import FakeClock


def test_a_deadline_says_what_is_left() -> None:
    clock = FakeClock()
    deadline = Deadline(clock, 2.0)
    clock.pass_by(0.5)
    assert deadline.left() == 1.5
    deadline.check()


def test_nothing_is_begun_after_the_deadline() -> None:
    clock = FakeClock()
    deadline = Deadline(clock, 2.0)
    clock.pass_by(2.0)
    with pytest.raises(Unavailable, match="not enough time"):
        deadline.check()


def test_the_real_clock_goes_on_and_sleeps() -> None:
    clock = SystemClock()
    before = clock.now()
    clock.sleep(0.01)
    assert clock.now() - before >= 0.01
