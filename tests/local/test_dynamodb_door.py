"""`/dynamodb` is the engine at a fixed address: for programs on this machine, never for web pages."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from uuid import uuid4

import httpx
import pytest
import uvicorn
from botocore.exceptions import ClientError
from starlette.applications import Starlette

from local.data.engines import Engine
from local.data.process import free_port
from local.http import dynamodb
from local.http.dynamodb import Router, dynamodb_routes
from local.http.web import make_web
from tests.other_program import TABLE, boto, key
from tests.serving import Server

HEADERS = {"x-amz-target": "DynamoDB_20120810.ListTables", "content-type": "application/x-amz-json-1.0"}


@pytest.fixture
def url(server: Server) -> str:
    return f"{server.url}/dynamodb"


def test_boto3_reads_and_writes_the_servers_tables(server: Server, url: str) -> None:
    name = str(uuid4())
    with boto(url) as client:
        tables = client.list_tables()["TableNames"]
        client.put_item(TableName=TABLE, Item=key(name) | {"text": {"S": "Grüße"}})
        assert client.get_item(TableName=TABLE, Key=key(name))["Item"]["text"] == {"S": "Grüße"}
        with pytest.raises(ClientError, match="ConditionalCheckFailedException"):
            client.put_item(TableName=TABLE, Item=key(name), ConditionExpression="attribute_not_exists(PK)")
    said = server.said()
    assert f"{url} " in said
    for table in ("ReceiptsTable", "NovaCat", "IceCatWrangler", "TextractorJobs"):
        assert table in tables
        assert table in said
    assert "engine.json" not in said
    assert (server.data_dir / "engine.json").read_text().split('"')[3] not in said, "the engine's own address"


def test_boto3_reads_the_streams_too(url: str) -> None:
    name = str(uuid4())
    with boto(url) as client, boto(url, "dynamodbstreams", parameter_validation=False) as streams:
        (stream,) = streams.list_streams(TableName=TABLE)["Streams"]
        shards = streams.describe_stream(StreamArn=stream["StreamArn"])["StreamDescription"]["Shards"]
        place = {
            "StreamArn": stream["StreamArn"],
            "ShardId": shards[-1]["ShardId"],
            "ShardIteratorType": "TRIM_HORIZON",
        }
        client.put_item(TableName=TABLE, Item=key(name))
        answer = streams.get_records(ShardIterator=streams.get_shard_iterator(**place)["ShardIterator"], Limit=1_000)
        seen = answer["Records"]
        while answer["Records"]:
            answer = streams.get_records(ShardIterator=answer["NextShardIterator"], Limit=1_000)
            seen += answer["Records"]
    assert f"OTHER#{name}" in [each["dynamodb"]["Keys"]["PK"]["S"] for each in seen]


def test_the_answer_is_the_engines(url: str, embedded: Engine) -> None:
    for address in (url, f"{url}/"):
        answers = [httpx.post(each, headers=HEADERS, content=b"{}", timeout=30) for each in (address, embedded.url)]
        assert {answer.status_code for answer in answers} == {answers[0].status_code}
        for name in ("content-type", "x-amz-crc32", "x-amzn-requestid"):
            assert all(name in answer.headers for answer in answers)
        for name in ("date", "server", "content-length"):
            assert len(answers[0].headers.get_list(name)) == 1
    strange = [httpx.post(each, headers=HEADERS, content=b"meow", timeout=30) for each in (url, embedded.url)]
    assert strange[0].status_code == strange[1].status_code == 400
    assert strange[0].content == strange[1].content


@pytest.mark.parametrize("method", ["POST", "OPTIONS", "GET"])
@pytest.mark.parametrize("path", ["", "/", "/below"])
@pytest.mark.parametrize("origin", ["http://localhost:5173", "null", "https://evil.example", ""])
def test_no_web_page_may_use_it(url: str, method: str, path: str, origin: str) -> None:
    preflight = {"access-control-request-method": "POST", "access-control-request-headers": "x-amz-target"}
    answer = httpx.request(method, f"{url}{path}", headers={**HEADERS, **preflight, "origin": origin}, timeout=30)
    assert answer.status_code == 403
    assert "TableNames" not in answer.text
    assert answer.json()["errors"]
    is_ours = origin == "http://localhost:5173"  # may read why it is refused
    assert is_ours or not [name for name in answer.headers if name.startswith("access-control")]


def test_the_largest_batches_and_answers_pass(url: str) -> None:
    """25 items of 380 KB, and then a body above the limit, which is refused in DynamoDB's form."""
    name, size = str(uuid4()), 380_000
    items = [key(name) | {"SK": {"S": f"{number:02}"}, "text": {"S": "x" * size}} for number in range(25)]
    with boto(url) as client:
        answer = client.batch_write_item(RequestItems={TABLE: [{"PutRequest": {"Item": item}} for item in items]})
        assert answer["UnprocessedItems"] == {}
        keys = [{name: item[name] for name in ("PK", "SK")} for item in items]
        read = client.batch_get_item(RequestItems={TABLE: {"Keys": keys}})["Responses"][TABLE]
        assert sorted(item["SK"]["S"] for item in read) == [f"{number:02}" for number in range(25)]
        assert {item["text"]["S"] for item in read} == {"x" * size}
        with ThreadPoolExecutor(8) as pool:
            rows = list(pool.map(lambda each: client.get_item(TableName=TABLE, Key=each)["Item"]["SK"], keys))
        assert rows == [each["SK"] for each in keys]
        for item in items:
            item["text"]["S"] *= 2
        with pytest.raises(ClientError, match=r"RequestEntityTooLargeException.*16,777,216 bytes"):
            client.batch_write_item(RequestItems={TABLE: [{"PutRequest": {"Item": item}} for item in items]})


