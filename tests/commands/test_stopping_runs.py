"""Of the runs of a sweep that have come so far, the worse ones are stopped."""

from typing import Any

import pytest

from tests.commands.conftest import Changing
from tests.commands.job_setting import call, job_of, stored, through
from tests.commands.sweep_setting import (
    PRUNED,
    RESUMED,
    Crashing,
    count_of,
    create,
    finish,
    measure,
    progress_of,
    runs_of,
    small_steps,
    waiting_in,
)


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
    assert waiting_in(api, queue) == sorted([ids[0], ids[2], ids[4]])
    assert count_of(api, queue) == 3
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
