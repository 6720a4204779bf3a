"""What operators use: trying out a deployed API, and our GraphiQL on it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from graphql import OperationDefinitionNode, parse

from infra import page
from infra.operator import outputs
from infra.operator.deployed_api import DeployedApi
from infra.operator.probes import PROBES
from infra.operator.smoke import QUERIES, finds_something, smoke
from infra.realtime import realtime_url
from infra.stage import Stage
from tests.serving import Server, serving

DEPLOYED = "https://abc123.appsync-api.eu-west-1.amazonaws.com/graphql"


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
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


def test_smoke_fails_where_nothing_is_found(empty: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert not smoke(DeployedApi(empty.graphql_url, empty.api_key))
    told = capsys.readouterr().out
    assert "FAIL None of the queries found anything" in told
    assert "nothing found" in told


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ({"images": {"nodes": [], "pageInfo": {"hasNextPage": False}}}, False),
        ({"job": None, "imageCount": 0, "sweep": {"__typename": "Sweep", "progress": {"total": 0}}}, False),
        ({"images": {"nodes": [{"id": "x"}]}}, True),
        ({"imageCount": 3}, True),
    ],
)
def test_an_answer_without_values_finds_nothing(data: Any, *, found: bool) -> None:
    assert finds_something(data) is found


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
    assert realtime_url(url) == realtime


def test_the_page_and_graphiql_are_told_of_the_deployed_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PAGE", "GRAPHIQL"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(f"<title>{name}</title>")
        monkeypatch.setattr(page, name, tmp_path / name)
    with _running(page.serve(page.settings(DEPLOYED, "da2-key"), 0)) as url:
        config = httpx.get(f"{url}/config.json").json()
        assert httpx.get(f"{url}/graphiql/config.json").json() == config
        assert config["endpoint"] == DEPLOYED
        assert config["apiKey"] == "da2-key"
        assert config["protocol"] == "appsync"
        assert "PAGE" in httpx.get(url).text
        assert "GRAPHIQL" in httpx.get(f"{url}/graphiql/?embedded").text
        policy = httpx.get(url).headers["content-security-policy"]
        assert " https://abc123.appsync-api.eu-west-1.amazonaws.com " in policy
        assert " wss://abc123.appsync-realtime-api.eu-west-1.amazonaws.com " in policy
        assert "https://*.s3.eu-west-1.amazonaws.com" in policy


OUTPUTS = {
    "Tessera-prod-Api": {"Url": DEPLOYED},
    "Tessera-prod-SignIn": {"SignInUrl": "https://people.auth.eu-west-1.amazoncognito.com"},
    "Tessera-prod-State": {"PageClient": "abc"},
}


def test_the_page_of_a_stage_knows_where_its_people_sign_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prod-outputs.json").write_text(json.dumps(OUTPUTS))
    monkeypatch.setattr(outputs, "FOLDER", tmp_path)
    config = page.deployed("prod")
    assert config["endpoint"] == DEPLOYED
    assert config["apiKey"] == ""
    assert config["signIn"] == {"url": "https://people.auth.eu-west-1.amazoncognito.com", "clientId": "abc"}
    with pytest.raises(SystemExit, match="make deploy STAGE=dev"):
        page.main(["--stage", "dev"])


@pytest.mark.parametrize("arguments", [[], [DEPLOYED, "--stage", "dev"], [DEPLOYED, "--client", "abc"]])
def test_the_page_needs_one_api_and_all_or_nothing_about_signing_in(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        page.main(arguments)


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
