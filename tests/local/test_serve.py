"""`make serve` as a person meets it: what it says, what it keeps, and what it leaves behind."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serving import ROOT, Server, copied, is_alive, serving, start

EMPTY: dict[str, Any] = {"SAMPLE": "0"}


def until(condition: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    return condition()


def test_it_says_where_it_is_and_what_to_try_and_that_works(server: Server) -> None:
    said = server.said()
    for address in (f"{server.url}/graphql", server.realtime_url, "da2-local"):
        assert address in said
    curls = re.findall(r"curl -s (\S+) -H '(\S+): (\S+)' -d '(.+)'", said)
    assert len(curls) == 3
    for url, name, value, body in curls:
        answer = httpx.post(url, headers={name: value}, content=body, timeout=60).json()
        assert "errors" not in answer
        (page,) = answer["data"].values()
        assert page["nodes"], body


def test_what_graphiql_has_to_know(server: Server) -> None:
    config = httpx.get(f"{server.url}/config.json", timeout=30).json()
    assert config == {
        "endpoint": f"{server.url}/graphql",
        "realtime": server.realtime_url,
        "apiKey": "da2-local",
        "tokenUrl": f"{server.url}/token",
        "picturesUrl": f"{server.url}/pictures",
    }


def test_the_cost_of_a_query_is_told(server: Server) -> None:
    tessera = server.ask("{ queues(first: 1) { nodes { queueName } } }")["extensions"]["tessera"]
    assert tessera["lambdaCalls"] == tessera["requests"] == 1
    assert tessera["readUnits"] > 0
    (read,) = tessera["plan"]
    assert set(read) == {"field", "operation", "table", "index", "range", "items", "units"}


def test_a_second_start_is_quick_and_keeps_the_data(tmp_path: Path, sample: Path) -> None:
    began = time.monotonic()
    with serving(copied(sample, tmp_path)) as second:
        took = time.monotonic() - began
        assert "Sample data" not in second.said()
        assert second.ask("{ images(first: 100) { nodes { imageId } } }")["data"]["images"]["nodes"]
    sys.stdout.write(f"second start: {took:.1f} s\n")
    assert took < 50  # three to five seconds where nothing else runs


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_polite_stop_ends_everything_that_was_started(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path, **EMPTY) as server:
        children = server.children()
        assert len(children) >= 3
        server.process.send_signal(how)
        assert server.process.wait(20) == 0
        assert until(lambda: not any(map(is_alive, children)))


def test_after_a_kill_nothing_is_in_the_way_of_the_next_start(tmp_path: Path) -> None:
    with serving(tmp_path, **EMPTY) as server:
        children = server.children()
        server.process.kill()
        assert until(lambda: not any(map(is_alive, children))), [children[pid] for pid in children if is_alive(pid)]
    with serving(tmp_path, server.port, **EMPTY) as again:
        assert "errors" not in again.ask("{ imageCount }")


def test_a_port_that_is_taken_is_named(tmp_path: Path, server: Server) -> None:
    second = start(tmp_path, server.port, **EMPTY)
    assert second.process.wait(60) == 1
    assert f"Port {server.port} is in use" in second.said()
    assert "Traceback" not in second.said()


def test_one_folder_is_for_one_server_and_is_not_reset_under_it(server: Server) -> None:
    second = start(server.data_dir / "..", **{**EMPTY, "DATA_DIR": str(server.data_dir)})
    assert second.process.wait(60) == 1
    assert "is running on" in second.said()
    reset = _reset(server.data_dir)
    assert reset.returncode == 1
    assert "stop it first" in reset.stderr
    assert "errors" not in server.ask("{ imageCount }")


def test_reset_starts_over(tmp_path: Path) -> None:
    with serving(tmp_path, **EMPTY):
        pass
    assert (tmp_path / "tessera.db").exists()
    assert _reset(tmp_path).returncode == 0
    assert not list(tmp_path.glob("tessera.db*"))
    assert _reset(tmp_path / "never").returncode == 0


def _reset(folder: Path) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "DATA_DIR": str(folder)}
    command = [sys.executable, "-m", "local", "reset"]
    return subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=60)


def test_another_endpoint_is_used_as_it_is(tmp_path: Path, server: Server) -> None:
    engine_url = json.loads((server.data_dir / "engine.json").read_text())["url"]
    names: dict[str, Any] = {
        name: f"Other{name}" for name in ("RECEIPTS_TABLE", "NOVAE_TABLE", "CATS_TABLE", "DOCUMENTS_TABLE")
    }
    with serving(tmp_path, TESSERA_DYNAMODB_URL=engine_url, **EMPTY, **names) as other:
        assert other.ask("{ images { nodes { id } } }")["data"] == {"images": {"nodes": []}}
        assert not any("--db-path" in command for command in other.children().values())
    assert not (tmp_path / "tessera.db").exists()


def test_sample_data_that_was_not_finished_is_loaded_at_the_next_start(tmp_path: Path) -> None:
    unfinished = start(tmp_path)
    assert until((tmp_path / "sample-unfinished").exists, 60)
    unfinished.process.kill()
    unfinished.process.wait()
    with serving(tmp_path) as server:
        assert server.ask("{ images(first: 1) { nodes { imageId } } }")["data"]["images"]["nodes"]
    assert not (tmp_path / "sample-unfinished").exists()


def test_a_nonsense_command_or_setting_is_a_word_and_no_trace(tmp_path: Path) -> None:
    for arguments, environ in (([], {}), (["meow"], {}), (["serve"], {"PORT": "meow"})):
        command = [sys.executable, "-m", "local", *arguments]
        ran = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "DATA_DIR": str(tmp_path), **environ},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert ran.returncode in {1, 2}
        assert ran.stderr
        assert "Traceback" not in ran.stderr


def test_logs_of_the_functions_are_in_a_file(server: Server) -> None:
    server.ask('{ images(first: 1, after: "meow") { nodes { id } } }')
    log = server.data_dir / "logs" / "lambda.log"
    assert until(lambda: "refused" in log.read_text())
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert any(line.get("error_type") == "BadCursor" for line in lines)


def test_a_server_that_is_stopped_while_it_starts_leaves_nothing(tmp_path: Path) -> None:
    server = start(tmp_path)
    assert until((tmp_path / "tessera.db").exists, 60)
    children = server.children()
    server.process.terminate()
    server.process.wait(30)
    assert until(lambda: not any(map(is_alive, children)))
    with serving(tmp_path, **EMPTY) as again:
        assert "errors" not in again.ask("{ imageCount }")
