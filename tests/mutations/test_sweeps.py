"""Sweeps are made whole however often that stops on the way, and their status and counts follow their runs."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import product
from random import Random
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest

from entities.jobs import Job, JobMetric, JobState
from resolvers.jobs import sweep_of
from resolvers.mutations import run_moves, sweeps
from tests.loaders.fakes import FakeClock, Fault, Faulty
from tests.mutations.conftest import Changing
from tests.mutations.job_setting import call, job_of, record, side_by_side, stored, through

PROGRESS = "{ total pending running succeeded failed cancelled interrupted done }"
MADE = "{ sweep { sweepId progress " + PROGRESS + " } created total isComplete }"
RESUMED = "{ resumed isComplete sweep { progress " + PROGRESS + " } }"
PRUNED = "{ stopped { jobId value epoch } kept { jobId value epoch } isComplete sweep { progress " + PROGRESS + " } }"
GRID = '{"learning_rate": [0.1, 0.01], "batch_size": [16, 32]}'


def open_queue(api: Changing) -> str:
    name = f"queue-{uuid4().hex[:8]}"
    api.do("createQueue", "{ queueName }", queueName=name)
    return name


def request(api: Changing, grid: str = GRID, **more: Any) -> dict[str, Any]:
    """A sweep of its own, and a queue of its own."""
    usual = {"sweepId": str(uuid4()), "name": "lr", "createdBy": "anna", "queueName": open_queue(api)}
    return {**usual, **({} if "configs" in more else {"parameterGrid": grid}), **more}


def create(api: Changing, grid: str = GRID, **more: Any) -> tuple[str, str]:
    """The ids of a new sweep and of its queue."""
    asked = request(api, grid, **more)
    while not api.do("createSweep", "{ isComplete }", **asked)["isComplete"]:
        pass
    return asked["sweepId"], asked["queueName"]


def runs_of(api: Changing, sweep_id: str, selection: str = "jobId status jobConfig") -> list[dict[str, Any]]:
    query = "query ($id: ID!) { sweep(sweepId: $id) { jobs { " + selection + " } } }"
    found: list[dict[str, Any]] = api.get(query, id=sweep_id)["sweep"]["jobs"]
    return found


def ids_of(api: Changing, sweep_id: str) -> list[str]:
    return sorted(each["jobId"] for each in runs_of(api, sweep_id, "jobId"))


def progress_of(api: Changing, sweep_id: str) -> dict[str, Any]:
    query = "query ($id: ID!) { sweep(sweepId: $id) { progress " + PROGRESS + " job { status } } }"
    found = api.get(query, id=sweep_id)["sweep"]
    return {**{name: value for name, value in found["progress"].items() if value}, "status": found["job"]["status"]}


def count_of(api: Changing, queue: str) -> int:
    query = "query ($name: String!) { queue(queueName: $name) { jobCount jobs(first: 1) { nodes { jobId } } } }"
    number: int = api.get(query, name=queue)["queue"]["jobCount"]
    return number


def waiting_in(api: Changing, queue: str) -> list[str]:
    return sorted(
        item["SK"]["S"].removeprefix("JOB#")
        for item in stored(api)
        if item["PK"]["S"] == f"QUEUE#{queue}" and item["TYPE"]["S"] == "QUEUE_JOB"
    )


def check_whole(api: Changing, sweep_id: str, queue: str, runs: int) -> None:
    """Everything that belongs to a new sweep is there once, and counted."""
    items = Counter(
        item["TYPE"]["S"] + item.get("type", {}).get("S", "")
        for item in stored(api)
        if sweep_id in str(item) or item["PK"]["S"] == f"QUEUE#{queue}"
    )
    links = {"JOB_DEPENDENCYparent_sweep": runs, "JOB_DEPENDENCYchild_training": runs}
    assert items == {"JOB": runs + 1, "QUEUE": 1, "QUEUE_JOB": runs, **links}
    assert count_of(api, queue) == runs
    assert progress_of(api, sweep_id) == {"total": runs, "pending": runs, "status": "PENDING"}
    assert waiting_in(api, queue) == ids_of(api, sweep_id)


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


def config_of(run: dict[str, Any]) -> dict[str, Any]:
    import json  # noqa: PLC0415

    config: dict[str, Any] = json.loads(run["jobConfig"])
    return config


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


class Crashing:
    """A client whose process dies after so many writes."""

    def __init__(self, client: Any, writes: int) -> None:
        self._client, self.left = client, writes

    def __getattr__(self, name: str) -> Any:
        if name in {"put_item", "update_item", "transact_write_items", "batch_write_item", "delete_item"}:
            if self.left == 0:
                raise MemoryError
            self.left -= 1
        return getattr(self._client, name)


@contextmanager
def small_steps() -> Iterator[None]:
    """Few runs at a time, so that there are many steps between which things can stop."""
    with patch.object(sweeps, "RUNS_AT_ONCE", 2), patch.object(run_moves, "RUNS_AT_ONCE", 2):
        yield


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


def finish(api: Changing, sweep_id: str, *ends: str) -> list[str]:
    """Bring the first runs of a sweep to these ends."""
    ids = ids_of(api, sweep_id)
    for job_id, end in zip(ids, ends, strict=False):
        record(api, job_id, "RUNNING")
        if end != "RUNNING":
            record(api, job_id, end)
    return ids


def take_out(api: Changing, queue: str, ids: list[str]) -> None:
    for job_id in ids:
        api.do("dequeueJob", "{ jobCount }", queueName=queue, jobId=job_id)


def test_what_is_not_done_waits_again_and_goes_on_from_its_latest_checkpoint(api: Changing) -> None:
    sweep_id, queue = create(api)
    ids = finish(api, sweep_id, "SUCCEEDED", "FAILED", "INTERRUPTED", "CANCELLED")
    take_out(api, queue, ids)
    for epoch in (1, 2):
        given = {"timestamp": f"2026-11-16T12:00:0{epoch}Z", "s3Bucket": "b", "s3Key": f"{epoch}.pt", "epoch": epoch}
        api.do("addCheckpoint", "{ isBest }", jobId=ids[1], **given)
    resumed = api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert (resumed["resumed"], resumed["isComplete"]) == (3, True)
    assert progress_of(api, sweep_id) == {
        "total": 4,
        "succeeded": 1,
        "pending": 3,
        "done": 0.25,
        "status": "RUNNING",
    }
    assert waiting_in(api, queue) == sorted(ids[1:])
    assert count_of(api, queue) == 3
    run = job_of(api, ids[1], "status jobConfig latestStatus { status }")
    assert (run["status"], run["latestStatus"]["status"]) == ("PENDING", "PENDING")
    assert config_of(run)["resume_from"] == {
        "s3_bucket": "b",
        "s3_key": "2.pt",
        "epoch": 2,
        "timestamp": "2026-11-16T12:00:02.000000Z",
    }
    assert "resume_from" not in config_of(job_of(api, ids[2], "jobConfig"))
    before = stored(api)
    assert api.do("resumeSweep", RESUMED, sweepId=sweep_id)["resumed"] == 0
    assert stored(api) == before


def test_a_sweep_of_which_nothing_succeeded_begins_anew(api: Changing) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2]}')
    ids = finish(api, sweep_id, "FAILED", "FAILED")
    assert progress_of(api, sweep_id)["status"] == "FAILED"
    api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert progress_of(api, sweep_id) == {"total": 2, "pending": 2, "status": "PENDING"}
    record(api, ids[0], "RUNNING")
    assert progress_of(api, sweep_id)["status"] == "RUNNING"


def test_only_runs_of_some_statuses_are_taken_up_where_that_is_asked(api: Changing) -> None:
    sweep_id, _ = create(api)
    finish(api, sweep_id, "FAILED", "CANCELLED", "INTERRUPTED", "SUCCEEDED")
    assert api.do("resumeSweep", RESUMED, sweepId=sweep_id, statuses=["FAILED"])["resumed"] == 1
    error = api.refusal("resumeSweep", RESUMED, sweepId=sweep_id, statuses=["SUCCEEDED"])
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.statuses")


@pytest.mark.parametrize("writes", range(4))
def test_whenever_resuming_stops_the_same_again_completes_it(api: Changing, writes: int) -> None:
    sweep_id, queue = create(api, '{"a": [1, 2, 3, 4, 5, 6, 7]}')
    ids = finish(api, sweep_id, *["FAILED"] * 7)
    take_out(api, queue, ids)
    with small_steps():
        with through(api, Crashing(api.store._client, writes)):
            assert call("resumeSweep", sweepId=sweep_id)["errorType"] == "Internal"
        assert count_of(api, queue) == len(waiting_in(api, queue)) == progress_of(api, sweep_id).get("pending", 0)
        api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert waiting_in(api, queue) == ids
    assert count_of(api, queue) == 7
    assert progress_of(api, sweep_id) == {"total": 7, "pending": 7, "status": "PENDING"}
    assert [len(job_of(api, each)["statuses"]) for each in ids] == [3] * 7


def test_resuming_puts_counts_right_that_others_left_wrong(api: Changing) -> None:
    sweep_id, _ = create(api)
    ids = ids_of(api, sweep_id)
    session = api.store.session()
    for job_id in ids[:3]:
        found = session.get(Job.table, Job.key_for(job_id=job_id))
        assert found
        run = Job.from_record(found).model_copy(update={"status": JobState.SUCCEEDED})
        session.put(Job.table, run.to_record())
    api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert progress_of(api, sweep_id) == {
        "total": 4,
        "succeeded": 3,
        "pending": 1,
        "done": 0.75,
        "status": "RUNNING",
    }


def measure(api: Changing, values: dict[str, list[float]], name: str = "val_loss") -> None:
    """The values of a metric for each run, epoch by epoch."""
    start = datetime(2026, 11, 16, 12, tzinfo=UTC)
    records = [
        JobMetric(
            job_id=job_id, metric_name=name, value=value, epoch=epoch, timestamp=start + timedelta(seconds=epoch)
        ).to_record()
        for job_id, curve in values.items()
        for epoch, value in enumerate(curve, 1)
    ]
    for first in range(0, len(records), 100):  # not all at once: the machine may have other things to do
        api.store.session(60).batch_write(JobMetric.table, records[first : first + 100])


def prune(api: Changing, sweep_id: str, **more: Any) -> dict[str, Any]:
    given = {"metricName": "val_loss", "afterEpochs": 3, "keep": 2, **more}
    return api.do("stopUnderperforming", PRUNED, sweepId=sweep_id, **given)


def test_of_the_runs_that_have_come_so_far_only_the_best_go_on(api: Changing) -> None:
    sweep_id, queue = create(api, '{"a": [1, 2, 3, 4, 5, 6]}')
    ids = finish(api, sweep_id, "RUNNING", "RUNNING", "RUNNING", "RUNNING", "RUNNING", "SUCCEEDED")
    measure(
        api,
        {
            ids[0]: [0.9, 0.2, 0.8],  # its best counts, not its last
            ids[1]: [0.9, 0.8, 0.5],
            ids[2]: [0.9, 0.8, 0.3],
            ids[3]: [0.9, 0.8, 0.7],
            ids[4]: [0.99, 0.98],  # has not come so far
            ids[5]: [0.99, 0.98, 0.97],  # runs no longer
        },
    )
    pruned = prune(api, sweep_id)
    assert [(each["jobId"], each["value"], each["epoch"]) for each in pruned["kept"]] == [
        (ids[0], 0.2, 2),
        (ids[2], 0.3, 3),
    ]
    assert [(each["jobId"], each["value"]) for each in pruned["stopped"]] == [(ids[1], 0.5), (ids[3], 0.7)]
    assert pruned["isComplete"]
    statuses = {each["jobId"]: each["status"] for each in runs_of(api, sweep_id)}
    assert [statuses[each] for each in ids] == ["RUNNING", "CANCELLED", "RUNNING", "CANCELLED", "RUNNING", "SUCCEEDED"]
    assert waiting_in(api, queue) == sorted([ids[0], ids[2], ids[4], ids[5]])
    assert count_of(api, queue) == 4
    before = stored(api)
    assert prune(api, sweep_id) == pruned
    assert stored(api) == before


def test_what_was_stopped_for_being_worse_is_taken_up_again_only_where_that_is_asked(api: Changing) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2, 3]}')
    ids = finish(api, sweep_id, "RUNNING", "RUNNING", "FAILED")
    measure(api, {ids[0]: [0.3, 0.2, 0.1], ids[1]: [0.9, 0.8, 0.7]})
    prune(api, sweep_id, keep=1)
    assert api.do("resumeSweep", RESUMED, sweepId=sweep_id)["resumed"] == 1
    assert api.do("resumeSweep", RESUMED, sweepId=sweep_id, statuses=["CANCELLED"])["resumed"] == 1


def test_higher_values_may_be_better(api: Changing) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2, 3]}')
    ids = finish(api, sweep_id, *["RUNNING"] * 3)
    measure(api, {ids[0]: [0.1, 0.5, 0.5], ids[1]: [0.1, 0.2, 0.9], ids[2]: [0.1, 0.2, 0.3]}, "f1")
    pruned = prune(api, sweep_id, metricName="f1", keep=1, higherIsBetter=True)
    assert [each["jobId"] for each in pruned["kept"]] == [ids[1]]
    assert [each["jobId"] for each in pruned["stopped"]] == [ids[0], ids[2]]


@pytest.mark.parametrize("writes", range(3))
def test_whenever_stopping_stops_the_same_again_completes_it(api: Changing, writes: int) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2, 3, 4, 5, 6, 7]}')
    ids = finish(api, sweep_id, *["RUNNING"] * 7)
    measure(api, {job_id: [1.0, 1.0, place / 10] for place, job_id in enumerate(ids)})
    with small_steps():
        with through(api, Crashing(api.store._client, writes)):
            call("stopUnderperforming", sweepId=sweep_id, metricName="val_loss", afterEpochs=3, keep=2)
        pruned = prune(api, sweep_id)
    assert [each["jobId"] for each in pruned["kept"]] == ids[:2]
    assert [each["jobId"] for each in pruned["stopped"]] == ids[2:]
    assert progress_of(api, sweep_id) == {"total": 7, "running": 2, "cancelled": 5, "done": 5 / 7, "status": "RUNNING"}
    assert [len(job_of(api, each)["statuses"]) for each in ids] == [1, 1, 2, 2, 2, 2, 2]


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
        ("createSweep", {"sweepId": "a#b"}, "BadInput", "input.jobId"),
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
