"""Programs of clients: each is told on stdin what there is, and reports what it found."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tests.serving import ROOT, Server

JAVASCRIPT = Path(__file__).parent / "js"
JOBS = 12
SECONDS = 120.0
_CREATE = "mutation ($input: CreateJobInput!) { createJob(input: $input) { id jobId name } }"


class Task:
    """Jobs of somebody whom nobody else knows, the newest first, and who may see and change them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.token = server.token("erin", ["editors"])
        self.created_by = f"client-{uuid4()}"
        self.jobs = [self._made(number) for number in reversed(range(JOBS))]

    def _made(self, number: int) -> dict[str, Any]:
        input_ = {"name": f"job {number}", "createdBy": self.created_by, "createdAt": f"2026-03-01T10:00:{number:02}Z"}
        answer = self.server.ask(_CREATE, {"authorization": self.token}, input=input_)
        job: dict[str, Any] = answer["data"]["createJob"]
        return job

    def settings(self) -> dict[str, Any]:
        """What a program must know."""
        return {
            "url": self.server.graphql_url,
            "realtimeUrl": self.server.realtime_url,
            "apiKey": self.server.api_key,
            "token": self.token,
            "createdBy": self.created_by,
            "jobIds": [job["jobId"] for job in self.jobs],
        }


@dataclass
class ProgramReport:
    """What a program reported, and what it was about."""

    task: Task
    report: dict[str, Any]


def run_javascript(name: str, task: Task) -> ProgramReport:
    """What a program for Node finds."""
    if not (ROOT / "node_modules" / "graphql-ws").is_dir():
        pytest.skip("needs `npm ci`")
    return run_program(task, "node", str(JAVASCRIPT / f"{name}.mjs"))


def run_program(task: Task, *command: str) -> ProgramReport:
    """What any program finds."""
    told = json.dumps(task.settings())
    done = subprocess.run(command, input=told, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return ProgramReport(task, json.loads(done.stdout))


def assert_heard(heard: list[dict[str, Any]], task: Task) -> None:
    """Three messages of the first job: none missing between them, none twice, none of another job."""
    numbers = [int(message["message"]) for message in heard]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]
    assert {(message["jobId"], message["status"]) for message in heard} == {(task.jobs[0]["jobId"], "RUNNING")}
