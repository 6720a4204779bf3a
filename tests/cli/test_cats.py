"""Pictures by the folder: sent once, watched until each has its verdict; results and logs are those of the API."""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cli.cats import verdicts
from local.data.sample.drawings import drawing, encoded
from local.services.ministack import is_installed
from tests.cli.person import Done, TerminalUser
from tests.serving import Server
from tests.thoroughness import IS_QUICK

pytestmark = pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")
NUMBERS = count(77_000)
"""Drawings that no other test sends. The recogniser is right about the first hundred, and not about every one."""


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A cat, a dog, and something that is neither a JPEG nor a PNG."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    number = next(NUMBERS)
    (folder / "tom.png").write_bytes(encoded(drawing("cat", number)))
    (folder / "rex.jpg").write_bytes(encoded(drawing("dog", number), "JPEG"))
    (folder / "notes.txt").write_text("not a picture")
    return folder


def test_a_folder_is_sent_watched_and_its_results_are_what_the_api_answers(
    ann: TerminalUser, server: Server, pictures: Path
) -> None:
    done = ann.does("cats", "submit", str(pictures), "--debug", "--wait", "--json")
    sent, seen = _sent(done), done.lines[1:]
    assert [(Path(each["file"]).name, each["state"]) for each in sent] == [("rex.jpg", "sent"), ("tom.png", "sent")]
    (batch,) = {each["batchId"] for each in sent}
    verdict = {each["fingerprint"]: each["isCat"] for each in seen}
    assert [verdict[each["sha256"]] for each in sent] == [False, True]

    results = ann.does("cats", "results", batch, "--json").json
    assert results == _ask(server, verdicts.IMAGES, batchId=batch, first=100)
    assert len(results["catBatch"]["images"]["nodes"]) == 2
    assert {each["fingerprint"] for each in ann.does("cats", "monitor", batch, "--json").lines} == verdict.keys()
    assert "no cat" in ann.does("cats", "monitor", batch).out
    logs = ann.does("cats", "logs", batch, "--json").json
    assert logs == _ask(server, verdicts.LOGS, batchId=batch)
    assert "tom.png" in ann.does("cats", "logs", batch, sent[1]["sha256"]).out
    shown = ann.does("cats", "results", batch).out
    assert "tom.png\tcat" in shown
    assert "cats     1" in shown

    again = _sent(ann.does("cats", "submit", str(pictures), "--json"))
    assert [each["state"] for each in again] == ["known", "known"]


def test_a_picture_that_is_none_ends_the_command_with_one(ann: TerminalUser, tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no picture: " + tmp_path.name.encode())
    done = ann.tries("cats", "submit", str(tmp_path / "broken.png"), "--wait")
    assert done.code == 1
    assert "broken.png  failed" in done.out
    batch = done.out.split("\t")[1]
    assert ann.tries("cats", "monitor", batch).code == 1


@pytest.mark.parametrize("command", ["results", "monitor", "logs"])
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_batch_that_is_not_there_is_said_to_be_so(command: str, more: tuple[str, ...], ann: TerminalUser) -> None:
    done = ann.tries("cats", command, "1700000000000001", *more)
    assert (done.code, done.out) == (4, "")
    assert "There is no" in done.err


def test_a_folder_without_pictures_is_wrong_usage(ann: TerminalUser, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = ann.tries("cats", "submit", str(tmp_path / "empty"))
    assert (done.code, done.out) == (2, "")
    assert "-r looks into folders below" in done.err


def test_who_only_reads_sends_no_picture(ann: TerminalUser, pictures: Path) -> None:
    ann.does("--profile", "vic", "login", "--as", "vic", "--group", "viewers")
    assert ann.tries("--profile", "vic", "cats", "submit", str(pictures)).code == 5


def _sent(done: Done) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(done.out.splitlines()[0])
    return found


def _ask(server: Server, query: str, **variables: Any) -> Any:
    headers = {"authorization": server.token("ann", ["editors"], "ann-lab")}
    return server.ask(query, headers, **variables)["data"]
