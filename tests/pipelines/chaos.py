"""What can go wrong, drawn at random from a seed: every call of a worker asks here what happens to it.

A worker that is killed stops in the middle of a call, before or after its effect. While one worker is in a call, others
may run: that is how two of them come to work on the same message.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

START = datetime(2026, 11, 17, 8, 0, tzinfo=UTC)
MAX_DEPTH = 2


class WorkerKilled(BaseException):
    """The worker is gone, as after a crash or a time-out: nothing in it can catch this."""


@dataclass
class Chaos:
    """Faults, and the clock that all share."""

    seed: int
    now: datetime = START
    rates: dict[str, float] = field(default_factory=dict)
    """How likely each fault is; a fault without a rate does not happen."""
    between: Callable[[], None] | None = None
    """What else may run while a worker is in a call."""
    _depth: int = 0

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def happens(self, fault: str) -> bool:
        """Whether a fault happens now."""
        rate = self.rates.get(fault, 0.0)
        return rate > 0 and self.random.random() < rate

    def pass_time(self, **more: float) -> None:
        self.now += timedelta(**more)

    def call(
        self, name: str, effect: Callable[[], Any], error: Exception | None = None, busy: Exception | None = None
    ) -> Any:
        """Do what a call does, with all that may happen to it; `error` and `busy` are how the service fails."""
        self._interrupt()
        if self.happens("killed"):
            raise WorkerKilled(f"before {name}")
        if busy and self.happens("throttled"):
            raise busy
        if error and self.happens("away"):
            raise error
        done = effect()
        if error and self.happens("answer lost"):
            raise error
        if self.happens("killed"):
            raise WorkerKilled(f"after {name}")
        self._interrupt()
        return done

    def _interrupt(self) -> None:
        if self.between and self._depth < MAX_DEPTH and self.happens("interleaved"):
            self._depth += 1
            try:
                self.between()
            finally:
                self._depth -= 1