@contextlib.contextmanager
def door(router: Router) -> Iterator[str]:
    """The route alone, in a server of its own."""
    listener = socket.create_server(("127.0.0.1", 0))
    app: Starlette = make_web([*dynamodb_routes(router)])
    running = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=asyncio.run, args=(running.serve(sockets=[listener]),))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/dynamodb"
    finally:
        running.should_exit = True
        thread.join()
        listener.close()


def test_an_engine_that_is_away_is_an_error_that_clients_try_again() -> None:
    gone = f"http://127.0.0.1:{free_port()}"
    with door(lambda *_: gone) as url, boto(url) as client:
        with pytest.raises(ClientError) as caught:
            client.list_tables()
        assert caught.value.response["Error"]["Code"] == "InternalServerError"
        assert caught.value.response["ResponseMetadata"]["HTTPStatusCode"] == 503


def test_the_address_is_chosen_for_each_request(embedded: Engine) -> None:
    asked: list[tuple[str, bytes]] = []

    def router(target: str, body: bytes) -> str:
        asked.append((target, body))
        return embedded.url

    with door(router) as url, boto(url) as client:
        client.list_tables(Limit=1)
    assert asked == [("DynamoDB_20120810.ListTables", b'{"Limit": 1}')]


def test_a_body_may_have_just_so_many_bytes(monkeypatch: pytest.MonkeyPatch, embedded: Engine) -> None:
    monkeypatch.setattr(dynamodb, "MAX_BODY", 1_000)
    with door(lambda *_: embedded.url) as url:
        answers = [httpx.post(url, headers=HEADERS, content=b" " * size, timeout=30) for size in (1_000, 1_001)]
    assert [answer.status_code for answer in answers] == [400, 413]
    assert answers[1].json()["__type"].endswith("RequestEntityTooLargeException")


class _Dying(BaseHTTPRequestHandler):
    """Promises three megabytes and ends after two."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-length", str(3_000_000))
        self.end_headers()
        self.wfile.write(b"x" * 2_000_000)
        self.close_connection = True

    def log_message(self, *_: Any) -> None:
        pass


def test_an_answer_that_breaks_off_is_never_taken_for_a_whole_one() -> None:
    with HTTPServer(("127.0.0.1", 0), _Dying) as engine:
        threading.Thread(target=engine.serve_forever, daemon=True).start()
        with (
            door(lambda *_: f"http://127.0.0.1:{engine.server_address[1]}") as url,
            pytest.raises(httpx.TransportError),
        ):
            httpx.post(url, headers=HEADERS, content=b"{}", timeout=30)
        engine.shutdown()
