"""Trying again: the one layer that does.

The pauses are drawn from the whole span between nothing and a limit that doubles from 50 ms to 1 s (full jitter), so
that callers who failed together do not come back together. Eight fruitless rounds in a row (a setting) are the end
of it, or 4.9 s of pauses in all, or a deadline nearer than half a second: an answer that comes too late is of no use.

What a round brought starts the count anew: BatchGetItem answers large items piece by piece, and that is no failure.
"""

from collections.abc import Callable
from random import SystemRandom

from loaders.dynamo.clock import Deadline

FIRST_LIMIT = 0.05
LAST_LIMIT = 1.0
RESERVE_SECONDS = 0.5
PAUSES_SECONDS = 4.9

Jitter = Callable[[float], float]
"""From a limit to a pause between nothing and that limit."""


_random = SystemRandom()
"""Not Python's own: copies of one snapshot would draw the same pauses, and come back together."""


def full_jitter(limit: float) -> float:
    return _random.uniform(0.0, limit)


class Retries:
    """The rounds of one call and the pauses between them."""

    def __init__(self, deadline: Deadline, jitter: Jitter = full_jitter, *, attempts: int) -> None:
        self.deadline = deadline
        self._attempts = attempts
        self._jitter = jitter
        self._fruitless = 0
        self._paused = 0.0

    def pause(self) -> bool:
        """Wait for the next round; returns False at once if there will be none."""
        spare = min(self.deadline.left() - RESERVE_SECONDS, PAUSES_SECONDS - self._paused)
        self._fruitless += 1
        if self._fruitless >= self._attempts or spare <= 0:
            return False
        limit = min(LAST_LIMIT, FIRST_LIMIT * 2 ** (self._fruitless - 1))
        seconds = min(self._jitter(limit), spare)
        self._paused += seconds
        self.deadline.clock.sleep(seconds)
        return True

    def progress(self) -> None:
        """The last round brought something."""
        self._fruitless = 0
