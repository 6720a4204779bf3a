"""A database that answers nothing: callers hear it in seconds, then at once, and all is well when it is back."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Any

import pytest

from entities.tables import RECEIPTS
from loaders.dynamo.client import make_client
from loaders.dynamo.resilience import Resilience
from loaders.dynamo.silence import Silence
from loaders.dynamo.store import Store
from loaders.errors import CircuitOpen, Unavailable
from tests.loaders.conftest import MakeStore
from tests.loaders.fakes import FakeClock, Faulty, MemoryDynamo

KEY = {"PK": "p", "SK": "s"}
USUAL = Resilience()


class Listening:
    """A silence whose probes are answered or not, as told, at once."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.is_there = False
        self.probes = 0
        self.silence = Silence(
            self.clock, self._probe, silence_seconds=4.0, read_seconds=2.0, start=lambda work: work(), glance_seconds=0
        )

    def wait(self, *seconds: float) -> None:
        """A call whose tries have no answer for so long."""
        with self.silence.call():
            for each in seconds:
                self.clock.pass_by(each)
                self.silence.unanswered()

    def _probe(self) -> bool:
        self.probes += 1
        return self.is_there


@pytest.fixture
def listening() -> Listening:
    return Listening()


def test_four_seconds_without_any_answer_are_silence(listening: Listening) -> None:
    listening.wait(2.0, 1.9)
    with pytest.raises(CircuitOpen):
        listening.wait(0.1)
    for _ in range(10):
        with pytest.raises(CircuitOpen):
            listening.wait()


def test_time_in_which_nothing_was_asked_does_not_count(listening: Listening) -> None:
    for _ in range(3):
        listening.wait(1.0)
        listening.clock.pass_by(3_600)
    assert listening.probes == 0


def test_calls_side_by_side_wait_only_once(listening: Listening) -> None:
    with listening.silence.call(), listening.silence.call(), listening.silence.call():
        listening.clock.pass_by(3.9)
        for _ in range(3):
            listening.silence.unanswered()
    assert listening.probes == 0


def test_any_answer_starts_the_count_anew(listening: Listening) -> None:
    for _ in range(5):
        listening.wait(3.0)
        with listening.silence.call():
            listening.silence.answered()
    assert listening.probes == 0


def test_the_first_caller_after_its_return_is_served(listening: Listening) -> None:
    with pytest.raises(CircuitOpen):
        listening.wait(4.0)
    listening.is_there = True
    listening.clock.pass_by(0.5)
    listening.wait()


def test_it_is_probed_at_most_twice_a_second(listening: Listening) -> None:
    for _ in range(20):
        with pytest.raises(CircuitOpen):
            listening.wait(4.0) if listening.probes == 0 else listening.wait()
        listening.clock.pass_by(0.1)
    assert listening.probes == 4


def test_a_database_that_is_only_slow_is_given_more_time(listening: Listening) -> None:
    listening.is_there = True
    given = []
    for _ in range(4):
        given.append(listening.silence.read_seconds())
        listening.wait(4.0)
        listening.clock.pass_by(1.0)
    assert given == [2.0, 4.0, 8.0, 10.0]
    listening.clock.pass_by(300)
    assert listening.silence.read_seconds() == 2.0


def test_requests_to_a_silent_database_are_refused_after_seconds_and_then_at_once(
    memory: MemoryDynamo, make_store: MakeStore, faulty: Callable[..., Faulty], clock: FakeClock
) -> None:
    client = faulty(memory, *["time-out"] * 1000)
    store = make_store(client, resilience=USUAL)
    sessions = [store.session() for _ in range(10)]
    start = clock.now()
    for session in sessions:
        with pytest.raises(Unavailable):
            session.get(RECEIPTS, KEY)
        if session is sessions[0]:
            assert clock.now() - start < 10, "two tries, and the probe of this test's clock"
    assert [session.meter.requests for session in sessions] == [2, *[0] * 9]


@contextmanager
def _serving(port: int, answer: bytes | None, delay: float = 0.0) -> Iterator[int]:
    """A socket that takes connections and answers each request with these bytes, after a while, or never."""
    taken: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", port)) as server:

        def reply(connection: socket.socket, text: bytes) -> None:
            connection.recv(65_536)
            time.sleep(delay)
            with suppress(OSError):  # the client may have given up
                connection.sendall(text)
            connection.close()

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                taken.append(connection)
                if answer:
                    Thread(target=reply, args=(connection, answer), daemon=True).start()

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
    thread.join()
    for each in taken:
        each.close()


def _answer(body: bytes = b"{}") -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/x-amz-json-1.0\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + body


def _timed(store: Store) -> tuple[float, Any]:
    start = time.monotonic()
    try:
        outcome: Any = store.session().get(RECEIPTS, KEY)
    except Unavailable as error:
        outcome = error
    return time.monotonic() - start, outcome


def test_a_socket_that_accepts_and_never_answers_is_noticed_and_so_is_its_return() -> None:
    """Seconds are those of a real socket, a tenth of the usual ones, and tenfold slack is given."""
    brisk = Resilience(read_seconds=0.2, silence_seconds=0.4)
    with _serving(0, None) as port:
        client = make_client(f"http://127.0.0.1:{port}", environ={})
        with Store(client, {"receipts": "TTT"}, resilience=brisk) as store:
            outcomes = [_timed(store) for _ in range(10)]
    assert all(isinstance(outcome, Unavailable) for _, outcome in outcomes)
    assert max(seconds for seconds, _ in outcomes) < 5
    client = make_client(f"http://127.0.0.1:{port}", environ={})
    with Store(client, {"receipts": "TTT"}, resilience=brisk) as store:
        with _serving(port, None):
            _timed(store)
        with _serving(port, _answer()):
            until = time.monotonic() + 10
            while isinstance(_timed(store)[1], Unavailable) and time.monotonic() < until:
                time.sleep(0.1)
            assert _timed(store)[1] is None, "an answer without an item"


def test_a_database_that_answers_slowly_still_gets_its_work_done() -> None:
    brisk = Resilience(read_seconds=0.1, silence_seconds=0.2)
    with _serving(0, _answer(), delay=0.25) as port:
        client = make_client(f"http://127.0.0.1:{port}", environ={})
        with Store(client, {"receipts": "TTT"}, resilience=brisk) as store:
            until = time.monotonic() + 20
            while isinstance(_timed(store)[1], Unavailable) and time.monotonic() < until:
                time.sleep(0.1)
            assert [_timed(store)[1] for _ in range(3)] == [None] * 3
