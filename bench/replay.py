"""Answers of a real engine, recorded once and given again: what is left to measure is the asking program's own work.

A recorder listens to a client while something is asked; afterwards the same requests are answered from memory, before
they reach a connection. A read that was not recorded is an error, so nothing is measured by mistake. Writes may carry
the time or a token, so a write that was not recorded gets the next answer of its operation.

Nothing here belongs to the project: peers import it in environments of their own.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from threading import Lock
from typing import Any

from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.httpsession import URLLib3Session

Asked = tuple[bytes, bytes]
"""What a request asks for: its operation and its body."""

WRITES = (b"PutItem", b"UpdateItem", b"DeleteItem", b"BatchWriteItem", b"TransactWriteItems")


class ReplayedBody(BytesIO):
    """An HTTP body with the methods that botocore uses."""

    def stream(self) -> Iterator[bytes]:
        yield self.getvalue()


@dataclass(frozen=True)
class Exchange:
    """A request and its answer."""

    asked: Asked
    answer: bytes


@dataclass
class Replay:
    """The answers to some requests, by what was asked."""

    answers: dict[Asked, tuple[Any, bytes]] = field(default_factory=dict)
    exchanges: list[Exchange] = field(default_factory=list)
    """Everything that was asked, in order, also what was asked twice."""
    delay: float = 0.0
    """How many seconds each answer takes when it is given again."""
    times: list[tuple[float, float]] = field(default_factory=list)
    """When requests were answered from memory, from and to."""
    _turns: dict[bytes, int] = field(default_factory=lambda: defaultdict(int))
    _lock: Lock = field(default_factory=Lock)

    @property
    def bodies(self) -> list[bytes]:
        """The answers as they were received."""
        return [body for _, body in self.answers.values()]

    @contextmanager
    def recording(self, client: Any) -> Iterator[None]:
        """Note the answers to everything that the client asks in here."""
        http = URLLib3Session(max_pool_connections=50)
        with closing(http), _instead_of_sending(client, lambda request: self._record(http, request)):
            yield

    @contextmanager
    def replaying(self, client: Any) -> Iterator[None]:
        """Answer from memory whatever the client asks in here."""
        with _instead_of_sending(client, self._answer):
            yield

    def _record(self, http: Any, request: AWSPreparedRequest) -> AWSResponse:
        answer: AWSResponse = http.send(request)
        if answer.status_code == 200:
            asked = _asked(request)
            self.answers[asked] = answer.headers, answer.content
            self.exchanges.append(Exchange(asked, answer.content))
        return answer

    def _answer(self, request: AWSPreparedRequest) -> AWSResponse:
        began = time.perf_counter()
        headers, body = self._found(_asked(request))
        if self.delay:
            time.sleep(self.delay)
        self.times.append((began, time.perf_counter()))
        return AWSResponse(request.url, 200, headers, ReplayedBody(body))

    def _found(self, asked: Asked) -> tuple[Any, bytes]:
        operation, _ = asked
        if asked in self.answers or not operation.endswith(WRITES):
            return self.answers[asked]
        alike = [answer for (each, _), answer in self.answers.items() if each == operation]
        with self._lock:
            turn = self._turns[operation]
            self._turns[operation] += 1
        return alike[turn % len(alike)]


def longest_chain(times: list[tuple[float, float]]) -> int:
    """How many of these went one after the other, at most: the steps that had to be waited for."""
    steps, until = 0, float("-inf")
    for began, ended in sorted(times, key=lambda each: each[1]):
        if began >= until:
            steps, until = steps + 1, ended
    return steps


@contextmanager
def _instead_of_sending(client: Any, answer: Callable[[AWSPreparedRequest], AWSResponse]) -> Iterator[None]:
    def before_send(request: AWSPreparedRequest, **_: Any) -> AWSResponse:
        return answer(request)

    client.meta.events.register("before-send.dynamodb", before_send)
    try:
        yield
    finally:
        client.meta.events.unregister("before-send.dynamodb", before_send)


def _asked(request: Any) -> Asked:
    operation, body = request.headers["X-Amz-Target"], request.body
    return operation if isinstance(operation, bytes) else operation.encode(), body
