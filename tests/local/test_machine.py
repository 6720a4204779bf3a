"""The engine is chosen, and what a machine lacks is said, before anything is downloaded."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from loaders.dynamo.client import ENDPOINT_VARIABLE
from local import machine
from local.machine import DYNAMODB_LOCAL, DYNOXIDE, GIVEN, MachineLacks, chosen_engine

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("where", "asked", "engine"),
    [
        ("linux-x64", "", DYNOXIDE),
        ("linux-x64", DYNOXIDE, DYNOXIDE),
        ("linux-x64", DYNAMODB_LOCAL, DYNAMODB_LOCAL),
        ("linux-arm64", "", DYNAMODB_LOCAL),
        ("darwin-arm64", "", DYNAMODB_LOCAL),
        ("darwin-x64", DYNAMODB_LOCAL, DYNAMODB_LOCAL),
    ],
)
def test_dynoxide_is_chosen_where_it_has_a_package_unless_the_other_is_asked_for(
    where: str, asked: str, engine: str
) -> None:
    assert chosen_engine({"ENGINE": asked}, where) == engine


def test_a_given_endpoint_needs_no_engine_on_any_machine() -> None:
    assert chosen_engine({ENDPOINT_VARIABLE: "http://localhost:1"}, "linux-riscv64") == GIVEN


@pytest.mark.parametrize(
    ("where", "asked", "sentence"),
    [
        ("darwin-arm64", DYNOXIDE, "Dynoxide has no package for darwin-arm64"),
        ("linux-riscv64", "", "No engine has a package for linux-riscv64"),
        ("linux-x64", "sqlite", "ENGINE must be dynoxide or dynamodb-local, not 'sqlite'"),
    ],
)
def test_an_engine_that_cannot_run_here_is_refused_in_one_sentence(where: str, asked: str, sentence: str) -> None:
    with pytest.raises(MachineLacks, match=sentence):
        chosen_engine({"ENGINE": asked}, where)


def test_this_machine_is_named_as_npm_names_it() -> None:
    npm = subprocess.run(
        ["node", "-p", "`${process.platform}-${process.arch}`"], capture_output=True, text=True, check=True
    )
    assert machine.platform_name() == npm.stdout.strip()


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 6))
    with pytest.raises(MachineLacks, match=r"needs Python 3\.11 or later, and .* is 3\.9"):
        machine.check_python()


@pytest.mark.parametrize(
    ("version", "sentence"),
    [("v18.20.4", r"20 still works\), and `node` is v18\.20\.4"), ("", "`node` is broken"), (None, "there is none on")],
)
def test_an_old_or_absent_node_is_told(
    version: str | None, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("node", "npm") if version is not None else ():
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MachineLacks, match=sentence):
        machine.check_node()


def test_the_question_is_answered_without_any_package() -> None:
    """`-S` leaves out whatever is installed, as on a machine where nothing is yet."""
    asked = subprocess.run(
        [sys.executable, "-S", "-E", "-m", "local.machine", "python", "node", "engine"],
        cwd=ROOT,
        env={**os.environ, "ENGINE": DYNAMODB_LOCAL},
        capture_output=True,
        text=True,
        check=True,
    )
    assert asked.stdout.strip() == DYNAMODB_LOCAL


def test_the_versions_of_node_and_python_are_the_same_everywhere() -> None:
    readme = (ROOT / "README.md").read_text()
    assert json.loads((ROOT / "package.json").read_text())["engines"]["node"] == f"{machine.LEAST_NODE} || 22 || >=24"
    assert f"Node 22 or 24 ({machine.LEAST_NODE} still works)" in readme
    least = ".".join(map(str, machine.LEAST_PYTHON))
    assert f"Python {least} or later" in readme
    assert f'requires-python = ">={least}"' in (ROOT / "pyproject.toml").read_text()
    assert f"Python {least} or later" in (ROOT / "Makefile").read_text()
