"""Pages of other origins in a real browser: one from elsewhere gets nothing, one of this machine works with a token."""

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx
import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from local.data.sample import names
from tests.browser.browsing import Browser, browser
from tests.serving import Server

ATTEMPTS = Path(__file__).parent / "attempts.js"
PAGE = f"<!doctype html><title>another page</title><body>here I am<script>{ATTEMPTS.read_text()}</script>".encode()
QUERY = "{ images(first: 1) { nodes { imageId } } }"
ASK = json.dumps({"query": QUERY})
OPERATOR = json.dumps({"username": "otto", "groups": ["operators"]})
NOTHING = "nothing"
PICTURE = f"/pictures/{names.IMAGE_ID}"


class _Pages(BaseHTTPRequestHandler):
    """The same page at every address."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def pages() -> Iterator[int]:
    """Another web server on this machine; the port it listens on."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Pages) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        yield web.server_port
        web.shutdown()


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with pages() as number:
        yield number


@pytest.fixture
def stranger(window: Browser, port: int, server: Server) -> Iterator[Browser]:
    """A page whose origin is not on this machine. In the end, the browser got no answer from the server either."""
    assert window.do("visit", url=f"http://evil.test:{port}/")["text"].startswith("here I am")
    yield window
    assert [each for each in answers_of(window, server) if each[2] != 403] == []


@pytest.fixture
def neighbour(window: Browser, port: int) -> Browser:
    """A page of this machine, as a development server shows it."""
    assert window.do("visit", url=f"http://localhost:{port}/")["text"].startswith("here I am")
    return window


def answers_of(window: Browser, server: Server) -> list[tuple[str, str, int]]:
    """What the browser saw of the server, whether the page could or not: methods, addresses and statuses."""
    ports = f":{server.port}/"
    return [(method, url, status) for method, url, status in window.do("seen")["answers"] if ports in url]


def call(window: Browser, name: str, **given: Any) -> str:
    got: str = window.do("call", name=name, given=given)
    return got


def proofs(server: Server) -> dict[str, dict[str, str]]:
    """Everything that opens the API."""
    request = AWSRequest("POST", server.graphql_url, {"content-type": "application/json"}, ASK)
    SigV4Auth(Credentials("local", "local"), "appsync", "us-east-1").add_auth(request)
    token = server.token("otto", ["operators"])
    return {"key": {"x-api-key": "da2-local"}, "token": {"authorization": token}, "iam": dict(request.headers.items())}


@pytest.mark.parametrize("proof", ["key", "token", "iam"])
def test_a_stranger_cannot_ask_whatever_it_knows(stranger: Browser, server: Server, proof: str) -> None:
    headers = {"content-type": "application/json", **proofs(server)[proof]}
    assert server.post(ASK, headers).status_code == 200
    assert call(stranger, "ask", url=server.graphql_url, method="POST", headers=headers, body=ASK) == NOTHING
    by_name = server.graphql_url.replace("127.0.0.1", "localhost")
    assert call(stranger, "ask", url=by_name, method="POST", headers=headers, body=ASK) == NOTHING


@pytest.mark.parametrize("mode", ["cors", "no-cors"])
def test_a_stranger_gets_no_token(stranger: Browser, server: Server, mode: str) -> None:
    for headers in ({"content-type": "application/json"}, {"content-type": "text/plain"}):
        got = call(stranger, "ask", url=f"{server.url}/token", method="POST", mode=mode, headers=headers, body=OPERATOR)
        assert got in {NOTHING, ""}


@pytest.mark.parametrize("path", ["/", "/config.json", PICTURE, "/graphql?" + urlencode({"query": QUERY})])
@pytest.mark.parametrize("mode", ["cors", "no-cors"])
def test_a_stranger_reads_nothing(stranger: Browser, server: Server, path: str, mode: str) -> None:
    assert call(stranger, "ask", url=f"{server.url}{path}", mode=mode) in {NOTHING, ""}


def test_a_stranger_does_not_reach_the_tables(stranger: Browser, server: Server) -> None:
    target = {"x-amz-target": "DynamoDB_20120810.ListTables", "content-type": "application/x-amz-json-1.0"}
    for headers in (target, {"content-type": "text/plain"}):
        got = call(stranger, "ask", url=f"{server.url}/dynamodb", method="POST", headers=headers, body="{}")
        assert got == NOTHING


def test_a_stranger_that_knows_the_port_of_the_engine_does_not_know_its_address(
    stranger: Browser, server: Server
) -> None:
    engine = urlsplit(json.loads((server.data_dir / "engine.json").read_text())["url"])
    if engine.hostname == "127.0.0.1":
        pytest.skip("the engine listens on the one address that everything knows")
    for host in ("127.0.0.1", "localhost", "evil.test", "[::1]"):
        target = {"x-amz-target": "DynamoDB_20120810.ListTables"}
        url = f"http://{host}:{engine.port}/"
        assert call(stranger, "ask", url=url, method="POST", headers=target, body="{}") == NOTHING


