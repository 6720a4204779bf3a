"""docs/clients.md shows files that work: they are taken from the page, type-checked, and used against a server."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.clients.running import JAVASCRIPT, ProgramReport, Task, assert_heard, run_program
from tests.serving import ROOT, Server

HERE = Path(__file__).parent
PAGE = (ROOT / "docs" / "clients.md").read_text()
BLOCK = re.compile(r"^```(?P<language>\w+)(?: (?P<file>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
HOME = "http://127.0.0.1:8000"
LONGEST = 40
"""Lines of a file: what is shown is short enough to be pasted. The others are twenty; errors have comments."""
OPERATIONS = {"AskQuery": "JOB", "ChangeMutation": "TELL", "ListenSubscription": "WATCH"}
CLIENTS = ("withApollo", "withUrql", "withRelay", "withAmplify")
TYPESCRIPT = {"target": "es2022", "module": "esnext", "moduleResolution": "bundler", "lib": ["es2022", "dom"]}
STRICT = {"strict": True, "noEmit": True, "skipLibCheck": True, "types": ["node"], "noUncheckedIndexedAccess": True}


@pytest.fixture(scope="module")
def project(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with every file of the page, which asks the server that runs, and a program that uses them."""
    if not (ROOT / "node_modules" / "relay-runtime").is_dir():
        pytest.skip("needs `npm ci`")
    folder = tmp_path_factory.mktemp("page")
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    (folder / "src" / "__generated__").mkdir(parents=True)
    for block in _files():
        (folder / block["file"]).write_text(block["text"].replace(HOME, server.url))
    shutil.copy(JAVASCRIPT / "task.mjs", folder)
    shutil.copy(JAVASCRIPT / "page_program.ts", folder / "program.ts")
    settings = {"compilerOptions": TYPESCRIPT | STRICT, "files": ["program.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    for name, text in _operations().items():
        (folder / "src" / f"{name}.ts").write_text(f"graphql`{text}`;\n")
        (folder / "src" / f"{name}.graphql").write_text(text)
    for block in BLOCK.finditer(PAGE):
        if block["language"] == "sh":
            _run(folder, "sh", "-ec", block["text"].replace(HOME, server.url))
    return folder


@pytest.fixture(scope="module")
def used(project: Path, server: Server) -> ProgramReport:
    """What the program found."""
    options = ("--bundle", "--platform=node", "--format=cjs", "--log-level=error", "--outfile=program.cjs")
    _run(project, _tool("esbuild"), "program.ts", *options)
    return run_program(_PageTask(server), "node", str(project / "program.cjs"))


def test_what_is_shown_is_short() -> None:
    lengths = {block["file"]: len(block["text"].splitlines()) for block in _files()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_the_types_are_right(project: Path) -> None:
    """Wrong uses are tried too: the program expects the compiler to refuse one."""
    _run(project, _tool("tsc"), "--project", "tsconfig.json")


@pytest.mark.parametrize("client", CLIENTS)
def test_a_query_is_answered(used: ProgramReport, client: str) -> None:
    job = used.report["found"][client]["job"]
    assert {name: job[name] for name in used.task.jobs[0]} == used.task.jobs[0]


@pytest.mark.parametrize("client", CLIENTS)
def test_a_subscription_hears_every_change_of_its_job_and_of_no_other(used: ProgramReport, client: str) -> None:
    assert_heard(used.report["found"][client]["heard"], used.task)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_conflict_is_known_from_other_errors_and_shows_what_is_stored(used: ProgramReport, client: str) -> None:
    found = used.report["found"][client]
    assert found["answers"] == [True, False, False]
    assert found["conflict"]["errorType"] == "Conflict"
    current = found["conflict"]["errorInfo"]["current"]
    assert (current["__typename"], current["id"], current["status"]) == ("Job", used.task.jobs[0]["id"], "RUNNING")


def test_amplify_sends_the_id_token(used: ProgramReport) -> None:
    """Its access token is of a person who may change nothing: the changes above were made with the other one."""
    assert used.report["amplify"] == used.task.token


def test_a_stranger_who_listens_is_told_so(used: ProgramReport) -> None:
    (error,) = used.report["refused"]
    assert error["errorType"].endswith("UnauthorizedException")


def test_code_is_generated_for_every_operation(project: Path) -> None:
    types = (project / "src" / "types.ts").read_text()
    assert "export type Job = " in types
    assert "AWSDateTime: { input: string; output: string; }" in types
    assert "export type AskQueryQuery = " in (project / "src" / "operations.ts").read_text()


def test_python_asks_listens_and_knows_a_conflict(project: Path, server: Server, python_clients: Path) -> None:
    shutil.copy(HERE / "page_program.py", project / "program.py")
    found = run_program(Task(server), str(python_clients / "python"), "-W", "error", str(project / "program.py"))
    first = found.task.jobs[0]
    assert {name: found.report["job"][name] for name in first} == first
    assert_heard(found.report["heard"], found.task)
    assert found.report["answers"] == [True, False]


class _PageTask(Task):
    """With an access token too, of a person who may only look."""

    def settings(self) -> dict[str, Any]:
        asked = {"username": "frank", "tokenUse": "access"}
        answer = httpx.post(f"{self.server.url}/token", json=asked, timeout=30)
        return {**super().settings(), "accessToken": answer.json()["token"]}


def _files() -> list[re.Match[str]]:
    return [block for block in BLOCK.finditer(PAGE) if block["file"]]


def _operations() -> dict[str, str]:
    """What the programs ask, with the names that Relay wants."""
    script = (JAVASCRIPT / "task.mjs").read_text()
    found = {
        name: re.search(rf"export const {constant} = `(.*?)`", script, re.DOTALL)
        for name, constant in OPERATIONS.items()
    }
    return {name: re.sub(r"^(\w+) \w+", rf"\1 {name}", each[1]) for name, each in found.items() if each}


def _tool(name: str) -> str:
    return str(ROOT / "node_modules" / ".bin" / name)


def _run(folder: Path, *command: str) -> None:
    quiet = {**os.environ, "NO_UPDATE_NOTIFIER": "1"}
    done = subprocess.run(command, cwd=folder, env=quiet, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
