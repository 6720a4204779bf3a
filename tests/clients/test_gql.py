"""Python's gql with its transport for AppSync, against a server that runs."""

from itertools import chain
from pathlib import Path

import pytest

from tests.clients.running import ProgramReport, Task, assert_heard, run_program
from tests.serving import Server

PROGRAM = Path(__file__).parent / "gql_program.py"
WAYS = ("key", "token", "signature")


@pytest.fixture(scope="module")
def found(server: Server, python_clients: Path) -> ProgramReport:
    return run_program(Task(server), str(python_clients / "python"), "-W", "error", str(PROGRAM))


@pytest.mark.parametrize("way", WAYS)
def test_a_query_is_answered(found: ProgramReport, way: str) -> None:
    job = found.task.jobs[0]
    wanted = {"jobId": job["jobId"], "name": job["name"], "createdBy": found.task.created_by}
    assert found.report["answers"][way] == wanted


@pytest.mark.parametrize("way", WAYS)
def test_a_subscription_hears_every_change_of_its_job_and_of_no_other(found: ProgramReport, way: str) -> None:
    assert_heard(found.report["heard"][way], found.task)


def test_pages_together_hold_everything_once_and_in_order(found: ProgramReport) -> None:
    assert [len(page) for page in found.report["pages"]] == [5, 5, 2]
    assert list(chain(*found.report["pages"])) == [job["id"] for job in found.task.jobs]


def test_a_stranger_is_told_so(found: ProgramReport) -> None:
    assert "You are not authorized to make this call." in found.report["stranger"]


def test_a_stranger_who_subscribes_is_told_so(found: ProgramReport) -> None:
    assert found.report["unheard"].startswith("TransportServerError")
    assert "com.amazonaws.deepdish.graphql.auth#UnauthorizedException" in found.report["unheard"]


def test_a_subscription_that_the_schema_lacks_is_refused(found: ProgramReport) -> None:
    assert found.report["wrong"].startswith("TransportQueryError")
    assert "onWhiskers" in found.report["wrong"]