@pytest.mark.parametrize(
    ("kind", "path"), [("img", PICTURE), ("img", "/icon.svg"), ("script", "/main.js"), ("link", "/main.css")]
)
def test_a_stranger_shows_nothing_of_ours(stranger: Browser, server: Server, kind: str, path: str) -> None:
    assert httpx.get(f"{server.url}{path}", timeout=30).status_code == 200
    assert call(stranger, "embed", kind=kind, url=f"{server.url}{path}") == NOTHING


@pytest.mark.parametrize("path", ["/", PICTURE])
def test_a_stranger_frames_nothing_of_ours(stranger: Browser, server: Server, path: str) -> None:
    call(stranger, "embed", kind="iframe", url=f"{server.url}{path}")
    assert [status for _, _, status in answers_of(stranger, server)] == [403]


@pytest.mark.parametrize("path", ["/token", "/graphql", "/dynamodb"])
def test_a_stranger_sends_forms_in_vain(stranger: Browser, server: Server, path: str) -> None:
    """A form of plain text can be made to look like JSON."""
    begin, end = OPERATOR[:-1], "}"
    fields = {begin + ', "email": "': '"' + end}
    for method, enctype in (("POST", "text/plain"), ("POST", "application/x-www-form-urlencoded"), ("GET", "")):
        call(stranger, "submit", url=f"{server.url}{path}", method=method, enctype=enctype, fields=fields)
    assert [status for _, _, status in answers_of(stranger, server)] == [403, 403, 403]


def websocket(server: Server, token: str, protocol: str) -> dict[str, Any]:
    """How to subscribe over a protocol."""
    url = server.realtime_url
    if protocol == "graphql-transport-ws":
        return {
            "url": url,
            "protocols": [protocol],
            "messages": [{"type": "connection_init", "payload": {"authorization": token}}],
        }
    proof = {"host": f"127.0.0.1:{server.port}", "Authorization": token}
    encoded = base64.urlsafe_b64encode(json.dumps(proof).encode()).rstrip(b"=").decode()
    data = json.dumps({"query": "subscription { onJobStatus { jobId } }"})
    start = {"id": "1", "type": "start", "payload": {"data": data, "extensions": {"authorization": proof}}}
    protocols = ["graphql-ws", f"header-{encoded}"]
    return {"url": url, "protocols": protocols, "messages": [{"type": "connection_init"}, start]}


@pytest.mark.parametrize("protocol", ["graphql-ws", "graphql-transport-ws"])
def test_a_stranger_hears_nothing(stranger: Browser, server: Server, protocol: str) -> None:
    told = websocket(server, server.token("otto", ["operators"]), protocol)
    assert call(stranger, "talk", **told) == NOTHING


def test_a_name_that_is_pointed_at_this_machine_gets_nothing(window: Browser, server: Server) -> None:
    shown = window.do("visit", url=f"http://evil.test:{server.port}/")
    assert shown["status"] == 403
    assert "localhost or 127.0.0.1" in shown["text"]


def test_a_link_from_elsewhere_opens_our_page_but_no_data(window: Browser, port: int, server: Server) -> None:
    for path, status in (
        ("/", 200),
        (PICTURE, 200),
        ("/config.json", 403),
        (f"/graphql?{urlencode({'query': '{a}'})}", 403),
    ):
        window.do("visit", url=f"http://evil.test:{port}/")
        assert window.do("leave", url=f"{server.url}{path}")["status"] == status, path


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_page_of_this_machine_asks_with_a_token(neighbour: Browser, server: Server, host: str) -> None:
    url = server.graphql_url.replace("127.0.0.1", host)
    headers = {"content-type": "application/json", "authorization": server.token("vera", ["viewers"])}
    got = call(neighbour, "ask", url=url, method="POST", credentials="include", headers=headers, body=ASK)
    assert json.loads(got)["data"]["images"]["nodes"]


@pytest.mark.parametrize(
    ("protocol", "heard"), [("graphql-ws", "connection_ack start_ack"), ("graphql-transport-ws", "connection_ack")]
)
def test_a_page_of_this_machine_subscribes(neighbour: Browser, server: Server, protocol: str, heard: str) -> None:
    token = server.token("vera", ["viewers"])
    assert call(neighbour, "talk", **websocket(server, token, protocol)) == heard


def test_a_page_of_this_machine_shows_pictures(neighbour: Browser, server: Server) -> None:
    for host in ("127.0.0.1", "localhost"):
        got = call(neighbour, "embed", kind="img", url=f"http://{host}:{server.port}{PICTURE}")
        assert int(got.removesuffix(" pixels")) > 0


def test_a_page_of_this_machine_gets_no_token_and_no_tables(neighbour: Browser, server: Server) -> None:
    headers = {"content-type": "application/json"}
    got = call(neighbour, "ask", url=f"{server.url}/token", method="POST", headers=headers, body=OPERATOR)
    assert "token" not in got
    target = {"x-amz-target": "DynamoDB_20120810.ListTables"}
    assert call(neighbour, "ask", url=f"{server.url}/dynamodb", method="POST", headers=target, body="{}") == NOTHING
