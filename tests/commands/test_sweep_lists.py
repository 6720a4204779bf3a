"""Sweeps are listed, and their runs ranked and measured, whoever made them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from entities.jobs import DependencyType, Job, JobDependency, JobMetric, JobState
from entities.tables import RECEIPTS
from loaders.jobs import runs_begin_with
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.commands.job_setting import record
from tests.commands.paging import SIZES, paged
from tests.commands.sweep_setting import create, ids_of
from tests.loaders.sample import NOW

VALUES = {1: (0.5, 3e30), 2: (0.25, 0.75), 3: (-1e100, 4.0)}
"""What three of four runs measured, in order of time."""


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        yield made


@pytest.fixture(scope="module", params=["ours", "theirs"])
def sweep(request: pytest.FixtureRequest, api: Changing) -> tuple[str, list[str]]:
    """A sweep and its four runs. One measured nothing; the sweep's own job recorded one value."""
    sweep_id, runs = _ours(api) if request.param == "ours" else _theirs(api)
    metrics = [_metric(sweep_id, 0, 9.0)]
    metrics += [_metric(runs[run], place, value) for run, pair in VALUES.items() for place, value in enumerate(pair)]
    metrics += [_metric(runs[1], 5, {"matrix": [[1, 2]]})]
    api.store.session().batch_write(RECEIPTS, [each.to_record() for each in metrics])
    record(api, runs[2], "RUNNING")
    return sweep_id, runs


def _ours(api: Changing) -> tuple[str, list[str]]:
    sweep_id, _ = create(api)
    return sweep_id, ids_of(api, sweep_id)


def _theirs(api: Changing) -> tuple[str, list[str]]:
    """As the documents describe a sweep, without our counts and ids."""
    made: dict[str, Any] = {"created_at": NOW, "created_by": "upstream"}
    parent = Job(job_id="their-sweep", name="theirs", job_config={"job_type": "sweep"}, **made)
    runs = [f"their-run-{number}" for number in range(4)]
    jobs = [Job(job_id=each, name=each, **made) for each in runs]
    kind = DependencyType.PARENT_SWEEP
    links = [
        JobDependency(dependent_job_id=each, dependency_job_id="their-sweep", type=kind, created_at=NOW)
        for each in runs
    ]
    api.store.session().batch_write(RECEIPTS, [each.to_record() for each in (parent, *jobs, *links)])
    return "their-sweep", runs


def _metric(job_id: str, place: int, value: Any) -> JobMetric:
    moment = NOW + timedelta(seconds=place)
    return JobMetric(job_id=job_id, metric_name="val_loss", value=value, timestamp=moment, epoch=place)


@pytest.mark.parametrize("first", SIZES)
@pytest.mark.parametrize("higher", [False, True])
def test_runs_are_ranked_by_the_best_that_each_reached(
    api: Changing, sweep: tuple[str, list[str]], first: int, higher: bool
) -> None:
    sweep_id, runs = sweep
    field = f'runs(metricName: "val_loss", higherIsBetter: {str(higher).lower()})'
    found = paged(api, field, first, "value epoch job { jobId }", f'sweep(sweepId: "{sweep_id}") {{ {{}} }}')
    best = [(1, 3e30, 1), (3, 4.0, 1), (2, 0.75, 1)] if higher else [(3, -1e100, 0), (2, 0.25, 0), (1, 0.5, 0)]
    expected = [(runs[run], value, epoch) for run, value, epoch in best] + [(runs[0], None, None)]
    assert [(each["job"]["jobId"], each["value"], each["epoch"]) for each in found] == expected


def test_runs_of_a_status_are_counted_and_ranked_alone(api: Changing, sweep: tuple[str, list[str]]) -> None:
    sweep_id, runs = sweep
    query = """query ($id: ID!) { sweep(sweepId: $id) {
      all: runs(first: 1) { totalCount nodes { value job { jobId } } }
      running: runs(metricName: "val_loss", status: RUNNING) {
        totalCount nodes { value job { jobId sweep { sweepId } } } }
    } }"""
    found = api.get(query, id=sweep_id)["sweep"]
    assert found["all"] == {"totalCount": 4, "nodes": [{"value": None, "job": {"jobId": runs[0]}}]}
    job = {"jobId": runs[2], "sweep": {"sweepId": sweep_id}}
    assert found["running"] == {"totalCount": 1, "nodes": [{"value": 0.25, "job": job}]}


