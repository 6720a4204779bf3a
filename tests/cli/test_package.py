"""`pip install .` in an empty environment gives the command: explained, quick, and completed by shells."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.commands import every_command
from tests.serving import ROOT

INSTALL_SECONDS = 600.0
LONGEST_IMPORT = 0.3
"""Seconds of a processor, which a busy machine does not change."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands in an environment that has nothing but the wheel and what it asks for."""
    home = tmp_path_factory.mktemp("installed")
    source = home / "source"  # building leaves files beside the sources
    rooms = ("cli", "entities", "loaders", "commands", "services", "resolvers", "workers")
    for room in rooms:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, source / file)
    _run(sys.executable, "-m", "venv", "--without-pip", str(home / "venv"))
    target = str(home / "venv" / "bin" / "python")
    _run(sys.executable, "-m", "pip", "--python", target, "install", "--quiet", "--no-compile", str(source))
    return home / "venv" / "bin"


def test_the_command_runs_from_any_folder(installed: Path, tmp_path: Path) -> None:
    assert "documents" in _run(str(installed / "tessera"), "--help", cwd=tmp_path)


def test_every_command_explains_itself_with_an_example() -> None:
    without = [name for name, command in every_command() if not command.help or "xample" not in (command.epilog or "")]
    assert without == ["logout", "whoami"]


def test_its_import_is_quick(installed: Path) -> None:
    times = "import os; t = os.times(); import cli.app; e = os.times(); print(e.user - t.user + e.system - t.system)"
    taken = [float(_run(str(installed / "python"), "-c", times, cwd=installed)) for _ in range(3)]
    assert min(taken) < LONGEST_IMPORT


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("tessera jo", "jobs"), ("tessera documents sub", "submit"), ("tessera jobs list --status run", "running")],
)
def test_bash_completes_what_was_begun(installed: Path, typed: str, offered: str) -> None:
    script = f"""
    eval "$(_TESSERA_COMPLETE=source_bash tessera)"
    COMP_WORDS=({typed}); COMP_CWORD={len(typed.split()) - 1}
    _tessera_completion tessera; echo "${{COMPREPLY[@]}}" """
    assert offered in _run("bash", "-c", script, env=_with_path(installed)).lower().split()


@pytest.mark.parametrize(("typed", "offered"), [("tessera jo", "jobs"), ("tessera cats s", "submit")])
def test_zsh_completes_what_was_begun(installed: Path, typed: str, offered: str) -> None:
    """As zsh asks: its own script hands over the words and evaluates what comes back."""
    asked = {**_with_path(installed), "_TESSERA_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": typed}
    assert offered in _run("tessera", env=asked)
    assert "compdef" in _run("tessera", env={**_with_path(installed), "_TESSERA_COMPLETE": "source_zsh"})


def _with_path(folder: Path) -> dict[str, str]:
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def _run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    found = shutil.which(command[0], path=(env or os.environ)["PATH"]) or command[0]
    done = subprocess.run(
        [found, *command[1:]], capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False, cwd=cwd, env=env
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
