"""Normalised caches: no message turns a value on screen into null, and in the end they show what a query answers."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from local.engine.scalars import PRELUDE
from resolvers.routing.announcements import ANNOUNCEMENTS
from tests.clients.cache_setting import LAST, SCREEN, STATUSES, Setting
from tests.clients.running import JAVASCRIPT, SECONDS
from tests.clients.test_codegen import SCALARS
from tests.serving import ROOT, Server


def _compiled(folder: Path, texts: list[str]) -> Path:
    """Relay's artifacts, which Node can import."""
    (folder / "schema.graphql").write_text(PRELUDE + (ROOT / "schema.graphql").read_text())
    (folder / "package.json").write_text('{"type": "module"}')
    for name in ("src", "made"):
        (folder / name).mkdir()
    (folder / "src" / "Caches.js").write_text("\n".join(f"graphql`{text}`;" for text in texts))
    settings = {
        "src": "src",
        "schema": "schema.graphql",
        "language": "javascript",
        "artifactDirectory": "made",
        "eagerEsModules": True,
        "customScalarTypes": SCALARS,
    }
    (folder / "relay.config.json").write_text(json.dumps(settings))
    compiler = str(ROOT / "node_modules" / ".bin" / "relay-compiler")
    done = subprocess.run([compiler, "relay.config.json"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "made"


@pytest.fixture(scope="module")
def found(server: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a program with three caches reports."""
    if not (ROOT / "node_modules" / "relay-runtime").is_dir():
        pytest.skip("needs `npm ci`")
    setting = Setting(server)
    subscriptions = setting.subscriptions()
    texts = [SCREEN, *(each["query"] for each in subscriptions)]
    settings = {
        "url": server.graphql_url,
        "realtimeUrl": server.realtime_url,
        "apiKey": server.api_key,
        "token": server.token("erin", ["editors", "operators"]),
        "jobIds": ["", ""],
        "screen": {"query": SCREEN, "relayName": "CachesScreenQuery", "variables": setting.ids},
        "subscriptions": subscriptions,
        "changes": setting.changes(),
        "relayFolder": str(_compiled(tmp_path_factory.mktemp("relay"), texts)),
    }
    command = ["node", str(JAVASCRIPT / "caches.mjs")]
    done = subprocess.run(
        command, input=json.dumps(settings), capture_output=True, text=True, timeout=SECONDS, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


@pytest.fixture(params=["apollo", "urql", "relay"])
def cache(request: pytest.FixtureRequest, found: dict[str, Any]) -> dict[str, Any]:
    (mine,) = (each for each in found["caches"] if each["name"] == request.param)
    report: dict[str, Any] = mine
    return report


def test_every_announcement_is_listened_to() -> None:
    names = {each.signature.field_name for each in ANNOUNCEMENTS}
    assert set(LAST) == names, "a new announcement needs a line in cache_setting.py, and a change that sets it off"


def test_no_message_turns_a_value_on_screen_into_null(cache: dict[str, Any]) -> None:
    assert cache["first"] > 30
    assert cache["lost"] == []
    assert cache["waiting"] == []


def test_messages_of_one_job_arrive_in_order_and_once(cache: dict[str, Any]) -> None:
    told = [each["message"] for each in cache["heard"]["onJobStatus"]]
    assert told == [*map(str, range(STATUSES)), "It ends."]


def test_in_the_end_a_cache_shows_what_a_query_answers(cache: dict[str, Any], found: dict[str, Any]) -> None:
    """But for what is the newest of a list: no message puts a new entry into the history of a job.

    Relay knows objects by their `id` alone, and a sweep has none: what it shows of a sweep is as old as its query.
    """
    unknown = {"__typename", "latestStatus", *(["sweep"] if cache["name"] == "relay" else [])}
    assert _compared(cache["screen"], unknown) == _compared(found["fresh"], unknown)


def _compared(value: Any, unknown: set[str]) -> Any:
    if isinstance(value, dict):
        return {name: _compared(each, unknown) for name, each in value.items() if name not in unknown}
    return [_compared(each, unknown) for each in value] if isinstance(value, list) else value
