"""Whatever is thrown at the server, it answers, and it lives."""

import json
import random
import socket
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
from websockets import Subprotocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.serving import Server

DEEP = "{" + "a{" * 5_000 + "b" + "}" * 5_001
IMAGE = "query ($a: ID!) { image(imageId: $a) { id } }"
NASTY = [
    b"\x00" * 1000,
    b"{" * 10_000,
    b'{"query":' + b"[" * 50_000 + b"}",
    json.dumps({"query": DEEP}).encode(),
    json.dumps({"query": "{" + "imageCount " * 14_000 + "}"}).encode(),
    json.dumps({"query": "{" + " ".join(f"a{number}:__typename" for number in range(4_000)) + "}"}).encode(),
    json.dumps({"query": "query(" + "$a:Int," * 3_000 + "){imageCount}"}).encode(),
    json.dumps({"query": "{...A} fragment A on Query{...B} fragment B on Query{...A}"}).encode(),
    json.dumps({"query": "{ image(imageId: " + "[" * 3_000 + "]" * 3_000 + ") { id } }"}).encode(),
    json.dumps({"query": IMAGE, "variables": {"a": {"b": [{}] * 500}}}).encode(),
    json.dumps({"query": "{ images(first: 99999999999999999999) { nodes { id } } }"}).encode(),
    json.dumps({"query": '{ images(after: "' + "x" * 100_000 + '") { nodes { id } } }'}).encode(),
    json.dumps({"query": '{ node(id: "\u0000\ud83d\ude00") { id } }'}).encode(),
    b'{"query": "{ image(imageId: \\"\\ud800\\") { id } }"}',
    b"x" * 2_000_000,
]


def talking(server: Server, protocol: str) -> ClientConnection:
    headers = {"x-api-key": "da2-local"}
    return connect(server.realtime_url, subprotocols=[Subprotocol(protocol)], additional_headers=headers, proxy=None)


@pytest.fixture(autouse=True)
def _it_lives(server: Server) -> Iterator[None]:
    """The same processes answer as before, over HTTP and over both protocols of WebSockets."""
    before = server.children()
    yield
    assert "errors" not in server.ask("{ images(first: 1) { nodes { id } } }")
    for protocol in ("graphql-ws", "graphql-transport-ws"):
        with talking(server, protocol) as talk:
            talk.send('{"type":"connection_init"}')
            assert json.loads(talk.recv(timeout=60))["type"] == "connection_ack"
    assert server.process.poll() is None
    assert set(before) <= set(server.children())


@pytest.mark.parametrize("body", NASTY, ids=lambda body: repr(body[:30]))
def test_a_nasty_body_gets_an_answer(server: Server, body: bytes) -> None:
    response = server.post(body)
    assert response.status_code in {200, 400, 413}
    assert {"data", "errors"} & set(response.json())
    assert "Traceback" not in response.text


def test_random_bytes_and_broken_queries_get_answers(server: Server) -> None:
    chance = random.Random(7)
    good = json.dumps({"query": "query A($a: Int) { images(first: $a) { nodes { id } } }", "variables": {"a": 1}})
    for _ in range(60):
        broken = bytearray(good.encode())
        for _ in range(chance.randint(1, 8)):
            broken[chance.randrange(len(broken))] = chance.randrange(256)
        assert server.post(bytes(broken)).status_code in {200, 400}


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "é".encode("latin-1")},
        {"authorization": b"Bearer " + b"a" * 10_000},
        {"authorization": b"AWS4-HMAC-SHA256 Credential=local/x/y/appsync/z, SignedHeaders=host, Signature=\xe9"},
        {"authorization": b"a.b.c.d.e"},
        {"x-api-key": b"\xff\xfe"},
        {"authorization": b"AWS4-HMAC-SHA256 Credential=local/20261116/us-east-1/appsync/aws4_request"},
    ],
    ids=str,
)
def test_nasty_headers_are_refused(server: Server, headers: dict[str, bytes]) -> None:
    raw = [(name.encode(), value) for name, value in headers.items()]
    response = httpx.post(server.graphql_url, content=b'{"query": "{ imageCount }"}', headers=raw, timeout=30)
    assert response.status_code in {401, 403}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_not_allowed(server: Server, method: str) -> None:
    assert httpx.request(method, server.graphql_url, timeout=30).status_code == 405


@pytest.mark.parametrize("path", ["/nothing", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/pictures/nothing"])
def test_what_is_not_there_is_not_found(server: Server, path: str) -> None:
    response = httpx.get(server.url + path, timeout=30)
    assert response.status_code in {400, 404}
    assert "root:" not in response.text


def test_connections_that_say_nothing_or_rubbish_are_no_trouble(server: Server) -> None:
    half = b"POST /graphql HTTP/1.1\r\ncontent-length: 50\r\n\r\n{"
    for said in (b"", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", half):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(said)
            connection.shutdown(socket.SHUT_WR)
            assert not connection.recv(10_000).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("protocol", ["graphql-ws", "graphql-transport-ws"])
def test_nonsense_over_websockets_is_no_trouble(server: Server, protocol: str) -> None:
    chance = random.Random(7)
    long_id = f'{{"type":"start","id":"{"x" * 10_000}"}}'
    for text in ("", "x" * 900_000, "[" * 100_000, long_id, '{"type":"start","id":"1","payload":{"data":"{"}}'):
        with talking(server, protocol) as talk, suppress(ConnectionClosed):
            talk.send('{"type":"connection_init"}')
            talk.send(text)
            talk.send(chance.randbytes(100))


def test_a_message_without_end_closes_its_own_connection_only(server: Server) -> None:
    with talking(server, "graphql-ws") as talk:
        with suppress(ConnectionClosed):
            talk.send("x" * 3_000_000)
        with pytest.raises(ConnectionClosed):
            talk.recv(timeout=30)
