"""A sweep that was created in part goes on growing, whatever became of it and of its runs meanwhile."""

from typing import Any
from unittest.mock import patch

import pytest

from commands.jobs import job_deletion, sweeps
from entities.jobs import Job
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, meanwhile, stored
from tests.commands.sweep_setting import (
    MADE,
    count_of,
    create,
    ids_of,
    progress_of,
    request,
    runs_of,
    small_steps,
    waiting_in,
)


def _begin(api: Changing, asked: dict[str, Any], steps: int = 2) -> dict[str, int]:
    """Create the first runs, two in a step; the numbers of those that exist, and their ids."""
    turns = iter([True] * steps)
    with small_steps(), patch.object(sweeps, "has_time", lambda _: next(turns, False)):
        assert not api.do("createSweep", MADE, **asked)["isComplete"]
    return {each["jobId"]: int(each["name"].rpartition("/")[2]) for each in _named(api, asked)}


def _named(api: Changing, asked: dict[str, Any]) -> list[dict[str, Any]]:
    return runs_of(api, asked["sweepId"], "jobId name")


@pytest.mark.parametrize("deleted", [{1}, {4}, {3, 4}, {1, 2, 3, 4}])
def test_it_grows_on_after_runs_were_deleted_which_stay_deleted(api: Changing, deleted: set[int]) -> None:
    asked = request(api, '{"a": [1, 2, 3], "b": [1, 2, 3]}')
    for job_id, number in _begin(api, asked).items():
        if number in deleted:
            assert api.do("deleteJob", "{ isComplete }", jobId=job_id)["isComplete"]
    with small_steps():
        made = api.do("createSweep", MADE, **asked)
    total = 9 - len(deleted)
    assert (made["created"], made["total"], made["isComplete"]) == (total, total, True)
    assert sorted(each["name"] for each in _named(api, asked)) == [f"lr/{n}" for n in range(1, 10) if n not in deleted]
    assert progress_of(api, asked["sweepId"]) == {"total": total, "pending": total, "status": "PENDING"}
    assert count_of(api, asked["queueName"]) == total == len(waiting_in(api, asked["queueName"]))
    before = stored(api)
    assert api.do("createSweep", MADE, **asked) == made
    assert stored(api) == before


def test_it_grows_on_after_its_parent_was_edited(api: Changing) -> None:
    asked = request(api, '{"a": [1, 2, 3, 4, 5, 6]}')
    _begin(api, asked)
    edits = {"description": "New.", "priority": "HIGH", "tags": '{"a":1}', "results": '{"f1":0.5}'}
    api.do("updateJob", "{ jobId }", jobId=asked["sweepId"], **edits)
    api.do("enqueueJob", "{ jobId }", jobId=asked["sweepId"], queueName=asked["queueName"])
    assert api.do("createSweep", MADE, **asked)["isComplete"]
    assert len(ids_of(api, asked["sweepId"])) == 6


@pytest.mark.parametrize("moment", ["_create_runs", "_items"])
def test_what_another_call_created_and_someone_deleted_meanwhile_stays_deleted(api: Changing, moment: str) -> None:
    asked = request(api, '{"a": [1]}')
    with patch.object(sweeps, "has_time", return_value=False):
        api.do("createSweep", MADE, **asked)

    def create_and_delete() -> None:
        assert call("createSweep", **asked)["data"]["created"] == 1
        (run,) = [item["SK"]["S"] for item in stored(api) if item["PK"]["S"] == f"QUEUE#{asked['queueName']}"][:-1]
        assert call("deleteJob", jobId=run.removeprefix("JOB#"))["data"]["isComplete"]

    with meanwhile(sweeps, moment, create_and_delete):
        made = call("createSweep", **asked)["data"]
    assert (made["created"], made["total"], made["isComplete"]) == (0, 0, True)
    assert ids_of(api, asked["sweepId"]) == waiting_in(api, asked["queueName"]) == []


def test_a_sweep_that_is_being_deleted_does_not_grow(api: Changing) -> None:
    asked = request(api, '{"a": [1, 2]}')
    with patch.object(sweeps, "has_time", return_value=False):
        api.do("createSweep", MADE, **asked)
    with patch.object(job_deletion, "_delete_all", return_value=False):
        api.do("deleteJob", "{ isComplete }", jobId=asked["sweepId"])
    before = stored(api)
    error = api.refusal("createSweep", MADE, **asked)
    assert (error["errorType"], error["message"]) == ("Conflict", "This Job is being deleted.")
    assert stored(api) == before


def test_a_job_that_counts_no_runs_does_not_grow(api: Changing) -> None:
    asked = request(api, '{"a": [1, 2]}')
    with patch.object(sweeps, "has_time", return_value=False):
        api.do("createSweep", MADE, **asked)
    session = api.store.session()
    parent = session.get(Job.table, Job.key_for(job_id=asked["sweepId"]))
    assert parent
    session.put(Job.table, {name: value for name, value in parent.items() if not name.startswith("runs_")})
    before = stored(api)
    error = api.refusal("createSweep", MADE, **asked)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.sweepId")
    assert stored(api) == before


def test_a_sweep_is_no_repeat_of_a_job_with_its_id(api: Changing) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2]}')
    error = api.refusal("createJob", "{ jobId }", jobId=sweep_id, name="lr", createdBy="anna")
    assert (error["errorType"], error["errorInfo"]["current"]["runsTotal"]) == ("Conflict", 2)
