"""Every command that reads prints, with `--json`, what the query that it stands for answers."""

from collections.abc import Callable
from typing import Any

import pytest

from cli import jobs, receipts, sweeps
from cli.documents import listing
from local.data.sample import names
from tests.cli.commands import every_command
from tests.cli.person import TerminalUser
from tests.serving import Server

Ids = dict[str, str]
NOBODYS = "00000000-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def ids() -> Ids:
    """Things of the sample that commands can be asked about."""
    return {"job": names.FINISHED_JOB_ID, "image": names.IMAGE_ID, "sweep": names.SWEEP_ID}


READING: dict[str, tuple[Callable[[Ids], list[str]], str, Callable[[Ids], dict[str, Any]]]] = {
    "jobs list": (lambda _: ["jobs", "list", "-n", "7"], jobs.LIST, lambda _: {"first": 7}),
    "jobs list by state": (
        lambda _: ["jobs", "list", "--status", "running"],
        jobs.LIST,
        lambda _: {"first": 20, "status": "RUNNING"},
    ),
    "jobs show": (lambda ids: ["jobs", "show", ids["job"]], jobs.SHOW, lambda ids: {"jobId": ids["job"]}),
    "jobs logs": (
        lambda ids: ["jobs", "logs", ids["job"], "-n", "5"],
        jobs.LOGS,
        lambda ids: {"jobId": ids["job"], "newestFirst": True, "first": 5},
    ),
    "jobs metrics": (
        lambda ids: ["jobs", "metrics", ids["job"], "val_loss", "-n", "4"],
        jobs.METRICS,
        lambda ids: {"jobId": ids["job"], "metricName": "val_loss", "first": 4},
    ),
    "jobs list of a person": (
        lambda _: ["jobs", "list", "--owner", "mira.okafor", "-n", "2"],
        jobs.LIST,
        lambda _: {"first": 2, "createdBy": "mira.okafor"},
    ),
    "sweeps list": (lambda _: ["sweeps", "list"], sweeps.LIST, lambda _: {"first": 20}),
    "sweeps best": (
        lambda ids: ["sweeps", "best", ids["sweep"], "val_loss", "-n", "3"],
        sweeps.BEST,
        lambda ids: {"sweepId": ids["sweep"], "metricName": "val_loss", "higherIsBetter": False, "first": 3},
    ),
    "documents list": (
        lambda _: ["documents", "list", "--status", "failed", "--until", "2100-01-01"],
        listing.LIST,
        lambda _: {"first": 20, "status": "FAILED", "until": "2100-01-01T00:00:00.000000Z"},
    ),
    "sweeps show": (lambda ids: ["sweeps", "show", ids["sweep"]], sweeps.SHOW, lambda ids: {"sweepId": ids["sweep"]}),
    "receipts show": (
        lambda ids: ["receipts", "show", ids["image"], "1"],
        receipts.SHOW,
        lambda ids: {"imageId": ids["image"], "receiptId": 1},
    ),
}


@pytest.mark.parametrize("command", READING)
def test_a_command_prints_the_answer_of_its_query(command: str, ann: TerminalUser, server: Server, ids: Ids) -> None:
    words, query, variables = READING[command]
    printed = ann.does(*words(ids), "--json").json
    headers = {"authorization": server.token("ann", ["editors"], "ann-lab")}
    assert printed == server.ask(query, headers, **variables(ids))["data"]
    assert _leaves(printed) > 1


@pytest.mark.parametrize("command", READING)
def test_without_json_there_are_lines_for_people_and_pipes(command: str, ann: TerminalUser, ids: Ids) -> None:
    shown = ann.does(*READING[command][0](ids)).out
    assert shown.strip()
    assert "{'" not in shown


def test_a_list_goes_on_over_many_pages(ann: TerminalUser, server: Server, ids: Ids) -> None:
    printed = ann.does("jobs", "metrics", ids["job"], "-n", "250", "--json").json["job"]["metrics"]["nodes"]
    answer = server.ask(jobs.METRICS, jobId=ids["job"], first=100)["data"]["job"]["metrics"]["nodes"]
    assert printed[: len(answer)] == answer
    assert len({(each["metricName"], each["timestamp"]) for each in printed}) == len(printed)


ABSENT = ("jobs show", "jobs logs", "jobs metrics", "jobs watch", "sweeps show", "receipts show", "documents status")


@pytest.mark.parametrize("words", [*ABSENT, "documents fetch", "documents monitor", "documents retry"])
def test_what_is_not_there_is_said_to_be_so(words: str, ann: TerminalUser) -> None:
    done = ann.tries(*words.split(), NOBODYS)
    assert (done.code, done.out) == (4, "")
    assert done.err.strip()
    if words != "documents fetch":
        assert ann.tries(*words.split(), NOBODYS, "--json") == done


def test_every_command_that_prints_json_is_compared_with_its_query() -> None:
    """Here, or where what it is about is made: a document, a batch, a letter."""
    elsewhere = {
        "documents status",
        "cats results",
        "cats logs",
        "documents debug dlq list",
        "documents debug dlq show",
    }
    changing = {"documents submit", "documents retry", "documents purge", "documents debug dlq redrive", "cats submit"}
    watching = {"jobs watch", "documents monitor", "cats monitor", "whoami"}
    compared = {name for name in READING if name in dict(every_command())}
    known = {name for name, command in every_command() if any("--json" in each.opts for each in command.params)}
    assert compared | elsewhere | changing | watching == known


def _leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_leaves, value.values()))
    return sum(map(_leaves, value)) if isinstance(value, list) else int(value is not None)