@pytest.mark.parametrize("first", SIZES)
def test_metrics_of_a_sweep_are_its_own_and_those_of_its_runs(
    api: Changing, sweep: tuple[str, list[str]], first: int
) -> None:
    sweep_id, runs = sweep
    above = f'sweep(sweepId: "{sweep_id}") {{ {{}} }}'
    found = paged(api, 'metrics(metricName: "val_loss")', first, "jobId value valueJson", above)
    numbers = [(runs[run], value) for run in sorted(VALUES) for value in VALUES[run]]
    expected = [(sweep_id, 9.0), *numbers[:2], (runs[1], None), *numbers[2:]]
    assert [(each["jobId"], each["value"]) for each in found] == expected


def test_the_best_run_is_the_first_in_the_ranking(api: Changing, sweep: tuple[str, list[str]]) -> None:
    sweep_id, runs = sweep
    query = 'query ($id: ID!) { sweep(sweepId: $id) { bestRun(metricName: "val_loss") { value job { jobId } } } }'
    best = api.get(query, id=sweep_id)["sweep"]["bestRun"]
    assert best == {"value": -1e100, "job": {"jobId": runs[3]}}


def test_the_contract_query_for_sweeps_takes_one_range_for_each_sweep(embedded: Engine) -> None:
    query = """query Sweeps { sweeps(first: 10) { nodes { sweepId progress { total done }
      runs(metricName: "val_loss", first: 5) { nodes { value epoch job { jobId jobConfig } } } } } }"""
    with changing(embedded) as api:
        made = [create(api)[0] for _ in range(3)]
        found = api.get(query)["sweeps"]["nodes"]
    assert [each["sweepId"] for each in found] == made[::-1]
    assert [each["progress"] for each in found] == [{"total": 4, "done": 0.0}] * 3
    assert [len(each["runs"]["nodes"]) for each in found] == [4] * 3
    calls = [(key, asked.session.meter.requests) for key, asked in api.calls][-3:]
    assert calls == [("Query.sweeps", 7), ("Sweep.runs", 1 + 2 * 3), ("SweepRun.job", 1)]


@pytest.mark.parametrize("first", SIZES)
def test_sweeps_are_listed_newest_first_by_status_and_time_and_without_their_runs(embedded: Engine, first: int) -> None:
    with changing(embedded) as api:
        jobs = [
            Job(
                job_id=f"sweep-{number}",
                name="rates",
                created_at=NOW + timedelta(hours=number),
                created_by="ann",
                status=(JobState.RUNNING, JobState.FAILED)[number % 2],
                job_config={"job_type": "sweep" if number < 7 else "training"},
            )
            for number in range(10)
        ]
        api.store.session().batch_write(RECEIPTS, [each.to_record() for each in jobs])
        named = [f"sweep-{number}" for number in range(7)]
        assert [each["sweepId"] for each in paged(api, "sweeps", first, "sweepId")] == named[::-1]
        failed = [each["sweepId"] for each in paged(api, "sweeps(status: FAILED)", first, "sweepId")]
        assert failed == ["sweep-5", "sweep-3", "sweep-1"]
        since, until = ((NOW + timedelta(hours=each)).isoformat() for each in (2, 4))
        field = f'sweeps(since: "{since}", until: "{until}")'
        assert [each["sweepId"] for each in paged(api, field, first, "sweepId")] == ["sweep-4", "sweep-3", "sweep-2"]


@pytest.mark.parametrize("first", [1, 2, 100])
def test_measurements_of_all_runs_are_those_of_each_and_ours_take_one_request(
    api: Changing, sweep: tuple[str, list[str]], first: int
) -> None:
    page = (
        f'metrics(metricName: "val_loss", first: {first}) {{ nodes {{ value }} pageInfo {{ hasNextPage endCursor }} }}'
    )
    together = api.get(f'{{ sweep(sweepId: "{sweep[0]}") {{ jobs {{ jobId {page} }} }} }}')["sweep"]["jobs"]
    reads = [read for name, asked in api.calls if name == "Job.metrics" for read in asked.session.meter.reads]
    for run in together:
        alone = api.get(f'{{ job(jobId: "{run["jobId"]}") {{ jobId {page} }} }}')["job"]
        assert run == alone
    assert len(together) == 4
    if sweep[1][0].startswith(runs_begin_with(sweep[0])) and first == 100:
        assert [(read.operation, read.index) for read in reads] == [("query", "GSI2")]
