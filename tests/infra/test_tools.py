"""What operators use: trying out a deployed API, and our GraphiQL on it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from graphql import OperationDefinitionNode, parse

from infra import graphiql
from infra.probes import PROBES
from infra.smoke import QUERIES, DeployedApi, smoke
from infra.stage import Stage
from tests.serving import Server, serving

DEPLOYED = "https://abc123.appsync-api.eu-west-1.amazonaws.com/graphql"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("smoke"), SAMPLE="0") as started:
        yield started


def test_smoke_runs_every_query_and_tells_what_each_probe_found(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert smoke(DeployedApi(server.graphql_url, server.api_key))
    told = capsys.readouterr().out
    assert told.count("ok  ") >= 5
    assert "FAIL" not in told
    assert all(probe.question in told for probe in PROBES)
    assert "failed:" not in told
    assert "BadInput" in told


@pytest.mark.parametrize("file", sorted(QUERIES.glob("*.graphql")), ids=lambda file: file.stem)
def test_ready_made_queries_are_far_from_the_limits_of_prod(file: Path) -> None:
    assert 2 * _depth(parse(file.read_text()).definitions[0]) <= 1.5 * Stage("prod").query_depth


def test_smoke_fails_where_the_key_is_wrong(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert not smoke(DeployedApi(server.graphql_url, "da2-wrong"))
    assert "FAIL" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("url", "realtime"),
    [
        (DEPLOYED, "wss://abc123.appsync-realtime-api.eu-west-1.amazonaws.com/graphql"),
        ("https://api.example.com/graphql", "wss://api.example.com/graphql/realtime"),
    ],
)
def test_subscriptions_of_a_deployed_api_are_elsewhere(url: str, realtime: str) -> None:
    assert graphiql.realtime_url(url) == realtime


def test_graphiql_is_told_of_the_deployed_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<title>page</title>")
    monkeypatch.setattr(graphiql, "PAGE", tmp_path)
    with _running(graphiql.serve(DEPLOYED, "da2-key", 0)) as url:
        config = httpx.get(f"{url}/config.json").json()
        assert config["endpoint"] == DEPLOYED
        assert config["apiKey"] == "da2-key"
        assert config["protocol"] == "appsync"
        assert "page" in httpx.get(url).text


def _depth(node: Any) -> int:
    selections = node.selection_set.selections if getattr(node, "selection_set", None) else ()
    own = 0 if isinstance(node, OperationDefinitionNode) else 1
    return own + max((_depth(each) for each in selections), default=0)


@contextmanager
def _running(server: Any) -> Iterator[str]:
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
