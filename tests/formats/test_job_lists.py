"""Lists of jobs and what belongs to them, over items of three generations, by pages of any size."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from entities.jobs import Instance, Job, JobLog, JobState
from entities.tables import RECEIPTS
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.commands.paging import SIZES, paged
from tests.formats.job_generations import (
    NAMES,
    TYPES,
    USERS,
    jobs,
    records_around_jobs,
    statuses_and_metrics,
)
from tests.thoroughness import IS_THOROUGH

JOBS = list(jobs())
RECORDED = list(statuses_and_metrics())
AROUND = list(records_around_jobs())
SINCE, UNTIL = "2026-03-02T03:00:00Z", "2026-03-03T15:00:00Z"


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        records = [record for _, record in (*JOBS, *RECORDED)]
        session = made.store.session(60)
        session.batch_write(RECEIPTS, [*records, *(each.to_record() for each in AROUND)])
        yield made


def _expected(keep: Callable[[Job], bool]) -> list[str]:
    ordered = sorted((job for job, _ in JOBS if keep(job)), key=lambda job: job.job_id)
    return [job.job_id for job in sorted(ordered, key=lambda job: job.created_at, reverse=True)]  # type: ignore


def _filters() -> list[tuple[str, Callable[[Job], bool]]]:
    """Every combination of arguments, and what it keeps."""
    found: list[tuple[str, Callable[[Job], bool]]] = []
    choices = product((None, "RUNNING"), (None, USERS[0]), (None, NAMES[1]), (None, TYPES[0]), (False, True))
    for status, user, name, kind, has_span in choices:
        given = {"status": status, "createdBy": user and f'"{user}"', "name": name and f'"{name}"'}
        given |= {"jobType": kind and f'"{kind}"'}
        given |= {"since": f'"{SINCE}"', "until": f'"{UNTIL}"'} if has_span else {}
        text = ", ".join(f"{key}: {value}" for key, value in given.items() if value)

        def keep(job: Job, wanted: tuple[Any, ...] = (status, user, name, kind, has_span)) -> bool:
            state, by, called, type_, spanned = wanted
            at = job.created_at.isoformat() if job.created_at else ""
            is_in = not spanned or SINCE[:19] <= at[:19] <= UNTIL[:19]
            return (
                is_in
                and (state is None or job.status is JobState[state])
                and by in (None, job.created_by)
                and called in (None, job.name)
                and type_ in (None, job.job_type)
            )

        found.append((f"jobs({text})" if text else "jobs", keep))
    return found


FILTERS = _filters()


@pytest.mark.parametrize(("field", "keep"), FILTERS, ids=[text for text, _ in FILTERS])
def test_jobs_are_listed_newest_first_whoever_wrote_them(
    api: Changing, field: str, keep: Callable[[Job], bool]
) -> None:
    sizes = SIZES if IS_THOROUGH or field in ("jobs", "jobs(status: RUNNING)") else (3,)
    for first in sizes:
        assert [node["jobId"] for node in paged(api, field, first, "jobId")] == _expected(keep), first


@pytest.mark.parametrize("first", SIZES)
def test_a_history_and_a_metric_are_in_order_of_time_and_not_of_text(api: Changing, first: int) -> None:
    numbers = [(item, number // 2) for number, (item, _) in enumerate(RECORDED)]
    states = sorted((n for n in numbers if hasattr(n[0], "updated_at")), key=lambda n: n[0].updated_at, reverse=True)
    metrics = sorted((n for n in numbers if hasattr(n[0], "value")), key=lambda n: n[0].timestamp)
    found = paged(api, "jobStatuses(status: RUNNING)", first, "progress")
    assert [node["progress"] for node in found] == [number for _, number in states]
    found = paged(api, 'metrics(metricName: "loss")', first, "value")
    assert [node["value"] for node in found] == [number for _, number in metrics]


@pytest.mark.parametrize("first", SIZES)
def test_logs_are_found_by_level_in_one_job_and_across_jobs(api: Changing, first: int) -> None:
    lines = sorted(
        (each for each in AROUND if isinstance(each, JobLog)), key=lambda each: (each.job_id, each.timestamp)
    )
    assert [each["message"] for each in paged(api, "logs", first, "message job { jobId }")] == [
        each.message for each in lines
    ]
    serious = [each.message for each in lines if each.log_level.name == "ERROR"]
    assert [each["message"] for each in paged(api, "logs(level: ERROR)", first, "message")] == serious
    own = [each.message for each in lines if each.job_id == "of-1" and each.log_level.name == "DEBUG"]
    store_job(api, "of-1")
    for newest_first, expected in ((False, own), (True, own[::-1])):
        field = f"logs(level: DEBUG, newestFirst: {str(newest_first).lower()})"
        found = paged(api, field, first, "message", 'job(jobId: "of-1") { {} }')
        assert [each["message"] for each in found] == expected


@pytest.mark.parametrize("first", SIZES)
def test_instances_are_found_by_health_and_status_together(api: Changing, first: int) -> None:
    machines = [each for each in AROUND if isinstance(each, Instance)]
    for health in ("HEALTHY", "UNKNOWN"):
        expected = {each.instance_id for each in machines if each.health_status.name == health}
        found = [each["instanceId"] for each in paged(api, f"instances(healthStatus: {health})", first, "instanceId")]
        assert sorted(found) == sorted(expected)
        running = {each.instance_id for each in machines if each.status.name == "RUNNING"}
        field = f"instances(status: RUNNING, healthStatus: {health})"
        assert {each["instanceId"] for each in paged(api, field, first, "instanceId")} == expected & running


@pytest.mark.parametrize("first", SIZES)
def test_a_queue_is_listed_by_sweep_although_its_places_do_not_name_one(api: Changing, first: int) -> None:
    field = 'queueJobs(queueName: "shared", sweepId: "theirs-1")'
    expected = [f"job-{number:03d}" for number in (7, 5, 3, 1)]
    assert [each["jobId"] for each in paged(api, field, first, "jobId")] == expected
    found = paged(api, 'jobs(sweepId: "theirs-1")', first, "jobId", 'queue(queueName: "shared") { {} }')
    assert [each["jobId"] for each in found] == expected


def store_job(api: Changing, job_id: str) -> None:
    job = Job(job_id=job_id, name="logged", created_by="logs", created_at=AROUND[0].timestamp, status=JobState.FAILED)
    record = {name: value for name, value in job.to_record().items() if not name.startswith("GSI") and name != "TYPE"}
    api.store.session().batch_write(RECEIPTS, [record])
