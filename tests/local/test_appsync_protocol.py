"""AppSync's real-time protocol, message by message."""

import base64
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from websockets.exceptions import InvalidStatus

from tests.local.fakes import KEY, Home, limited
from tests.local.publishing import publish

HOST = "127.0.0.1:8000"
KEYED = {"host": HOST, "x-api-key": "da2-local"}
WATCH = "subscription ($id: ID) { onJobStatus(jobId: $id) { jobId status } }"
ACK = {"type": "connection_ack", "payload": {"connectionTimeoutMs": 300_000}}


def encoded(header: Any) -> str:
    return base64.b64encode(json.dumps(header).encode()).decode()


@contextmanager
def connected(home: Home, header: Any = KEYED, path: str = "/graphql/realtime") -> Iterator[Any]:
    """A connection with its authorization in the query string."""
    parameters = {"header": header if isinstance(header, str) else encoded(header), "payload": "e30="}
    url = f"{path}?{'&'.join(f'{name}={value}' for name, value in parameters.items())}"
    with home.running(), home.websocket(url, ["graphql-ws"]) as socket:
        assert socket.subprotocol == "graphql-ws"
        yield socket


@contextmanager
def acknowledged(home: Home, header: Any = KEYED) -> Iterator[Any]:
    with connected(home, header) as socket:
        socket.send({"type": "connection_init"})
        assert socket.receive() == ACK
        yield socket


def start(id_: str, query: str = WATCH, authorization: Any = KEYED, **variables: Any) -> dict[str, Any]:
    data = json.dumps({"query": query, "variables": variables})
    return {"id": id_, "type": "start", "payload": {"data": data, "extensions": {"authorization": authorization}}}


def error(error_type: str, message: str, id_: str | None = None) -> dict[str, Any]:
    named = {"id": id_} if id_ else {}
    return {**named, "type": "error", "payload": {"errors": [{"errorType": error_type, "message": message}]}}


@pytest.mark.parametrize("path", ["/graphql/realtime", "/graphql"])
def test_the_whole_conversation(path: str) -> None:
    home = Home()
    with connected(home, path=path) as socket:
        socket.send({"type": "connection_init"})
        assert socket.receive() == ACK
        socket.send(start("1", id="j1"))
        assert socket.receive() == {"id": "1", "type": "start_ack"}
        publish(home, jobId="j1", status="RUNNING")
        data = {"onJobStatus": {"jobId": "j1", "status": "RUNNING"}}
        assert socket.receive() == {"id": "1", "type": "data", "payload": {"data": data}}
        socket.send({"id": "1", "type": "stop"})
        assert socket.receive() == {"id": "1", "type": "complete"}
        publish(home, jobId="j1", status="FAILED")
        socket.send(start("1"))
        assert socket.receive() == {"id": "1", "type": "start_ack"}


def test_the_three_ways_to_carry_the_authorization() -> None:
    home = Home()
    unpadded = base64.urlsafe_b64encode(json.dumps({**KEYED, "x": "???>>>"}).encode()).rstrip(b"=").decode()
    subprotocols = ["graphql-ws", f"header-{unpadded}"]
    for url, offered, headers in (
        (f"/graphql/realtime?header={encoded(KEYED)}&payload=e30=", ["graphql-ws"], {}),
        ("/graphql/realtime", subprotocols, {}),
        ("/graphql/realtime", ["graphql-ws"], KEY),
    ):
        with home.running(), home.websocket(url, offered, headers) as socket:
            socket.send({"type": "connection_init"})
            assert socket.receive() == ACK
            assert socket.subprotocol == "graphql-ws"


@pytest.mark.parametrize(
    ("header", "error_type", "message"),
    [
        (
            {"host": HOST, "x-api-key": "da2-wrong"},
            "com.amazonaws.deepdish.graphql.auth#UnauthorizedException",
            "You are not authorized to make this call.",
        ),
        (
            {"host": HOST},
            "com.amazonaws.deepdish.graphql.auth#UnauthorizedException",
            "Valid authorization header not provided.",
        ),
        ("!!!", "BadRequestException", "The header is not JSON in base64."),
        ("bWVvdw==", "BadRequestException", "The header is not JSON in base64."),
    ],
)
def test_a_connection_without_the_right_to_it_is_told_so_and_closed(header: Any, error_type: str, message: str) -> None:
    with connected(Home(), header) as socket:
        socket.send({"type": "connection_init"})
        told = {"errorType": error_type, "message": message, "errorCode": 400}
        assert socket.receive() == {"payload": {"errors": [told]}, "type": "connection_error"}
        assert socket.closed() == (1000, "")


def test_whoever_is_refused_is_told_when_they_have_spoken_or_soon_after() -> None:
    with connected(Home(), {"host": HOST, "x-api-key": "da2-wrong"}) as socket:
        connected_at = time.monotonic()
        assert socket.receive()["type"] == "connection_error"
        assert 0.2 < time.monotonic() - connected_at < 30
        assert socket.closed() == (1000, "")


def test_tokens_and_signatures_open_connections_and_subscriptions() -> None:
    home = Home()
    token = {"host": HOST, "Authorization": home.tokens.mint("ada", ["viewers"])}
    with acknowledged(home, token) as socket:
        socket.send(start("1", authorization=token))
        assert socket.receive() == {"id": "1", "type": "start_ack"}
    with acknowledged(home, _signed("/graphql/connect", "{}")) as socket:
        message = start("1")
        message["payload"]["extensions"]["authorization"] = _signed("/graphql", message["payload"]["data"])
        socket.send(message)
        assert socket.receive() == {"id": "1", "type": "start_ack"}
        message = start("2", authorization=_signed("/graphql", "something else"))
        socket.send(message)
        assert socket.receive() == error("UnauthorizedException", "Permission denied", "2")


