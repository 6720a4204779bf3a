"""Sweeps are made whole however often that stops on the way, and their status and counts follow their runs."""

from collections import Counter
from datetime import UTC, datetime
from functools import partial
from itertools import product
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from commands.jobs import sweeps
from entities.jobs import Job
from loaders.sweeps import sweep_of
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, job_of, record, side_by_side, stored, through
from tests.commands.sweep_setting import (
    MADE,
    Crashing,
    check_whole,
    config_of,
    count_of,
    create,
    ids_of,
    progress_of,
    request,
    runs_of,
    small_steps,
    waiting_in,
)
from tests.loaders.fakes import FakeClock, Fault, Faulty


def test_every_combination_is_a_run_that_waits(api: Changing) -> None:
    asked = request(api, jobConfig='{"model": "layoutlm"}', priority="HIGH")
    made = api.do("createSweep", MADE, **asked)
    assert (made["created"], made["total"], made["isComplete"]) == (4, 4, True)
    check_whole(api, asked["sweepId"], asked["queueName"], 4)
    runs = runs_of(api, asked["sweepId"], "name jobType jobConfig priority sweepId dependencies { type }")
    assert {each["jobType"] for each in runs} == {"training"}
    assert {each["sweepId"] for each in runs} == {asked["sweepId"]}
    assert {each["priority"] for each in runs} == {"HIGH"}
    assert sorted(each["name"] for each in runs) == ["lr/1", "lr/2", "lr/3", "lr/4"]
    parameters = {(run["learning_rate"], run["batch_size"], run["model"]) for run in map(config_of, runs)}
    assert parameters == {(rate, size, "layoutlm") for rate, size in product([0.1, 0.01], [16, 32])}
    parent = job_of(api, asked["sweepId"], "jobType jobConfig dependencies { type } dependents { type }")
    assert parent["jobType"] == "sweep"
    assert [each["type"] for each in parent["dependencies"]] == ["CHILD_TRAINING"] * 4
    assert [each["type"] for each in parent["dependents"]] == ["PARENT_SWEEP"] * 4


def test_the_same_sweep_again_changes_nothing(api: Changing) -> None:
    asked = request(api)
    del asked["sweepId"]
    made = api.do("createSweep", MADE, **asked)
    before = stored(api)
    assert api.do("createSweep", MADE, **asked) == made
    assert stored(api) == before
    other = api.do("createSweep", MADE, **{**asked, "name": "another"})
    assert other["sweep"]["sweepId"] != made["sweep"]["sweepId"]


def test_another_sweep_of_the_same_id_is_a_conflict(api: Changing) -> None:
    asked = request(api)
    api.do("createSweep", MADE, **asked)
    error = api.refusal("createSweep", MADE, **{**asked, "parameterGrid": '{"learning_rate": [1]}'})
    assert (error["errorType"], error["errorInfo"]["current"]["runsTotal"]) == ("Conflict", 4)


def test_a_list_of_configurations_is_as_good_as_a_grid_and_twice_the_same_is_one(api: Changing) -> None:
    asked = request(api, configs='[{"depth": 1}, {"depth": 2}, {"depth": 1.0}]')
    assert api.do("createSweep", MADE, **asked)["total"] == 2
    assert sorted(config_of(run)["depth"] for run in runs_of(api, asked["sweepId"])) == [1, 2]
    error = api.refusal("createSweep", MADE, **{**asked, "configs": '[{"depth": 1}, {"depth": 3}]'})
    assert error["errorType"] == "Conflict"


def test_a_sweep_without_a_queue_waits_nowhere(api: Changing) -> None:
    asked = request(api)
    del asked["queueName"]
    assert api.do("createSweep", MADE, **asked)["isComplete"]
    assert len(ids_of(api, asked["sweepId"])) == 4


@pytest.mark.parametrize("writes", range(6))
def test_whenever_it_stops_the_same_again_completes_it(api: Changing, writes: int) -> None:
    asked = request(api, '{"a": [1, 2, 3], "b": [1, 2, 3]}')
    with small_steps():
        with through(api, Crashing(api.store._client, writes)):
            assert call("createSweep", **asked)["errorType"] == "Internal"
        if writes:
            there = progress_of(api, asked["sweepId"]).get("pending", 0)
            assert count_of(api, asked["queueName"]) == there == len(waiting_in(api, asked["queueName"]))
        made = api.do("createSweep", MADE, **asked)
    assert made["isComplete"]
    check_whole(api, asked["sweepId"], asked["queueName"], 9)


