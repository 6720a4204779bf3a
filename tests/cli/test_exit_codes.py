"""How commands end: every code of the documented table, and each kind of error by the code it belongs to."""

import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.failures import Exit, refused
from loaders.errors import LoaderError
from local.data.process import free_port
from tests.cli.commands import every_command
from tests.cli.person import Done, TerminalUser
from tests.serving import ROOT, Server

CREATE = 'mutation { createJob(input: {name: "ends badly", jobConfig: "{}"}) { jobId } }'
MOVE = "mutation ($input: RecordJobStatusInput!) { recordJobStatus(input: $input) { id } }"


COMMANDS = dict(every_command())


def _job(server: Server, *states: str) -> str:
    headers = {"authorization": server.token("ann", ["editors"])}
    job: str = server.ask(CREATE, headers)["data"]["createJob"]["jobId"]
    for state in states:
        assert "errors" not in server.ask(MOVE, headers, input={"jobId": job, "status": state})
    return job


def _failed_job(ann: TerminalUser, server: Server) -> Done:
    return ann.tries("jobs", "watch", _job(server, "RUNNING", "FAILED"))


def _away(ann: TerminalUser, _: Server) -> Done:
    return ann.tries("--url", f"http://127.0.0.1:{free_port()}", "jobs", "list")


def _interrupted(ann: TerminalUser, server: Server) -> Done:
    with ann.watches("jobs", "watch", _job(server, "RUNNING")) as watching:
        assert watching.stdout
        assert watching.stdout.readline()
        watching.send_signal(signal.SIGINT)
        return Done(watching.wait(60), "", "")


ENDINGS: dict[int, Callable[[TerminalUser, Server], Done]] = {
    0: lambda ann, _: ann.tries("whoami"),
    1: _failed_job,
    2: lambda ann, _: ann.tries("jobs", "list", "--limit", "0"),
    3: lambda ann, _: ann.tries("query", "-", given="{ jobs(first: 1000) { nodes { jobId } } }"),
    4: lambda ann, _: ann.tries("jobs", "show", "no-such-job"),
    5: lambda ann, _: ann.tries("documents", "debug", "dlq", "list"),
    6: _away,
    130: _interrupted,
}


def test_the_table_lists_every_code() -> None:
    text = (ROOT / "docs" / "cli.md").read_text()
    listed = {int(each) for each in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    assert listed == ENDINGS.keys() == {each.value for each in Exit}


@pytest.mark.parametrize("code", ENDINGS)
def test_each_code_is_how_some_command_ends(code: int, ann: TerminalUser, server: Server) -> None:
    assert ENDINGS[code](ann, server).code == code


def _kinds(error: type[LoaderError]) -> set[str]:
    return {error.error_type} | {kind for each in error.__subclasses__() for kind in _kinds(each)}


def test_each_kind_of_error_has_the_code_that_the_table_gives_it() -> None:
    asked_wrongly = {"BadInput", "BadCursor", "Conflict", "TooLarge"}
    codes = {kind: refused([{"errorType": kind, "message": "x"}]).code for kind in _kinds(LoaderError)}
    assert {kind for kind, code in codes.items() if code is Exit.REFUSED} == asked_wrongly
    assert {kind for kind, code in codes.items() if code is Exit.NOT_FOUND} == {"NotFound"}
    assert {kind for kind, code in codes.items() if code is Exit.NOT_ALLOWED} == {"Forbidden"}
    assert {kind for kind, code in codes.items() if code is Exit.AWAY} == {"Throttled", "Unavailable", "Internal"}


def test_a_function_that_does_not_start_is_not_a_refusal() -> None:
    for kind in ("Lambda:Unhandled", "Runtime.ExitError", "Sandbox.Timedout"):
        assert refused([{"errorType": kind, "message": "x"}]).code is Exit.AWAY


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_refuses_an_option_that_it_does_not_have(words: str, stranger: TerminalUser) -> None:
    done = stranger.tries(*words.split(), *_filled(COMMANDS[words]), "--no-such-option")
    assert (done.code, done.out) == (2, "")
    assert "--no-such-option" in done.err


@pytest.mark.parametrize("words", sorted(COMMANDS.keys() - {"login", "logout"}))
def test_every_command_with_a_token_that_is_none_says_so(
    words: str, stranger: TerminalUser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESSERA_TOKEN", "none")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.png").write_bytes(b"x")
    (tmp_path / "x.graphql").write_text("{ __typename }")
    done = stranger.tries(*words.split(), *_filled(COMMANDS[words]))
    assert done.code == 5, done
    assert "tessera whoami" in done.err or words.endswith("submit")


def _filled(command: Any) -> list[str]:
    """What a command must be given."""
    given = {"paths": "x.png", "file": "x.graphql", "older_than": "30d"}
    words: list[str] = []
    for each in command.params:
        if each.required:
            words += [*([each.opts[0]] if each.opts[0].startswith("--") else []), given.get(each.name, "x")]
    return words
