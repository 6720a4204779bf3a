"""Live views: nothing is missed and nothing comes twice, also when the server is restarted under them."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from local.services.ministack import is_installed
from tests.cli.papers import page
from tests.cli.person import TerminalUser
from tests.serving import Server, copied, serving, start, stop, wait_until_ready
from tests.thoroughness import IS_QUICK

MAKE = 'mutation { createJob(input: {name: "watched", jobConfig: "{}"}) { jobId } }'
MOVE = "mutation ($input: RecordJobStatusInput!) { recordJobStatus(input: $input) { id } }"
LOG = "mutation ($input: AppendLogsInput!) { appendLogs(input: $input) { id } }"
SECONDS = 240.0
WAY = ["UPLOADING", "SUBMITTED", "PROCESSING", "COMPLETED"]
IMPATIENT: Any = {"SWEEP_AFTER_SECONDS": "4", "DOCUMENTS_LEASE_SECONDS": "6", "RECOGNISER_SECONDS": "2"}
"""So that documents are under way while the server restarts, and are soon found again."""


@pytest.fixture
def headers(server: Server) -> dict[str, str]:
    return {"authorization": server.token("ann", ["editors"])}


@pytest.fixture
def job(server: Server, headers: dict[str, str]) -> str:
    found: str = server.ask(MAKE, headers)["data"]["createJob"]["jobId"]
    return found


def test_a_job_is_watched_until_it_ends(ann: TerminalUser, server: Server, headers: dict[str, str], job: str) -> None:
    with ann.watches("jobs", "watch", job) as watching:
        seen = _Lines(watching)
        for status, progress in (("RUNNING", 10), ("RUNNING", 55), ("SUCCEEDED", 100)):
            _move(server, headers, job, status, progress)
            seen.wait_for(f"{status}  {progress} %")
        assert watching.wait(SECONDS) == 0
    assert [line.split("  ")[1] for line in seen.lines] == ["RUNNING", "RUNNING", "SUCCEEDED"]


def test_a_job_that_failed_ends_the_command_with_one(
    ann: TerminalUser, server: Server, headers: dict[str, str], job: str
) -> None:
    _move(server, headers, job, "RUNNING", 1)
    _move(server, headers, job, "FAILED", 1)
    assert ann.tries("jobs", "watch", job).code == 1


def test_new_lines_of_a_log_follow_the_old_ones(
    ann: TerminalUser, server: Server, headers: dict[str, str], job: str
) -> None:
    _log(server, headers, job, "one", "INFO")
    with ann.watches("jobs", "logs", job, "-f", "--level", "warning") as following:
        seen = _Lines(following)
        time.sleep(1)
        for number in range(5):
            _log(server, headers, job, f"quiet {number}", "DEBUG")
            _log(server, headers, job, f"loud {number}", "ERROR")
        seen.wait_for("loud 4")
    assert [line.split()[-2:] for line in seen.lines] == [["loud", str(number)] for number in range(5)]


@pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")
def test_a_restart_of_the_server_neither_loses_nor_repeats_an_event(
    sample: Path, tmp_path: Path, ann: TerminalUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(copied(sample, tmp_path / "data"), **IMPATIENT) as server:
        monkeypatch.setenv("TESSERA_URL", server.graphql_url)
        ann.does("login", "--as", "ann", "--group", "editors", "--client-id", "ann-lab")
        headers = {"authorization": server.token("ann", ["editors"])}
        job = server.ask(MAKE, headers)["data"]["createJob"]["jobId"]
        with ann.watches("jobs", "watch", job) as watching, ann.watches("documents", "monitor", "--json") as monitoring:
            statuses, events = _Lines(watching), _Lines(monitoring)
            _move(server, headers, job, "RUNNING", 10)
            statuses.wait_for("10 %")
            papers = _submitted(ann, tmp_path)
            for each in papers:
                events.wait_for(each)
            again = _restarted(server)
            try:
                headers = {"authorization": again.token("ann", ["editors"])}
                _move(again, headers, job, "RUNNING", 20)
                _move(again, headers, job, "SUCCEEDED", 100)
                assert watching.wait(SECONDS) == 0
                _until(
                    lambda: all(_way(events, each)[-1:] == ["COMPLETED"] for each in papers), lambda: str(events.lines)
                )
                time.sleep(2)  # what would come twice has come by now
            finally:
                stop(again)
    assert [line.split("  ")[2] for line in statuses.lines] == ["10 %", "20 %", "100 %"]
    for way in (_way(events, each) for each in papers):
        assert way == [step for step in WAY if step in way]
        assert way[-2:] == ["PROCESSING", "COMPLETED"]


def test_any_text_can_be_a_subscription(
    ann: TerminalUser, server: Server, headers: dict[str, str], job: str, tmp_path: Path
) -> None:
    file = tmp_path / "watch.graphql"
    file.write_text(f'subscription {{ onJobStatus(jobId: "{job}") {{ status progress }} }}')
    with ann.watches("query", str(file)) as watching:
        seen = _Lines(watching)
        for progress in range(1, 100):  # from when it listens, each is a message
            _move(server, headers, job, "RUNNING", progress)
            if seen.lines:
                break
            time.sleep(0.2)
    assert "RUNNING" in seen.lines[0]


class _Lines:
    """What a process prints, as it prints it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.lines: list[str] = []
        self._process = process
        Thread(target=self._read, daemon=True).start()

    def wait_for(self, text: str) -> None:
        _until(lambda: any(text in line for line in self.lines), lambda: str(self.lines))

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self.lines.append(line.rstrip("\n"))


def _until(holds: Callable[[], bool], otherwise: Callable[[], str]) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, otherwise()
        time.sleep(0.05)


def _submitted(ann: TerminalUser, folder: Path) -> list[str]:
    """Three documents."""
    for number in range(3):
        (folder / f"{number}.pdf").write_bytes(page(f"{folder.name} restarted {number}"))
    sent = json.loads(ann.does("documents", "submit", str(folder), "--json").out)
    return [each["jobId"] for each in sent]


def _way(events: "_Lines", job_id: str) -> list[str]:
    """The states that a document was said to come into, one after the other."""
    seen = [json.loads(line) for line in events.lines if job_id in line]
    return [each["status"] for each in seen if each["category"] != "PROGRESS_UPDATE"]


def _restarted(server: Server) -> Server:
    stop(server)
    again = start(server.data_dir, server.port, **IMPATIENT)
    wait_until_ready(again)
    return again


def _move(server: Server, headers: dict[str, str], job: str, status: str, progress: int) -> None:
    answer = server.ask(MOVE, headers, input={"jobId": job, "status": status, "progress": progress})
    assert "errors" not in answer, answer


def _log(server: Server, headers: dict[str, str], job: str, message: str, level: str) -> None:
    answer = server.ask(LOG, headers, input={"jobId": job, "logs": [{"message": message, "logLevel": level}]})
    assert "errors" not in answer, answer
