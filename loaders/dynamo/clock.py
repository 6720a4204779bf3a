"""Time, as something that can be handed in: what sleeps or waits asks a clock, and tests bring their own."""

import time
from typing import Protocol

from loaders.errors import Unavailable


class Clock(Protocol):
    """What tells the time and lets it pass."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let so many seconds pass."""
        ...


class SystemClock:
    """The real one."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class Deadline:
    """When an answer must be there."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self.clock = clock
        self._end = clock.now() + seconds

    def left(self) -> float:
        """Seconds that are left; negative once it is over."""
        return self._end - self.clock.now()

    def check(self) -> None:
        """Start nothing new when the time is up."""
        if self.left() <= 0:
            raise Unavailable("There was not enough time to answer. Ask for less at once.", outOfTime=True)