def test_six_writes_are_all_that_it_takes(api: Changing) -> None:
    asked = request(api, '{"a": [1, 2, 3], "b": [1, 2, 3]}')
    with small_steps(), through(api, Crashing(api.store._client, 6)):
        assert call("createSweep", **asked)["data"]["isComplete"]


def test_lost_answers_make_nothing_twice(api: Changing) -> None:
    random, asked = Random(2), request(api, '{"a": [1, 2, 3, 4, 5], "b": [1, 2, 3, 4, 5]}')
    left = 100

    def next_fault(_: str) -> Fault:
        nonlocal left
        is_bad = left > 0 and random.random() < 0.6
        left -= is_bad
        return random.choice(["lost", "time-out", "throttled"]) if is_bad else None

    with small_steps(), through(api, Faulty(api.store._client, next_fault, FakeClock(), random)):
        while not (call("createSweep", **asked).get("data") or {}).get("isComplete"):
            pass
    check_whole(api, asked["sweepId"], asked["queueName"], 25)


def test_many_who_make_the_same_sweep_at_once_make_it_once(api: Changing) -> None:
    asked = request(api, '{"a": [1, 2, 3], "b": [1, 2, 3]}')
    with small_steps():
        answers = side_by_side(6, lambda _: call("createSweep", **asked))
    assert not [each for each in answers if "errorMessage" in each]
    check_whole(api, asked["sweepId"], asked["queueName"], 9)


def test_when_time_runs_out_it_says_how_far_it_came_and_the_next_call_goes_on(api: Changing) -> None:
    asked = request(api, '{"a": [1, 2, 3], "b": [1, 2, 3]}')
    seen = []
    with small_steps():
        for _ in range(3):
            turns = iter([True, True])
            with patch.object(sweeps, "has_time", lambda _, turns=turns: next(turns, False)):
                seen.append(api.do("createSweep", "{ created total isComplete }", **asked))
    assert [each["created"] for each in seen] == [4, 8, 9]
    assert [each["isComplete"] for each in seen] == [False, False, True]
    check_whole(api, asked["sweepId"], asked["queueName"], 9)


@pytest.mark.parametrize(
    ("ends", "status"),
    [
        (["SUCCEEDED", "SUCCEEDED"], "SUCCEEDED"),
        (["SUCCEEDED", "FAILED"], "SUCCEEDED"),
        (["FAILED", "SUCCEEDED"], "SUCCEEDED"),
        (["FAILED", "FAILED"], "FAILED"),
        (["CANCELLED", "FAILED"], "FAILED"),
        (["CANCELLED", "CANCELLED"], "FAILED"),
    ],
)
def test_the_sweep_follows_its_runs(api: Changing, ends: list[str], status: str) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2]}')
    first, second = ids_of(api, sweep_id)
    assert progress_of(api, sweep_id) == {"total": 2, "pending": 2, "status": "PENDING"}
    record(api, first, "RUNNING")
    assert progress_of(api, sweep_id) == {"total": 2, "pending": 1, "running": 1, "status": "RUNNING"}
    record(api, first, "RUNNING", progress=50)
    record(api, second, "RUNNING")
    record(api, second, "INTERRUPTED")
    assert progress_of(api, sweep_id) == {"total": 2, "interrupted": 1, "running": 1, "status": "RUNNING"}
    record(api, second, "RUNNING", message="again")
    record(api, first, ends[0])
    assert progress_of(api, sweep_id)["status"] == "RUNNING"
    record(api, second, ends[1])
    counts = {name.lower(): number for name, number in Counter(ends).items()}
    assert progress_of(api, sweep_id) == {"total": 2, "done": 1, "status": status, **counts}
    history = [each["status"] for each in job_of(api, sweep_id)["statuses"]]
    assert history == ["RUNNING", status]


def test_the_parent_job_alone_says_how_far_the_sweep_has_come(api: Changing) -> None:
    sweep_id, _ = create(api)
    record(api, ids_of(api, sweep_id)[0], "RUNNING")
    stored_parent = api.store.session().get(Job.table, Job.key_for(job_id=sweep_id))
    assert stored_parent
    told = sweep_of(Job.from_record(stored_parent))
    assert told
    assert (told.sweep_id, told.progress.running, told.progress.pending) == (sweep_id, 1, 3)
    assert sweep_of(Job(job_id="x", name="x", created_by="x", created_at=datetime.now(UTC))) is None


