"""Time as a dependency: code that sleeps or waits uses a clock, and tests pass their own."""

import time
from typing import Protocol

from loaders.errors import Unavailable


class Clock(Protocol):
    """Reads the time and sleeps."""

    def now(self) -> float:
        """Seconds on a monotonic clock."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait for this many seconds."""
        ...


class SystemClock:
    """The real one."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class Deadline:
    """The time by which a request must be answered."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self._end = clock.now() + seconds

    def left(self) -> float:
        """The seconds that are left; negative once the deadline has passed."""
        return self._end - self.clock.now()

    def check(self) -> None:
        """Raise if the time is up, so that nothing new is started."""
        if self.left() <= 0:
            raise Unavailable("There was not enough time to answer. Ask for less at once.", outOfTime=True)
