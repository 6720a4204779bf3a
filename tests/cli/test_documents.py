"""Folders to Textract and back: submitted once, watched, fetched in each form, purged, and given up letters seen."""

import csv
import io
import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from cli.documents import listing, results
from cli.journal import journal_file
from local.services.ministack import is_installed
from tests.cli.papers import page
from tests.cli.person import Done, TerminalUser
from tests.local.services.invoice import FIELDS, ROWS, invoice
from tests.serving import Server
from tests.thoroughness import IS_QUICK

pytestmark = pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")
SECONDS = 120.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three documents, one of them in a folder below, and something that is none."""
    (tmp_path / "papers" / "below").mkdir(parents=True)
    for number, name in enumerate(("one.pdf", "TWO.PDF", "below/three.pdf")):
        (tmp_path / "papers" / name).write_bytes(page(f"{tmp_path.name} {number}"))
    (tmp_path / "papers" / "notes.txt").write_text("not for Textract")
    return tmp_path / "papers"


@pytest.fixture
def read(ann: TerminalUser, tmp_path: Path) -> str:
    """A document that was read."""
    file = tmp_path / "invoice.pdf"
    file.write_bytes(invoice())
    return str(_sent(ann.does("documents", "submit", str(file), "--wait", "--json"))[0]["jobId"])


def test_a_folder_is_sent_once_and_waited_for(ann: TerminalUser, folder: Path) -> None:
    first = ann.does("documents", "submit", str(folder), "-r", "--wait", "--json")
    sent = _sent(first)
    assert [each["state"] for each in sent] == ["sent"] * 3
    ended = [each for each in first.lines[1:] if each["category"] == "STATUS_UPDATE" and each["status"] == "COMPLETED"]
    assert sorted(each["jobId"] for each in ended) == sorted(each["jobId"] for each in sent)
    again = _sent(ann.does("documents", "submit", str(folder), "-r", "--json"))
    assert [each["state"] for each in again] == ["known"] * 3
    assert [each["jobId"] for each in again] == [each["jobId"] for each in sent]
    flat = _sent(ann.does("documents", "submit", str(folder), "--again", "--json"))
    assert [Path(each["file"]).name for each in flat] == ["TWO.PDF", "one.pdf"]
    assert not {each["jobId"] for each in flat} & {each["jobId"] for each in sent}


def test_a_file_that_cannot_be_read_is_explained_and_ends_the_command_with_one(
    ann: TerminalUser, tmp_path: Path
) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"no document: " + tmp_path.name.encode())
    done = ann.tries("documents", "submit", str(tmp_path / "broken.pdf"), "--wait")
    assert done.code == 1
    assert "neither a PDF nor" in done.out
    job_id = done.out.split("\t")[1]
    assert ann.does("documents", "retry", job_id, "--json").json["retryDocument"]["status"] == "SUBMITTED"
    assert ann.tries("documents", "monitor", job_id).code == 1


def test_a_list_shows_the_name_that_a_file_had(ann: TerminalUser, tmp_path: Path) -> None:
    (tmp_path / "Größe 1 (neu).pdf").write_bytes(page(f"{tmp_path.name} named"))
    (sent,) = _sent(ann.does("documents", "submit", str(tmp_path / "Größe 1 (neu).pdf"), "--json"))
    rows = [line.split("\t") for line in ann.does("documents", "list", "--mine").out.splitlines()]
    assert [row[4] for row in rows if row[0] == sent["jobId"]] == ["Größe 1 (neu).pdf"]


def test_an_interrupted_folder_goes_on_and_nothing_is_sent_twice(ann: TerminalUser, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(12):
        (folder / f"{number:02}.pdf").write_bytes(page(f"{tmp_path.name} interrupted {number}"))
    with ann.watches("documents", "submit", str(folder)) as sending:
        end = time.monotonic() + SECONDS
        while _noted_as_sent() < 2:
            assert time.monotonic() < end
            time.sleep(0.02)
        sending.send_signal(signal.SIGINT)
        assert sending.wait(SECONDS) == 130
    before = _noted_as_sent()
    again = _sent(ann.does("documents", "submit", str(folder), "--json"))
    assert sorted(each["state"] for each in again) == ["known"] * before + ["sent"] * (12 - before)
    assert len({each["jobId"] for each in again}) == 12


def test_what_was_read_is_written_in_each_form(ann: TerminalUser, server: Server, read: str, tmp_path: Path) -> None:
    text = ann.does("documents", "fetch", read).out
    assert "Notebook" in text
    assert "\f" in text
    rows = list(csv.reader(io.StringIO(ann.does("documents", "fetch", read, "--as", "csv").out)))
    assert rows == [list(each) for each in ROWS]
    forms = list(csv.reader(io.StringIO(ann.does("documents", "fetch", read, "--as", "forms").out)))
    assert {(key.rstrip(":"), value) for _, key, value in forms} >= {(key.rstrip(":"), value) for key, value in FIELDS}
    printed = ann.does("documents", "fetch", read, "--as", "json").json
    answer = _ask(server, results.RESULT, jobId=read, first=100)
    assert _without_links(printed) == _without_links(answer)
    ann.does("documents", "fetch", read, "--as", "text", "-o", str(tmp_path / "out.txt"))
    assert (tmp_path / "out.txt").read_text() == text


def test_lists_and_states_are_what_the_api_answers(ann: TerminalUser, server: Server, read: str) -> None:
    words = ("documents", "list", "--status", "completed", "--mine", "--since", "1h", "--json")
    listed = ann.does(*words).json["documents"]["nodes"]
    assert read in {each["jobId"] for each in listed}
    status = ann.does("documents", "status", read, "--json").json
    assert status == _ask(server, listing.STATUS, jobId=read)
    key = status["document"]["documentKey"]
    by_key = ann.does("documents", "list", "--key", key, "--json").json
    assert by_key == _ask(server, listing.BY_KEY, documentKey=key, first=20)
    assert ann.tries("documents", "list", "--key", key, "--mine").code == 2


def test_another_client_does_not_find_the_document(ann: TerminalUser, read: str) -> None:
    ann.does("--profile", "bea", "login", "--as", "bea", "--group", "editors", "--client-id", "elsewhere")
    for command in ("status", "fetch", "monitor"):
        assert ann.tries("--profile", "bea", "documents", command, read).code == 4
    assert read not in ann.does("--profile", "bea", "documents", "list", "-n", "1000").out


def test_purging_is_for_operators_and_shows_first_what_would_go(olga: TerminalUser, ann: TerminalUser) -> None:
    words = ("documents", "purge", "--older-than", "30d", "--status", "completed")
    ann.does("--profile", "ed", "login", "--as", "ed", "--group", "editors")
    assert ann.tries("--profile", "ed", *words).code == 5
    olga.does("login", "--as", "olga", "--group", "operators")
    shown = olga.does(*words, "--json").json["purgeDocuments"]
    assert shown["isDryRun"] is True
    assert {"documents", "objects", "bytes", "pages"} <= shown.keys()
    gone = olga.does(*words, "--yes", "--json").json["purgeDocuments"]
    assert (gone["isDryRun"], gone["isComplete"]) == (False, True)
    assert gone["documents"] == shown["documents"]


def test_notifications_are_printed_as_the_queue_has_them(ann: TerminalUser, tmp_path: Path) -> None:
    file = tmp_path / "noted.pdf"
    file.write_bytes(page(f"{tmp_path.name} noted"))
    with ann.watches("documents", "debug", "notifications") as watching:
        time.sleep(2)
        job_id = _sent(ann.does("documents", "submit", str(file), "--wait", "--json"))[0]["jobId"]
        assert watching.stdout
        of_it = (each for line in watching.stdout if (each := json.loads(line))["jobId"] == job_id)
        found = next(each for each in of_it if each["type"] == "STATUS_UPDATE")
    assert {"event", "jobId", "status", "timestamp", "message", "details"} <= found.keys()


def _sent(done: Done) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(done.out.splitlines()[0])
    return found


def _noted_as_sent() -> int:
    try:
        lines = journal_file().read_text().splitlines()
    except FileNotFoundError:
        return 0
    return len({json.loads(line)["sha256"] for line in lines if json.loads(line).get("isSent")})


def _ask(server: Server, query: str, **variables: Any) -> Any:
    token = server.token("ann", ["editors"], "ann-lab")
    return server.ask(query, {"authorization": token}, **variables)["data"]


def _without_links(data: dict[str, Any]) -> dict[str, Any]:
    """Presigned addresses differ from second to second."""
    return {"document": {name: each for name, each in data["document"].items() if name != "resultUrl"}}