def _signed(path: str, body: str) -> dict[str, str]:
    headers = {
        "accept": "application/json, text/javascript",
        "content-encoding": "amz-1.0",
        "content-type": "application/json; charset=UTF-8",
        "host": HOST,
    }
    request = AWSRequest("POST", f"https://{HOST}{path}", data=body, headers=headers)
    SigV4Auth(Credentials("local", "local"), "appsync", "us-east-1").add_auth(request)
    return dict(request.headers.items())


def test_every_start_is_authorized_by_itself() -> None:
    with acknowledged(Home()) as socket:
        for authorization in ({"host": HOST, "x-api-key": "wrong"}, {}, None, "meow"):
            socket.send(start("1", authorization=authorization))
            assert socket.receive() == error("UnauthorizedException", "Permission denied", "1")


def test_an_id_is_used_once() -> None:
    with acknowledged(Home()) as socket:
        socket.send(start("1"))
        assert socket.receive()["type"] == "start_ack"
        socket.send(start("1"))
        assert socket.receive() == error("DuplicatedOperationError", "The id is used by another subscription.", "1")


def test_a_connection_has_room_for_two_hundred_subscriptions() -> None:
    with acknowledged(Home()) as socket:
        for number in range(200):
            socket.send(start(str(number)))
            assert socket.receive() == {"id": str(number), "type": "start_ack"}
        socket.send(start("one more"))
        told = error("MaxSubscriptionsReachedError", "Max number of 200 subscriptions reached", "one more")
        assert socket.receive() == told
        socket.send({"type": "stop", "id": "0"})
        assert socket.receive() == {"id": "0", "type": "complete"}
        socket.send(start("one more"))
        assert socket.receive()["type"] == "start_ack"


def test_a_sign_of_life_is_sent_at_least_every_sixty_seconds() -> None:
    assert limited().keep_alive_seconds <= 60
    with acknowledged(Home(limits=limited(keep_alive_seconds=0.01))) as socket:
        assert socket.receive() == {"type": "ka"}
        assert socket.receive() == {"type": "ka"}


def test_nothing_is_heard_before_the_acknowledgement() -> None:
    with connected(Home()) as socket:
        socket.send(start("1"))
        socket.send({"type": "connection_init"})
        assert socket.receive() == ACK
        socket.send(start("2"))
        assert socket.receive() == {"id": "2", "type": "start_ack"}


def test_nonsense_is_answered_and_the_connection_lives() -> None:
    with acknowledged(Home()) as socket:
        for text in ("meow", "[]", "null", "5", '"start"'):
            socket.send(text)
            assert socket.receive() == error("BadRequestException", "The message is not a JSON object.")
        socket.send(b"\x00\xff")
        assert socket.receive() == error("BadRequestException", "The message is not a JSON object.")
        for message in ({"type": "meow"}, {}, {"type": 5}):
            socket.send(message)
            told = "unknown not supported through the realtime channel"
            assert socket.receive() == error("UnsupportedOperation", told)
        for unnamed in ({"type": "start"}, {"type": "start", "id": 5}, {"type": "stop"}, {"type": "start", "id": ""}):
            socket.send(unnamed)
            assert socket.receive() == error("BadRequestException", "The message has no id.")
        for payload in (None, 5, {}, {"data": 5}):
            socket.send({"type": "start", "id": "1", "payload": payload})
            assert socket.receive() == error("BadRequestException", "The message has no data.", "1")
        socket.send({"type": "stop", "id": "never started"})
        socket.send(start("1"))
        assert socket.receive() == {"id": "1", "type": "start_ack"}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("{ imageCount }", "query not supported through the realtime channel"),
        ('mutation { publishJobStatus(item: "{}") { jobId } }', "mutation not supported through the realtime channel"),
        ("subscription { onNothing { id } }", "Validation error of type FieldUndefined"),
        ("subscription {", "Unable to parse GraphQL query."),
        ("subscription { onJobStatus { jobId } onJobLog { jobId } }", "only one"),
        ("subscription ($id: ID!) { onJobStatus(jobId: $id) { jobId } }", "Variable 'id'"),
        ("subscription { onJobStatus(status: MEOW) { jobId } }", "WrongType"),
    ],
)
def test_what_cannot_be_subscribed_to_is_an_error_of_that_start(query: str, said: str) -> None:
    with acknowledged(Home()) as socket:
        socket.send(start("1", query))
        message = socket.receive()
        assert (message["type"], message["id"]) == ("error", "1")
        assert said in message["payload"]["errors"][0]["message"]


def test_a_client_without_a_protocol_is_turned_away() -> None:
    home = Home()
    with home.running(), pytest.raises(InvalidStatus, match="400"), home.websocket("/graphql/realtime", None):
        pass


def test_who_leaves_is_forgotten() -> None:
    home = Home()
    with home.running():
        with home.websocket("/graphql/realtime", ["graphql-ws"], KEY) as socket:
            socket.send({"type": "connection_init"})
            socket.receive()
            socket.send(start("1"))
            socket.receive()
            assert home.hub.subscribers == 1
        end = time.monotonic() + 10
        while home.hub.subscribers and time.monotonic() < end:
            time.sleep(0.01)
        assert home.hub.subscribers == 0
