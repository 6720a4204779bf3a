"""What the server says of itself: its health, what fields cost, and its schema for code generators."""

import asyncio
import socket

import httpx
from graphql import build_schema, get_introspection_query
from starlette.applications import Starlette

from local.data.engines import Engine
from local.http.stats import LATEST, Stats
from local.http.status import answers, status_routes
from local.lambdas.process import Invocation
from tests.local.fakes import Home
from tests.serving import Server


def status_of(engine_url: str) -> httpx.Response:
    """The health of a server over an engine at this address."""

    async def ask() -> httpx.Response:
        app = Starlette(routes=status_routes(engine_url, [], Stats(), "type Query { a: Int }"))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return await client.get("/healthz")

    return asyncio.run(ask())


def test_a_healthy_server_says_so(server: Server) -> None:
    response = httpx.get(f"{server.url}/healthz", timeout=30)
    assert response.status_code == 200
    told = response.json()
    assert told.keys() == {"status", "engine", "environments", "uptimeSeconds"}
    assert (told["status"], told["engine"]) == ("ok", {"reachable": True})
    assert told["environments"].keys() == {"read", "write"}
    assert told["environments"]["read"].keys() == {"ready", "idle", "starting", "waiting"}
    assert told["uptimeSeconds"] > 0


def test_an_engine_that_is_gone_makes_the_server_unavailable(embedded: Engine) -> None:
    assert status_of(embedded.url).status_code == 200
    gone = status_of("http://127.0.0.1:1")
    assert gone.status_code == 503
    assert (gone.json()["status"], gone.json()["engine"]) == ("unavailable", {"reachable": False})


def test_an_engine_that_takes_connections_and_says_nothing_is_out_of_reach() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert not asyncio.run(answers(f"http://127.0.0.1:{silent.getsockname()[1]}", 0.2))


def test_stats_tell_what_each_field_took(server: Server) -> None:
    before = (
        httpx.get(f"{server.url}/stats", timeout=30).json()["fields"].get("Query.images", {"calls": 0, "errors": 0})
    )
    for first in (1, 1000):
        answer = server.ask("query ($first: Int!) { images(first: $first) { nodes { id } } }", first=first)
    response = httpx.get(f"{server.url}/stats", timeout=30)
    row = response.json()["fields"]["Query.images"]
    assert row.keys() == {"calls", "errors", "p50", "p99", "requests", "readUnits", "writeUnits"}
    assert row["calls"] == before["calls"] + 2, answer
    assert row["errors"] == before["errors"] + 1, answer
    assert row["p99"] >= row["p50"] > 0
    page = httpx.get(f"{server.url}/stats", headers={"accept": "text/html,*/*"}, timeout=30)
    assert page.headers["content-type"].startswith("text/html")
    assert "<th>Query.images</th>" in page.text


def test_percentiles_are_of_the_latest_calls_and_nothing_more_is_kept() -> None:
    stats = Stats()
    for milliseconds in (*range(10_000), *range(1, 101)):
        stats.add("Query.images", Invocation({"data": 1}, cost={"requests": 2}, milliseconds=milliseconds))
    row = stats.rows()["Query.images"]
    assert (row["calls"], row["requests"], row["errors"]) == (10_100, 20_200, 0)
    kept = sorted([*range(10_100 - LATEST, 10_000), *range(1, 101)])
    assert (row["p50"], row["p99"]) == (kept[LATEST // 2 - 1], kept[LATEST * 99 // 100 - 1])
    one = Stats()
    one.add("Query.images", Invocation({}, failed=True, milliseconds=7))
    one.add("Query.imageCount", Invocation([{"data": 1}, {"errorMessage": "no"}]))
    assert [(row["errors"], row["p50"], row["p99"]) for row in one.rows().values()] == [(1, 0.0, 0.0), (1, 7, 7)]


def test_what_a_request_took_is_told_in_milliseconds() -> None:
    answer = Home({"Query.imageCount": 3}).post("{ imageCount }")
    assert 0 <= answer["extensions"]["tessera"]["milliseconds"] < 60_000


def test_the_schema_for_code_generators_declares_the_scalars_of_appsync(server: Server) -> None:
    response = httpx.get(f"{server.url}/schema.graphql", timeout=30)
    assert response.headers["content-type"].startswith("text/plain")
    schema = build_schema(response.text)
    assert {"AWSDateTime", "AWSJSON", "AWSTimestamp"} <= schema.type_map.keys()
    images = schema.query_type.fields["images"] if schema.query_type else None
    assert images
    assert images.description
    told = server.ask(get_introspection_query())["data"]["__schema"]["types"]
    assert {each["name"] for each in told} == schema.type_map.keys()
