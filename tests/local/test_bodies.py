"""Bodies that are too long, and paths and headers that make no sense: an answer, and never a stack trace."""

import json
import logging
import socket
from collections.abc import Iterator

import httpx
import pytest

from tests.local.fakes import KEY, Home
from tests.local.test_callers import signed

LARGE = json.dumps({"query": "{ imageCount }", "variables": {"x": "y" * 1_100_000}}).encode()
TOO_LARGE = {"errors": [{"errorType": "RequestEntityTooLargeException", "message": "Request entity too large"}]}


def pieces(body: bytes) -> Iterator[bytes]:
    """The body in chunks, so that its length is not announced."""
    yield from (body[start : start + 50_000] for start in range(0, len(body), 50_000))


@pytest.fixture
def home() -> Iterator[Home]:
    with Home({"Query.imageCount": 7}).running() as running:
        yield running


@pytest.mark.parametrize("path", ["/graphql", "/token"])
@pytest.mark.parametrize("is_chunked", [False, True])
def test_every_path_has_a_limit_however_the_body_is_sent(home: Home, path: str, is_chunked: bool) -> None:
    url, headers = home.url.replace("/graphql", path), {**KEY, "content-type": "application/json"}
    response = httpx.post(url, content=pieces(LARGE) if is_chunked else LARGE, headers=headers, timeout=30)
    assert response.status_code == 413
    assert response.json() == TOO_LARGE
    assert home.read.events == []


def test_a_length_that_is_only_announced_is_enough(home: Home) -> None:
    with socket.create_connection(("127.0.0.1", home.port), timeout=10) as connection:
        head = f"POST /graphql HTTP/1.1\r\nHost: localhost\r\nx-api-key: da2-local\r\nContent-Length: {10**15}\r\n\r\n"
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


def test_a_signed_body_that_is_too_large_is_too_large_and_not_badly_signed() -> None:
    client = Home().client()
    assert client.post("/graphql", content=LARGE, headers=signed(LARGE)).status_code == 413
    assert client.post("/graphql", content=pieces(LARGE), headers=signed(LARGE)).status_code == 413


def test_a_body_of_a_megabyte_is_read() -> None:
    home = Home({"Query.imageCount": 7})
    body = json.dumps({"query": "{ imageCount }"}).encode()
    body += b" " * (1024 * 1024 - len(body))
    assert home.client().post("/graphql", content=body, headers=KEY).json()["data"] == {"imageCount": 7}
    assert home.client().post("/graphql", content=body + b" ", headers=KEY).status_code == 413


@pytest.mark.parametrize(
    "authorization",
    [
        "AWS4-HMAC-SHA256 Credential=local/d/r/appsync/x, SignedHeaders=host, Signature=é",
        "AWS4-HMAC-SHA256 Credential=local/d/é/appsync/x, SignedHeaders=;;host;é, Signature=a",
        "AWS4-HMAC-SHA256",
        "é.é.é",
        "Bearer \xa0",
    ],
)
def test_odd_authorization_is_refused_politely(authorization: str) -> None:
    headers = {"authorization": authorization.encode("latin-1"), "x-amz-date": signed(b"")["X-Amz-Date"].encode()}
    response = Home().client().post("/graphql", content=b'{"query": "{ imageCount }"}', headers=headers)
    assert response.status_code in {401, 403}


@pytest.mark.parametrize(
    "target",
    [
        b"/graphql?query=%ff%fe",
        b"/graphql?" + b"q" * 200_000,
        b"/graphql?query=" + b"%7B" * 15_000,
        b"/%00",
        b"/%2e%2e/%2e%2e/etc/passwd",
        b"/../../etc/passwd",
        b"/\xff\xfe",
        b"*",
        b"http://evil.test/graphql",
    ],
)
def test_absurd_targets_are_answered_without_a_trace(
    home: Home, target: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR), socket.create_connection(("127.0.0.1", home.port), timeout=10) as connection:
        connection.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = connection.recv(65_536)
    assert answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert b"Traceback" not in answer
    assert caplog.records == []
