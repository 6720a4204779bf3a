"""Leaves a table alone for a while when it keeps failing, so that callers hear at once and the table can recover.

closed ──5 calls in a row failed──▶ open ──30 s──▶ half open: one call may try
   ▲                                  ▲                 │
   │                                  └──── it failed ──┤
   └─────────────────── it was answered ────────────────┘

A call is what a caller asked for, with all its retries: a short spell of throttling is the retries' business and
must not become half a minute of silence. Only failures of the service count. A broken condition, a bad request or a
full item are answers. Where nothing answers at all, it is not this table that fails: see `silence`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from loaders.dynamo.clock import Clock
from loaders.dynamo.resilience import Resilience
from loaders.errors import CircuitOpen, LoaderError, Throttled, Unanswered, Unavailable

_TRIAL_SECONDS = 1.0


class CircuitBreaker:
    """The switch for one table; threads may share it."""

    def __init__(self, clock: Clock, resilience: Resilience = Resilience()) -> None:  # noqa: B008  it is immutable
        self._clock = clock
        self._resilience = resilience
        self._lock = Lock()
        self._failures = 0
        self._opened_at: float | None = None
        self._is_trying = False

    @contextmanager
    def call(self) -> Iterator[None]:
        """Make a call in here: it is refused while the circuit is open, and its end is counted."""
        is_trial = self._enter()
        try:
            yield
        except (CircuitOpen, Unanswered):
            raise
        except (Throttled, Unavailable):
            self._failed(is_trial)
            raise
        except LoaderError:
            self._answered(is_trial)
            raise
        else:
            self._answered(is_trial)
        finally:
            self._leave(is_trial)

    def check(self) -> None:
        """Refuse another try of a call that is under way, where the circuit opened meanwhile."""
        with self._lock:
            if self._opened_at is not None and not self._is_trying:
                raise CircuitOpen(self._wait())

    def _enter(self) -> bool:
        """Whether the call that enters is the one that tries a half open circuit."""
        with self._lock:
            if self._opened_at is None:
                return False
            if self._is_trying:
                raise CircuitOpen(_TRIAL_SECONDS)
            if self._wait() > 0:
                raise CircuitOpen(self._wait())
            self._is_trying = True
            return True

    def _wait(self) -> float:
        opened_at = self._opened_at or 0.0
        return opened_at + self._resilience.circuit_open_seconds - self._clock.now()

    def _leave(self, is_trial: bool) -> None:
        with self._lock:
            self._is_trying = self._is_trying and not is_trial

    def _answered(self, is_trial: bool) -> None:
        """Stragglers from before the circuit opened do not close it."""
        with self._lock:
            if is_trial or self._opened_at is None:
                self._failures = 0
                self._opened_at = None

    def _failed(self, is_trial: bool) -> None:
        with self._lock:
            self._failures += 1
            if is_trial or (self._opened_at is None and self._failures >= self._resilience.circuit_breaker_threshold):
                self._opened_at = self._clock.now()