def test_progress_is_one_read(api: Changing) -> None:
    sweep_id, _ = create(api)
    api.get("query ($id: ID!) { sweep(sweepId: $id) { progress { total } } }", id=sweep_id)
    assert api.reads == ["batch_get_item"]


def test_nobody_sets_the_status_of_a_sweep_by_hand(api: Changing) -> None:
    sweep_id, _ = create(api)
    before = stored(api)
    assert api.refusal("recordJobStatus", "{ status }", jobId=sweep_id, status="RUNNING")["errorType"] == "Conflict"
    assert stored(api) == before


def _recorded(asked: list[dict[str, str]], place: int) -> dict[str, Any]:
    return call("recordJobStatus", **asked[place])


def test_all_runs_at_once_are_all_counted(api: Changing) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2, 3, 4, 5, 6], "b": [1, 2, 3, 4, 5]}')
    ids = ids_of(api, sweep_id)
    for status, counted in (("RUNNING", "running"), ("SUCCEEDED", "succeeded")):
        asked = [{"jobId": job_id, "status": status} for job_id in ids]
        answers = side_by_side(30, partial(_recorded, asked))
        assert not [each for each in answers if "errorMessage" in each]
        assert progress_of(api, sweep_id)[counted] == 30
    assert progress_of(api, sweep_id) == {"total": 30, "succeeded": 30, "done": 1, "status": "SUCCEEDED"}


@pytest.mark.parametrize(
    ("mutation", "given", "error_type", "field"),
    [
        ("createSweep", {"parameterGrid": None}, "BadInput", "input.parameterGrid"),
        ("createSweep", {"configs": [{"a": 1}]}, "BadInput", "input.parameterGrid"),
        ("createSweep", {"parameterGrid": {}}, "BadInput", "input.parameterGrid"),
        ("createSweep", {"parameterGrid": {"a": []}}, "BadInput", "input.parameterGrid.a"),
        ("createSweep", {"parameterGrid": {"a": 1}}, "BadInput", "input.parameterGrid.a"),
        ("createSweep", {"parameterGrid": {"a": [float("nan")]}}, "BadInput", "input.parameterGrid"),
        ("createSweep", {"parameterGrid": {n: list(range(20)) for n in "abcdef"}}, "BadInput", "input.parameterGrid"),
        ("createSweep", {"parameterGrid": None, "configs": [1]}, "BadInput", "input.configs.0"),
        ("createSweep", {"parameterGrid": None, "configs": [{"a": 1}, {"a": 1e300}]}, "BadInput", "input.configs.1"),
        ("createSweep", {"jobConfig": {"text": "x" * 70_000}}, "BadInput", "input.jobConfig"),
        ("createSweep", {"jobConfig": [1]}, "BadInput", "input.jobConfig"),
        ("createSweep", {"queueName": "nowhere"}, "NotFound", "input.queueName"),
        ("createSweep", {"sweepId": "a#b"}, "BadInput", "input.sweepId"),
        ("createSweep", {"priority": "URGENT"}, "BadInput", "input.priority"),
        ("resumeSweep", {"sweepId": "nobody"}, "NotFound", "input.sweepId"),
        (
            "stopUnderperforming",
            {"sweepId": "nobody", "metricName": "x", "afterEpochs": 1, "keep": 1},
            "NotFound",
            "input.sweepId",
        ),
        ("stopUnderperforming", {"metricName": "x", "afterEpochs": -1, "keep": 1}, "BadInput", "input.afterEpochs"),
        ("stopUnderperforming", {"metricName": "x", "afterEpochs": 1, "keep": -1}, "BadInput", "input.keep"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    api: Changing, mutation: str, given: dict[str, Any], error_type: str, field: str
) -> None:
    asked: dict[str, Any] = {"sweepId": create(api)[0]}
    if mutation == "createSweep":
        asked = request(api) | {"parameterGrid": {"a": [1, 2]}}
    before = stored(api)
    error = call(mutation, **{name: value for name, value in (asked | given).items() if value is not None})
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert stored(api) == before
