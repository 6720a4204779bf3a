"""A fresh clone, `make serve`, the first answer: what a new user meets. Minutes on a busy machine, so `THOROUGH=1`."""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from local.data.process import free_port
from local.settings import API_KEY
from tests.sources import ROOT
from tests.thoroughness import IS_THOROUGH

PATIENCE_SECONDS = 600.0
"""Tenfold: one minute is promised on a machine that does nothing else."""
STEPS = (
    "Installing the Python packages",
    "Installing the JavaScript packages",
    "Building the page",
    "Building GraphiQL",
    "Page       http",
)
READ = "{ images(first: 1) { nodes { imageId } } }"

pytestmark = pytest.mark.skipif(not IS_THOROUGH, reason="installs everything anew: THOROUGH=1")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
    return folder


@pytest.mark.parametrize("engine", ["", "dynamodb-local"])
def test_a_clone_answers_after_one_command(clone: Path, engine: str) -> None:
    with _served(clone, engine) as (port, output):
        asked = {"query": READ}
        answer = httpx.post(f"http://127.0.0.1:{port}/graphql", headers={"x-api-key": API_KEY}, json=asked, timeout=60)
        assert len(answer.json()["data"]["images"]["nodes"]) == 1
        said = output.read_text()
        assert [step for step in STEPS if step not in said] == []
        assert ("Fetching DynamoDB Local" in said) == (engine == "dynamodb-local")
    assert subprocess.run(["git", "status", "--porcelain"], cwd=clone, capture_output=True, check=True).stdout == b""


@contextmanager
def _served(clone: Path, engine: str) -> Iterator[tuple[int, Path]]:
    port, output = free_port(), clone.parent / "output.txt"
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "TESSERA"))}
    environ |= {"PORT": str(port), "ENGINE": engine, "DATA_DIR": str(clone.parent / "data")}
    with output.open("wb") as file:
        make = subprocess.Popen(
            ["make", "serve"], cwd=clone, env=environ, stdout=file, stderr=file, start_new_session=True
        )
    try:
        end = time.monotonic() + PATIENCE_SECONDS
        while "Press Ctrl-C" not in output.read_text():
            assert make.poll() is None, output.read_text()
            assert time.monotonic() < end, output.read_text()
            time.sleep(0.2)
        yield port, output
    finally:
        os.killpg(make.pid, signal.SIGTERM)
        make.wait(timeout=60)
