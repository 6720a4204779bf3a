"""Notices that DynamoDB answers nothing at all, so that callers hear it in seconds and not each after its own time-out.

listening ──4 s of calls without any answer──▶ silent ──any answer──▶ listening
                                                │  ▲
                                     a caller:  └──┘  starts a probe, looks on for a moment, and is refused

Any answer ends the silence, a refusal too: what matters is that something answers. Probes run beside the callers and
wait longer than calls do. So a database that is merely slow is recognised as such: calls are then given more time.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, Thread

from loaders.dynamo.clock import Clock
from loaders.errors import CircuitOpen

PROBE_SECONDS = 10.0
"""How long a probe waits: slower than that is as good as silent."""
PROBE_INTERVAL_SECONDS = 0.5
GLANCE_SECONDS = 0.25
"""How long a caller looks whether a probe is answered; DynamoDB answers within a tenth of that."""
PATIENT_SECONDS = 300.0
"""How long calls are given more time after the database turned out to be slow."""
_RETRY_AFTER = 1.0

Probe = Callable[[], bool]
"""Ask anything; returns whether there was an answer."""
Start = Callable[[Callable[[], None]], None]


def in_background(work: Callable[[], None]) -> None:
    """Start it in a thread that does not keep the process alive."""
    Thread(target=work, name="dynamodb-probe", daemon=True).start()


class Silence:
    """Shared by all calls of the process."""

    def __init__(
        self,
        clock: Clock,
        probe: Probe,
        *,
        silence_seconds: float,
        read_seconds: float,
        start: Start = in_background,
        glance_seconds: float = GLANCE_SECONDS,
    ) -> None:
        self._clock = clock
        self._probe = probe
        self._threshold = silence_seconds
        self._usual_read = read_seconds
        self._start = start
        self._glance = glance_seconds
        self._lock = Lock()
        self._calls = 0
        self._waiting_since = 0.0
        self._waited = 0.0
        self._heard = Event()
        self._heard.set()
        self._probed_at = float("-inf")
        self._read_seconds, self._slow_until = read_seconds, float("-inf")

    @contextmanager
    def call(self) -> Iterator[None]:
        """Make a call in here; it is refused at once while the database is silent."""
        self._demand_an_answer()
        with self._lock:
            if self._calls == 0:
                self._waiting_since = self._clock.now()
            self._calls += 1
        try:
            yield
        finally:
            with self._lock:
                self._calls -= 1
                if self._calls == 0:
                    self._waited += self._clock.now() - self._waiting_since

    def read_seconds(self) -> float:
        """How long an answer may take now."""
        return self._read_seconds if self._clock.now() < self._slow_until else self._usual_read

    def answered(self) -> None:
        """There was an answer, whatever it said."""
        with self._lock:
            self._waited, self._waiting_since = 0.0, self._clock.now()
        self._heard.set()

    def unanswered(self) -> None:
        """A try had no answer. Raises if that has been so for too long."""
        with self._lock:
            if self._waited + self._clock.now() - self._waiting_since >= self._threshold:
                self._heard.clear()
        self._demand_an_answer()

    def _demand_an_answer(self) -> None:
        if self._heard.is_set():
            return
        if self._may_probe():
            self._start(self._ask)
        if not self._heard.wait(self._glance):
            raise CircuitOpen(_RETRY_AFTER)

    def _may_probe(self) -> bool:
        """Whether the last probe was long enough ago: it may hang on a connection that will never be answered."""
        with self._lock:
            now = self._clock.now()
            if now < self._probed_at + PROBE_INTERVAL_SECONDS:
                return False
            self._probed_at = now
            return True

    def _ask(self) -> None:
        if not self._probe():
            return
        with self._lock:  # it was a false alarm: the calls have been too impatient
            now = self._clock.now()
            current = self._read_seconds if now < self._slow_until else self._usual_read
            self._read_seconds = min(2 * current, max(PROBE_SECONDS, self._usual_read))
            self._slow_until = now + PATIENT_SECONDS
        self.answered()
