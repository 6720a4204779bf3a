"""The publisher's requests: signed, and their answers told apart."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from botocore.credentials import Credentials

from services.appsync import AppSync, MessageRefused, TemporaryFailure

BODY = b'{"query": "mutation { publishJobStatus { jobId } }"}'


class Answering(BaseHTTPRequestHandler):
    """Answers as it is told to."""

    status: ClassVar[int] = 200
    body: ClassVar[bytes] = b'{"data": {"publishJobStatus": {"jobId": "j1"}}}'
    headers_seen: ClassVar[list[Any]] = []

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.headers_seen.append(dict(self.headers))
        self.send_response(self.status)
        self.send_header("content-length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: Any) -> None:
        """Nobody wants to know."""


@pytest.fixture
def appsync(monkeypatch: pytest.MonkeyPatch) -> Iterator[AppSync]:
    monkeypatch.setattr(Answering, "headers_seen", [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    threading.Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    made = AppSync(f"http://127.0.0.1:{server.server_port}/graphql", Credentials("key", "secret"))
    yield made
    made.close()
    server.shutdown()
    server.server_close()


def test_a_message_is_sent_with_a_signature_for_appsync(appsync: AppSync) -> None:
    appsync.send(BODY)
    (headers,) = Answering.headers_seen
    assert "/us-east-1/appsync/aws4_request" in headers["Authorization"]


@pytest.mark.parametrize("status", [401, 403, 429, 500, 503])
def test_servers_that_are_busy_or_shut_may_open_again(
    appsync: AppSync, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr(Answering, "status", status)
    with pytest.raises(TemporaryFailure):
        appsync.send(BODY)


@pytest.mark.parametrize(
    ("status", "body"),
    [(400, b'{"errors": [{"message": "nonsense"}]}'), (200, b'{"data": null, "errors": [{"message": "nonsense"}]}')],
)
def test_a_message_that_is_nonsense_is_refused_for_good(
    appsync: AppSync, monkeypatch: pytest.MonkeyPatch, status: int, body: bytes
) -> None:
    monkeypatch.setattr(Answering, "status", status)
    monkeypatch.setattr(Answering, "body", body)
    with pytest.raises(MessageRefused, match="nonsense"):
        appsync.send(BODY)


@pytest.mark.parametrize("kind", ["Unauthorized", "ExecutionTimeout", "InternalFailure"])
def test_errors_that_are_not_the_messages_fault_may_pass(
    appsync: AppSync, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    body = b'{"data": null, "errors": [{"message": "not now", "errorType": "%s"}]}' % kind.encode()
    monkeypatch.setattr(Answering, "body", body)
    with pytest.raises(TemporaryFailure, match="not now"):
        appsync.send(BODY)


def test_nobody_there_and_answers_that_are_no_json_may_pass(appsync: AppSync, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Answering, "body", b"<html>")
    with pytest.raises(TemporaryFailure):
        appsync.send(BODY)
    with pytest.raises(TemporaryFailure):
        AppSync("http://127.0.0.1:1/graphql", Credentials("key", "secret")).send(BODY)
