"""A large sweep, a thousand runs with `THOROUGH=1`: made, progressed, resumed and pruned, each run at the same cost."""

from collections import Counter
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import pytest

from tests.commands.conftest import Changing
from tests.commands.job_setting import call, record, side_by_side
from tests.commands.sweep_setting import (
    PRUNED,
    RESUMED,
    count_of,
    ids_of,
    measure,
    progress_of,
    request,
    runs_of,
    waiting_in,
)
from tests.thoroughness import many

pytestmark = pytest.mark.no_cover

RUNS = many(200, 1000)
FEW = RUNS // 5
BEGUN = RUNS * 3 // 10
ENDED = RUNS // 5
BEST = (
    "query ($id: ID!, $up: Boolean) { sweep(sweepId: $id) "
    '{ bestRun(metricName: "f1", higherIsBetter: $up) { jobId value epoch } } }'
)


@dataclass
class Made:
    """A sweep, its queue, its runs, and the write units that each of them cost."""

    sweep_id: str
    queue: str
    ids: list[str]
    units: float


@pytest.fixture(scope="module")
def large(api: Changing) -> Made:
    return made(api, RUNS)


@pytest.fixture(scope="module")
def small(api: Changing) -> Made:
    return made(api, FEW)


def made(api: Changing, runs: int) -> Made:
    grid = f'{{"rate": {[n / 1000 for n in range(runs // 10)]}, "size": {list(range(10))}}}'
    asked = request(api, grid)
    units, is_complete = 0.0, False
    while not is_complete:
        is_complete = api.do("createSweep", "{ isComplete }", **asked)["isComplete"]
        units += cost(api)[0]
    sweep_id = asked["sweepId"]
    return Made(sweep_id, asked["queueName"], ids_of(api, sweep_id), units / runs)


def cost(api: Changing) -> tuple[float, int]:
    """Write units and requests of the last call."""
    meters = [a_request.session.meter for _, a_request in api.calls]
    return sum(meter.write_units for meter in meters), sum(meter.requests for meter in meters)


def test_what_a_run_costs_does_not_depend_on_how_many_there_are(api: Changing, large: Made, small: Made) -> None:
    assert large.units == pytest.approx(small.units, rel=0.1)
    costs = []
    for each in (large, small):
        for status in ("RUNNING", "INTERRUPTED", "RUNNING", "INTERRUPTED"):
            record(api, each.ids[-1], status, message=status)
        costs.append(cost(api))
        record(api, each.ids[-1], "PENDING")
    assert costs[0] == costs[1]


def test_many_runs_are_made_progressed_resumed_and_pruned(api: Changing, large: Made) -> None:
    random, sweep_id, queue = Random(11), large.sweep_id, large.queue
    assert len(large.ids) == RUNS
    assert (len(waiting_in(api, queue)), count_of(api, queue)) == (RUNS, RUNS)

    begun = large.ids[:BEGUN]
    ends = {job_id: random.choice(["SUCCEEDED", "FAILED", "CANCELLED", "INTERRUPTED"]) for job_id in begun[:ENDED]}
    steps = [(job_id, ["RUNNING", ends.get(job_id)]) for job_id in begun]
    answers = side_by_side(4, partial(_each, 4, steps))
    assert not [each for part in answers for each in part if "errorMessage" in each]
    counts = {name.lower(): number for name, number in Counter(ends.values()).items()}
    done = (ENDED - counts["interrupted"]) / RUNS
    running = {"total": RUNS, "running": BEGUN - ENDED, "status": "RUNNING"}
    assert progress_of(api, sweep_id) == {**running, **counts, "pending": RUNS - BEGUN, "done": done}

    unfinished = ENDED - counts["succeeded"]
    resumed = api.do("resumeSweep", RESUMED, sweepId=sweep_id)["resumed"]
    while resumed < unfinished:
        resumed += api.do("resumeSweep", RESUMED, sweepId=sweep_id)["resumed"]
    assert resumed == unfinished
    waiting, succeeded = RUNS - BEGUN + unfinished, counts["succeeded"]
    expected = {**running, "pending": waiting, "succeeded": succeeded, "done": succeeded / RUNS}
    assert progress_of(api, sweep_id) == expected
    assert count_of(api, queue) == RUNS - succeeded, "an ended run leaves its queue"

    curves = {job_id: [random.random() for _ in range(5)] for job_id in begun}
    measure(api, curves)
    given: dict[str, Any] = {"sweepId": sweep_id, "metricName": "val_loss", "afterEpochs": 5, "keep": 10}
    pruned = api.do("stopUnderperforming", PRUNED, **given)
    while not pruned["isComplete"]:
        pruned = api.do("stopUnderperforming", PRUNED, **given)
    ranked = sorted((min(curves[job_id]), job_id) for job_id in begun[ENDED:])
    assert [(each["value"], each["jobId"]) for each in pruned["kept"]] == ranked[:10]
    assert [(each["value"], each["jobId"]) for each in pruned["stopped"]] == ranked[10:]
    statuses = Counter(each["status"] for each in runs_of(api, sweep_id, "jobId status"))
    assert statuses == {"PENDING": waiting, "RUNNING": 10, "CANCELLED": BEGUN - ENDED - 10, "SUCCEEDED": succeeded}
    assert count_of(api, queue) == RUNS - succeeded - (BEGUN - ENDED - 10) == len(waiting_in(api, queue))


def test_the_best_of_many_runs_is_right_and_cheap(api: Changing, large: Made, small: Made) -> None:
    random = Random(4)
    curves = {job_id: [round(random.random(), 3) for _ in range(3)] for job_id in large.ids}
    measure(api, {**curves, small.ids[0]: [-1.0, 2.0]}, "f1")
    points = [(value, epoch, job_id) for job_id, curve in curves.items() for epoch, value in enumerate(curve, 1)]
    for up in (False, True):
        best = api.get(BEST, id=large.sweep_id, up=up)["sweep"]["bestRun"]
        _, requests = cost(api)
        value, epoch, job_id = min(points, key=lambda each: (-each[0] if up else each[0], each[1], each[2]))
        assert best == {"jobId": job_id, "value": value, "epoch": epoch}
        assert requests < 10


def test_the_best_run_of_a_sweep_of_others_is_right_too(api: Changing) -> None:
    parent = api.do("createJob", "{ jobId }", name="sweep", createdBy="anna")["jobId"]
    runs = [api.do("createJob", "{ jobId }", name="run", createdBy="anna")["jobId"] for _ in range(5)]
    for job_id in runs:
        api.do("addDependency", "{ type }", dependentJobId=job_id, dependencyJobId=parent)
    measure(api, {job_id: [1.0, 0.5 - place / 10] for place, job_id in enumerate(runs)}, "f1")
    assert api.get(BEST, id=parent)["sweep"]["bestRun"]["jobId"] == runs[-1]
    assert progress_of(api, parent) == {"total": 5, "pending": 5, "status": "PENDING"}


def _each(of: int, work: list[tuple[str, list[str | None]]], place: int) -> list[dict[str, Any]]:
    """Every so many-th job comes to these statuses."""
    return [
        call("recordJobStatus", jobId=job_id, status=status)
        for job_id, statuses in work[place::of]
        for status in statuses
        if status
    ]
