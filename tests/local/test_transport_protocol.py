"""graphql-transport-ws, which GraphiQL and most other clients speak."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from local.realtime import transport
from local.realtime.carriers import NO_INIT
from tests.local.fakes import Home, Talker, limited
from tests.local.publishing import publish

KEYED = {"x-api-key": "da2-local"}
WATCH = "subscription ($id: ID) { onJobStatus(jobId: $id) { jobId status } }"


@contextmanager
def connected(home: Home, path: str = "/graphql/realtime") -> Iterator[Talker]:
    with home.running(), home.websocket(path, ["graphql-transport-ws"]) as socket:
        assert socket.subprotocol == "graphql-transport-ws"
        yield socket


@contextmanager
def acknowledged(home: Home, payload: Any = KEYED) -> Iterator[Talker]:
    with connected(home) as socket:
        socket.send({"type": "connection_init", "payload": payload})
        assert socket.receive() == {"type": "connection_ack"}
        yield socket


def subscribe(id_: str, query: str = WATCH, **variables: Any) -> dict[str, Any]:
    return {"id": id_, "type": "subscribe", "payload": {"query": query, "variables": variables}}


@pytest.mark.parametrize("path", ["/graphql/realtime", "/graphql"])
def test_the_whole_conversation(path: str) -> None:
    home = Home()
    with connected(home, path) as socket:
        socket.send({"type": "connection_init", "payload": KEYED})
        assert socket.receive() == {"type": "connection_ack"}
        socket.send({"type": "ping"})
        assert socket.receive() == {"type": "pong"}
        socket.send({"type": "pong"})
        socket.send(subscribe("1", id="j1"))
        socket.send({"type": "ping", "payload": {"a": 1}})
        assert socket.receive() == {"type": "pong", "payload": {"a": 1}}
        publish(home, jobId="j1", status="RUNNING")
        data = {"onJobStatus": {"jobId": "j1", "status": "RUNNING"}}
        assert socket.receive() == {"id": "1", "type": "next", "payload": {"data": data}}
        socket.send({"id": "1", "type": "complete"})
        socket.send(subscribe("1"))
        socket.send({"type": "ping"})
        assert socket.receive() == {"type": "pong"}
        assert home.hub.subscribers == 1


def test_queries_are_answered_too() -> None:
    with acknowledged(Home({"Query.imageCount": 7})) as socket:
        socket.send(subscribe("q", "{ imageCount }"))
        answer = socket.receive()
        assert (answer["type"], answer["payload"]["data"]) == ("next", {"imageCount": 7})
        assert socket.receive() == {"id": "q", "type": "complete"}


@pytest.mark.parametrize("name", ["Authorization", "authorization"])
def test_a_token_in_the_first_message(name: str) -> None:
    home = Home()
    with acknowledged(home, {name: f"Bearer {home.tokens.mint('ada')}"}):
        pass


def test_a_key_in_the_query_string() -> None:
    home = Home()
    header = base64.urlsafe_b64encode(json.dumps(KEYED).encode()).decode()
    with connected(home, f"/graphql/realtime?header={header}") as socket:
        socket.send({"type": "connection_init"})
        assert socket.receive() == {"type": "connection_ack"}


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([{"type": "connection_init", "payload": {"x-api-key": "wrong"}}], transport.FORBIDDEN),
        ([{"type": "connection_init"}], transport.FORBIDDEN),
        ([subscribe("1")], transport.UNAUTHORIZED),
        (["meow"], transport.BAD_MESSAGE),
        ([b"\x00"], transport.BAD_MESSAGE),
        (["[]"], transport.BAD_MESSAGE),
        ([{"type": "meow"}], transport.BAD_MESSAGE),
    ],
)
def test_what_the_protocol_forbids_closes_the_connection(messages: list[Any], code: int) -> None:
    with connected(Home()) as socket:
        for message in messages:
            socket.send(message)
        assert socket.closed()[0] == code


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        ([{"type": "connection_init", "payload": KEYED}], transport.SECOND_INIT),
        ([subscribe("1"), subscribe("1")], transport.SAME_ID),
        ([{"type": "subscribe", "payload": {}}], transport.BAD_MESSAGE),
    ],
)
def test_what_it_forbids_later_does_too(messages: list[Any], code: int) -> None:
    with acknowledged(Home()) as socket:
        for message in messages:
            socket.send(message)
        assert socket.closed()[0] == code


def test_a_client_that_never_introduces_itself_is_closed() -> None:
    with connected(Home(limits=limited(init_seconds=0.05))) as socket:
        assert socket.closed()[0] == NO_INIT


@pytest.mark.parametrize("query", ["{ zz }", "subscription {", "subscription { onNothing { id } }", ""])
def test_what_cannot_be_answered_is_an_error_of_that_id(query: str) -> None:
    with acknowledged(Home()) as socket:
        socket.send(subscribe("1", query))
        message = socket.receive()
        assert message["id"] == "1"
        assert message["type"] in {"error", "next"}
        assert "message" in json.dumps(message)


def test_a_connection_has_room_for_so_many_subscriptions() -> None:
    with acknowledged(Home(limits=limited(subscriptions=1))) as socket:
        socket.send(subscribe("1"))
        socket.send(subscribe("2"))
        assert socket.receive()["payload"][0]["errorType"] == "MaxSubscriptionsReachedError"
