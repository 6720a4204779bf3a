"""Subscriptions end with their token, and connections whose client is gone or silent are closed."""

import base64
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from local.realtime import transport
from local.realtime.carriers import NO_INIT
from local.serve import PING_SECONDS
from tests.local.fakes import KEY, Home, Talker, limited
from tests.local.publishing import publish

WATCH = "subscription { onJobStatus { jobId } }"
PATH = "/graphql/realtime"
EXPIRED = {"errorType": "UnauthorizedException", "message": "Token has expired."}
OFTEN, SELDOM = limited(expiry_check_seconds=0.01), limited(expiry_check_seconds=3600)


def until(condition: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
    return condition()


@contextmanager
def appsync(home: Home, proof: dict[str, str]) -> Iterator[Talker]:
    """A client of AppSync's protocol that has introduced itself."""
    header = base64.b64encode(json.dumps({"host": "localhost", **proof}).encode()).decode()
    with home.running(), home.websocket(f"{PATH}?header={header}&payload=e30=", ["graphql-ws"]) as talker:
        talker.send({"type": "connection_init"})
        assert talker.receive()["type"] == "connection_ack"
        yield talker


def start(talker: Talker, id_: str, proof: dict[str, str]) -> None:
    data = json.dumps({"query": WATCH})
    extensions = {"authorization": {"host": "localhost", **proof}}
    talker.send({"id": id_, "type": "start", "payload": {"data": data, "extensions": extensions}})
    assert talker.receive() == {"id": id_, "type": "start_ack"}


@contextmanager
def modern(home: Home, proof: dict[str, str]) -> Iterator[Talker]:
    """A client of graphql-transport-ws with a subscription."""
    with home.running(), home.websocket(PATH, ["graphql-transport-ws"]) as talker:
        talker.send({"type": "connection_init", "payload": proof})
        assert talker.receive() == {"type": "connection_ack"}
        talker.send({"id": "1", "type": "subscribe", "payload": {"query": WATCH}})
        assert until(lambda: home.hub.subscribers == 1)
        yield talker


def test_with_appsyncs_protocol_each_subscription_ends_with_its_own_token() -> None:
    home = Home(limits=OFTEN)
    short, long = ({"Authorization": home.tokens.mint("ada", valid_seconds=each)} for each in (600, 6000))
    with appsync(home, short) as talker:
        start(talker, "short", short)
        start(talker, "long", long)
        start(talker, "key", KEY)
        home.seconds_later = 601
        assert talker.receive() == {"id": "short", "type": "error", "payload": {"errors": [EXPIRED]}}
        assert home.hub.subscribers == 2
        publish(home, jobId="j1", status="RUNNING")
        assert {talker.receive()["id"], talker.receive()["id"]} == {"long", "key"}
        start(talker, "short", long)


def test_with_the_other_protocol_the_connection_ends_and_the_client_may_come_back() -> None:
    home = Home(limits=OFTEN)
    with modern(home, {"authorization": home.tokens.mint("ada", valid_seconds=600)}) as talker:
        home.seconds_later = 601
        assert talker.closed() == (transport.FORBIDDEN, "Token has expired.")
        assert until(lambda: home.hub.subscribers == 0)


def test_nothing_is_sent_after_the_end_even_if_the_timer_is_late() -> None:
    home = Home(limits=SELDOM)
    proof = {"Authorization": home.tokens.mint("ada", valid_seconds=600)}
    with appsync(home, proof) as talker:
        start(talker, "1", proof)
        home.seconds_later = 601
        publish(home, jobId="j1", status="RUNNING")
        assert talker.receive() == {"id": "1", "type": "error", "payload": {"errors": [EXPIRED]}}
    home = Home(limits=SELDOM)
    with modern(home, {"authorization": home.tokens.mint("ada", valid_seconds=600)}) as talker:
        home.seconds_later = 601
        publish(home, jobId="j1", status="RUNNING")
        assert talker.closed() == (transport.FORBIDDEN, "Token has expired.")


def test_nothing_more_is_answered_after_the_end() -> None:
    home = Home({"Query.imageCount": 7}, SELDOM)
    with modern(home, {"authorization": home.tokens.mint("ada", valid_seconds=600)}) as talker:
        home.seconds_later = 601
        talker.send({"id": "2", "type": "subscribe", "payload": {"query": "{ imageCount }"}})
        assert talker.closed() == (transport.FORBIDDEN, "Token has expired.")
        assert home.read.events == []


def test_keys_do_not_expire() -> None:
    home = Home(limits=OFTEN)
    with modern(home, KEY) as talker:
        home.seconds_later = 1e9
        publish(home, jobId="j1", status="RUNNING")
        assert talker.receive()["payload"]["data"]["onJobStatus"]["jobId"] == "j1"


def test_a_client_of_appsyncs_protocol_that_never_introduces_itself_is_closed() -> None:
    home = Home(limits=limited(init_seconds=0.05))
    with home.running(), home.websocket(PATH, ["graphql-ws"], KEY) as talker:
        assert talker.closed()[0] == NO_INIT


@contextmanager
def silent(home: Home, proof: dict[str, str]) -> Iterator[socket.socket]:
    """A client that subscribes and then neither reads nor answers, as if its machine were gone."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", home.port))
        asked = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        asked += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"
        connection.sendall(f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\n{asked}\r\n".encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 101")
        connection.sendall(frame({"type": "connection_init", "payload": proof}))
        connection.sendall(frame({"id": "1", "type": "subscribe", "payload": {"query": WATCH}}))
        assert until(lambda: home.hub.subscribers == 1)
        yield connection


def frame(message: Any) -> bytes:
    """A text frame with a mask of zeros."""
    text = json.dumps(message).encode()
    assert len(text) <= 125
    return b"\x81" + bytes([128 | len(text)]) + bytes(4) + text


def test_a_client_that_answers_no_ping_is_forgotten() -> None:
    assert PING_SECONDS <= 60
    home = Home(ping_seconds=0.1)
    with home.running(), silent(home, KEY):
        assert until(lambda: home.hub.subscribers == 0)


def test_a_client_that_stops_reading_is_forgotten_before_its_queue_is_full() -> None:
    home = Home(limits=limited(send_seconds=0.2, queued_messages=100_000))
    with home.running(), silent(home, KEY):
        for _ in range(60):  # more than the buffers of the system take
            publish(home, jobId="j" * 200_000, status="RUNNING")
            if not home.hub.subscribers:
                break
        assert until(lambda: home.hub.subscribers == 0)
