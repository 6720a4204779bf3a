"""Code that changes while the server runs is run by the next request, whether it is better or worse than before."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from local.data.process import free_port
from local.lambdas.changes import SourceFiles
from local.lambdas.upkeep import Upkeep
from tests.local.test_serve import until
from tests.serving import ROOT, Server, is_alive, stop, wait_until_ready

ROOMS = ("commands", "entities", "loaders", "local", "resolvers", "services", "workers")


def test_files_that_are_new_changed_or_gone_are_noticed_once(tmp_path: Path) -> None:
    folder = tmp_path / "loaders" / "dynamo"
    folder.mkdir(parents=True)
    for name in ("kept.py", "changed.py", "gone.py", "notes.txt"):
        (folder / name).write_text("x")
    files = SourceFiles(tmp_path)
    assert files.changed() == set()
    (folder / "changed.py").write_text("xy")
    (folder / "gone.py").unlink()
    (folder / "notes.txt").write_text("xy")
    (tmp_path / "schema.graphql").write_text("type Query { a: Int }")
    (folder / "new.py").write_text("x")
    expected = {f"loaders/dynamo/{name}.py" for name in ("changed", "gone", "new")} | {"schema.graphql"}
    assert files.changed() == expected
    assert files.changed() == set()


def test_what_only_a_restart_brings_into_effect_is_said(tmp_path: Path) -> None:
    said: list[str] = []
    restarts: list[bool] = []
    upkeep = Upkeep([], lambda: restarts.append(True), said.append, tmp_path)
    upkeep.apply({"schema.graphql"})
    assert restarts == []
    assert said == ["Changed: schema.graphql. The server reads this only at its start: restart it."]
    upkeep.apply({f"loaders/{name}.py" for name in "abcde"})
    assert restarts == [True]
    assert said[1] == (
        "Changed: loaders/a.py, loaders/b.py, loaders/c.py and 2 more. The next request runs the new code."
    )
    upkeep.apply(set())
    assert len(said) == 2


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Server]:
    """A server that runs a copy of the code."""
    root = tmp_path / "code"
    for room in ROOMS:
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("schema.graphql", "package.json"):
        shutil.copy(ROOT / name, root)
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    output = data_dir / "output.txt"
    port = free_port()
    environ = {**os.environ, "PORT": str(port), "DATA_DIR": str(data_dir), "SAMPLE": "0"}
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "local", "serve"], cwd=root, env=environ, stdout=file, stderr=subprocess.STDOUT
        )
    server = Server(port, data_dir, process, output)
    try:
        wait_until_ready(server)
        yield server
    finally:
        stop(server)


def test_changed_code_is_run_and_broken_code_says_why(copy: Server, tmp_path: Path) -> None:
    file = tmp_path / "code" / "resolvers" / "queries" / "receipts.py"
    before = file.read_text()
    streams = [pid for pid, command in copy.children().items() if "local.streams" in command]
    assert copy.ask("{ imageCount }")["data"] == {"imageCount": 0}

    file.write_text(before.replace("def image_count(", "def image_count(("))
    assert until(lambda: bool(copy.ask("{ imageCount }").get("errors")))
    (error,) = copy.ask("{ imageCount }")["errors"]
    assert error["errorType"] == "Runtime.ImportModuleError"
    assert "SyntaxError" in error["message"]
    assert "receipts.py, line" in error["message"]

    file.write_text(f"{before}\n\ndef image_count(request: Request) -> int:\n    return 42\n")
    assert until(lambda: copy.ask("{ imageCount }")["data"] == {"imageCount": 42})
    assert "Changed: resolvers/queries/receipts.py. The next request runs the new code." in copy.said()
    assert until(lambda: not any(map(is_alive, streams)))
    assert until(lambda: any("local.streams" in command for command in copy.children().values())), copy.said()

    handler = tmp_path / "code" / "resolvers" / "app.py"
    works = handler.read_text()
    handler.write_text(f"{works}\nraise RuntimeError('not today')\n")
    assert until(lambda: "not today" in str(copy.ask("{ imageCount }").get("errors")))
    handler.write_text(works)
    assert until(lambda: copy.ask("{ imageCount }").get("data") == {"imageCount": 42})
