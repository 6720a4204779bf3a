"""One call to DynamoDB: refused while the circuit is open, retried while that may help, and metered."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from entities.tables import Table
from loaders.dynamo.breaker import CircuitBreaker
from loaders.dynamo.client import Client, answer_within
from loaders.dynamo.clock import Deadline
from loaders.dynamo.failures import Failure, failure_of
from loaders.dynamo.meter import Meter, MeteredRead, reported_units
from loaders.dynamo.retry import Jitter, Retries
from loaders.dynamo.silence import Silence
from loaders.dynamo.wire import items_as_sent
from loaders.errors import CircuitOpen, Conflict, LoaderError, Unanswered

Answer = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """What is sent, and what the meter needs to record it."""

    operation: str
    """The name of the client's method."""
    tables: tuple[Table, ...]
    arguments: Mapping[str, Any]
    cost: Callable[[Answer], float]
    """The units of an answer that does not report them itself."""
    items: Callable[[Answer], int] | None = None
    """How many items an answer contains; None for a write."""
    index: str | None = None
    range: str = ""
    is_as_sent: bool = False
    """Whether items stay as DynamoDB sends them."""


class DynamoCaller:
    """Makes the calls of one request."""

    def __init__(
        self,
        client: Client,
        breakers: Callable[[str], CircuitBreaker],
        silence: Silence,
        deadline: Deadline,
        meter: Meter,
        jitter: Jitter,
        *,
        attempts: int,
        trust_capacity: bool,
    ) -> None:
        self._client = client
        self._breakers = breakers
        self._silence = silence
        self._deadline = deadline
        self._meter = meter
        self._jitter = jitter
        self._attempts = attempts
        self._trust_capacity = trust_capacity

    def retries(self) -> Retries:
        """The retries of one operation of the session, shared by all of its calls."""
        return Retries(self._deadline, self._jitter, attempts=self._attempts)

    def call(self, call: Call, retries: Retries | None = None) -> Answer:
        """The answer; raises the error of the last try if a retry would not help or there is no time left."""
        self._deadline.check()
        breakers = [self._breakers(name) for name in sorted({table.name for table in call.tables})]
        with self._silence.call(), _all_closed(breakers):
            answer = self._until_answered(call, retries or self.retries(), breakers)
        self._count(call, answer)
        return answer

    def _until_answered(self, call: Call, retries: Retries, breakers: list[CircuitBreaker]) -> Answer:
        is_in_doubt = False
        while True:
            outcome = self._try(call)
            if not isinstance(outcome, Failure):
                self._silence.answered()
                return outcome
            is_in_doubt = is_in_doubt or (outcome.is_in_doubt and call.items is None)
            self._listen(outcome, is_in_doubt)
            if not outcome.is_passing or not retries.pause():
                raise _final(outcome.error, is_in_doubt) from outcome.error.__cause__
            _check_still_closed(breakers, is_in_doubt)

    def _listen(self, failure: Failure, is_in_doubt: bool) -> None:
        """Take note of whether there was an answer; raises if there has been none for too long."""
        if not isinstance(failure.error, Unanswered):
            self._silence.answered()
            return
        try:
            self._silence.unanswered()
        except CircuitOpen:
            raise _final(failure.error, is_in_doubt) from failure.error.__cause__

    def _try(self, call: Call) -> Answer | Failure:
        self._meter.count_request()
        try:
            seconds = min(self._silence.read_seconds(), self._deadline.left())
            with answer_within(seconds), items_as_sent() if call.is_as_sent else nullcontext():
                answer: Answer = getattr(self._client, call.operation)(**call.arguments)
        except Exception as error:  # noqa: BLE001  every error is translated into one of ours
            failure = failure_of(error, call.index)
            failure.error.__cause__ = error
            return failure
        return answer

    def _count(self, call: Call, answer: Answer) -> None:
        units = reported_units(answer) if self._trust_capacity else None
        units = call.cost(answer) if units is None else units
        if call.items is None:
            self._meter.count_write(units)
            return
        read = MeteredRead(call.operation, call.tables[0].name, call.index, call.range, call.items(answer), units)
        self._meter.count_read(read, answer.get("ResponseMetadata", {}).get("Bytes", 0))


@contextmanager
def _all_closed(breakers: list[CircuitBreaker]) -> Iterator[None]:
    with ExitStack() as stack:
        for breaker in breakers:
            stack.enter_context(breaker.call())
        yield


def _check_still_closed(breakers: list[CircuitBreaker], is_in_doubt: bool) -> None:
    try:
        for breaker in breakers:
            breaker.check()
    except CircuitOpen as opened:
        raise _final(opened, is_in_doubt) from None


def _final(error: LoaderError, is_in_doubt: bool) -> LoaderError:
    """The error to raise, marked as in doubt if an earlier try may have made the change."""
    if is_in_doubt and type(error) is Conflict:
        return Conflict(current=error.current, is_in_doubt=True)
    if is_in_doubt:
        error.info["outcome"] = "unknown"
    return error
