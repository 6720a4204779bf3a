"""What jobs leave behind: measurements, log lines, saved states, resources. Nothing is lost and nothing is doubled."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from commands.transitions.jobs import RESOURCE
from entities.jobs import JobCheckpoint, ResourceState
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, new_job, side_by_side, stored

METRIC = "{ jobId metricName value valueJson unit timestamp step epoch }"
LINE = "{ jobId timestamp logLevel message source exception }"
CHECKPOINT = "{ jobId timestamp s3Bucket s3Key sizeBytes modelState metrics step epoch isBest }"
RESOURCE_FIELDS = "{ jobId resourceId resourceType gpuCount status allocatedAt releasedAt }"
NOON = "2026-11-16T12:00:00Z"
FILE = {"s3Bucket": "models", "s3Key": "a.pt"}


def metrics_of(api: Changing, job_id: str) -> list[dict[str, Any]]:
    query = "query ($id: ID!) { job(jobId: $id) { metrics(first: 100) { nodes " + METRIC + " } } }"
    found: list[dict[str, Any]] = api.get(query, id=job_id)["job"]["metrics"]["nodes"]
    return found


def messages_of(api: Changing, job_id: str) -> list[str]:
    query = "query ($id: ID!) { job(jobId: $id) { logs(first: 100) { nodes { message } } } }"
    return [each["message"] for each in api.get(query, id=job_id)["job"]["logs"]["nodes"]]


def best_of(api: Changing, job_id: str) -> list[str]:
    query = "query ($id: ID!) { job(jobId: $id) { checkpoints { timestamp isBest } bestCheckpoint { timestamp } } }"
    job = api.get(query, id=job_id)["job"]
    best = [each["timestamp"] for each in job["checkpoints"] if each["isBest"]]
    assert best == ([job["bestCheckpoint"]["timestamp"]] if job["bestCheckpoint"] else [])
    return best


def test_many_measurements_are_stored_at_once_and_again_without_effect(api: Changing) -> None:
    job_id = new_job(api)
    given = [
        {"metricName": name, "value": epoch / 10, "epoch": epoch, "timestamp": f"2026-11-16T12:00:{epoch:02}Z"}
        for name in ("val_loss", "train_loss")
        for epoch in range(30)
    ]
    made = api.do("recordMetrics", METRIC, jobId=job_id, metrics=given)
    before = stored(api)
    assert api.do("recordMetrics", METRIC, jobId=job_id, metrics=given) == made
    assert stored(api) == before
    assert sorted(map(str, metrics_of(api, job_id))) == sorted(map(str, made))


def test_measurements_without_a_time_are_all_kept_in_order(api: Changing) -> None:
    job_id = new_job(api)
    given: list[dict[str, Any]] = [{"metricName": "loss", "value": n} for n in range(5)]
    given.append({"metricName": "matrix", "valueJson": '{"rows": [[1, 2], [3, 4]]}', "unit": "count"})
    api.do("recordMetrics", METRIC, jobId=job_id, metrics=given)
    found = metrics_of(api, job_id)
    assert [each["value"] for each in found if each["metricName"] == "loss"] == [0, 1, 2, 3, 4]
    assert [each["valueJson"] for each in found if each["unit"]] == ['{"rows":[[1,2],[3,4]]}']


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"metricName": "loss", "value": float("nan")}, "input.metrics.1.value"),
        ({"metricName": "loss", "value": float("-inf")}, "input.metrics.1.value"),
        ({"metricName": "loss", "value": 1e200}, "input.metrics.1.value"),
        ({"metricName": "a#b", "value": 1}, "input.metrics.1.metricName"),
        ({"metricName": "loss"}, "input.metrics.1.value"),
        ({"metricName": "loss", "value": 1, "valueJson": {}}, "input.metrics.1.value"),
        ({"metricName": "loss", "valueJson": [1]}, "input.metrics.1.valueJson"),
        ({"metricName": "loss", "valueJson": {"x": float("nan")}}, "input.metrics.1.valueJson"),
        ({"metricName": "loss", "valueJson": {"x": "y" * 300_000}}, "input.metrics.1.valueJson"),
        ({"metricName": "loss", "value": 1, "epoch": -1}, "input.metrics.1.epoch"),
        ({"metricName": "loss", "value": 1, "step": -1}, "input.metrics.1.step"),
        ({"metricName": "ok", "value": 2, "timestamp": NOON}, "input.metrics.1.timestamp"),
    ],
)
def test_a_bad_measurement_is_named_and_none_is_stored(api: Changing, given: dict[str, Any], field: str) -> None:
    job_id = new_job(api)
    before = stored(api)
    good = {"metricName": "ok", "value": 1, "timestamp": NOON}
    error = call("recordMetrics", jobId=job_id, metrics=[good, given])
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)
    assert stored(api) == before


def test_nan_is_refused_before_it_reaches_the_lambda(api: Changing) -> None:
    given = [{"metricName": "loss", "value": float("nan")}]
    assert "errors" in api.change("recordMetrics", METRIC, jobId=new_job(api), metrics=given)


def test_lines_of_the_same_moment_are_all_kept_in_order_and_once(api: Changing) -> None:
    job_id = new_job(api)
    first = [{"timestamp": NOON, "message": f"line {n}"} for n in range(150)]
    second = [{"timestamp": NOON, "message": f"more {n}", "logLevel": "ERROR"} for n in range(5)]
    made = api.do("appendLogs", LINE, jobId=job_id, logs=first)
    api.do("appendLogs", LINE, jobId=job_id, logs=second)
    before = stored(api)
    assert api.do("appendLogs", LINE, jobId=job_id, logs=first) == made
    api.do("appendLogs", LINE, jobId=job_id, logs=second)
    assert stored(api) == before
    assert messages_of(api, job_id) == [f"line {n}" for n in range(100)]
    query = "query ($id: ID!) { job(jobId: $id) { logs(newestFirst: true, first: 5) { nodes { message logLevel } } } }"
    last = api.get(query, id=job_id)["job"]["logs"]["nodes"]
    assert last == [{"message": f"more {n}", "logLevel": "ERROR"} for n in (4, 3, 2, 1, 0)]


def test_lines_at_the_end_of_time_are_refused_because_none_can_be_moved_behind_them(api: Changing) -> None:
    job_id, last = new_job(api), "9999-12-31T23:59:59.999999Z"
    logs = [{"timestamp": moment, "message": moment} for moment in (NOON, last, last)]
    error = call("appendLogs", jobId=job_id, logs=logs)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.logs.1.timestamp")
    assert messages_of(api, job_id) == []


def test_writers_who_log_at_the_same_moment_lose_no_line(api: Changing) -> None:
    job_id = new_job(api)
    answers = side_by_side(
        20, lambda n: call("appendLogs", jobId=job_id, logs=[{"timestamp": NOON, "message": f"from {n}"}])
    )
    assert not [each for each in answers if "errorMessage" in each]
    assert sorted(messages_of(api, job_id)) == sorted(f"from {n}" for n in range(20))


@pytest.mark.parametrize(
    ("job", "given", "error_type", "field"),
    [
        (None, {"message": "x" * 300_000}, "BadInput", "input.logs.1.message"),
        (None, {"message": "x", "exception": "y" * 300_000}, "BadInput", "input.logs.1.exception"),
        (None, {"message": ""}, "BadInput", "input.logs.1.message"),
        (None, {"message": "x", "logLevel": "LOUD"}, "BadInput", "input.logs.1.logLevel"),
        ("nobody", {"message": "x"}, "NotFound", "input.jobId"),
    ],
)
def test_a_bad_line_is_named_and_none_is_stored(
    api: Changing, job: str | None, given: dict[str, Any], error_type: str, field: str
) -> None:
    job_id = job or new_job(api)
    before = stored(api)
    error = call("appendLogs", jobId=job_id, logs=[{"message": "good"}, given])
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert stored(api) == before


def test_lines_of_many_megabytes_go_in_parts(api: Changing) -> None:
    job_id = new_job(api)
    api.do("appendLogs", LINE, jobId=job_id, logs=[{"timestamp": NOON, "message": f"{n}" * 150_000} for n in range(9)])
    query = "query ($id: ID!) { job(jobId: $id) { logs(first: 100) { nodes { message } pageInfo { hasNextPage } } } }"
    assert len(api.get(query, id=job_id)["job"]["logs"]["nodes"]) == 9


def test_one_checkpoint_is_the_best_whatever_happens(api: Changing) -> None:
    job_id = new_job(api)
    times = [f"2026-11-16T12:00:0{n}.000000Z" for n in range(4)]
    first = api.do(
        "addCheckpoint", CHECKPOINT, jobId=job_id, timestamp=times[0], **FILE, sizeBytes=5_000_000_000, epoch=1
    )
    assert (first["isBest"], first["sizeBytes"]) == (True, 5_000_000_000)
    api.do("addCheckpoint", CHECKPOINT, jobId=job_id, timestamp=times[1], **FILE)
    assert best_of(api, job_id) == [times[0]]
    api.do("addCheckpoint", CHECKPOINT, jobId=job_id, timestamp=times[2], **FILE, isBest=True)
    assert best_of(api, job_id) == [times[2]]
    made = api.do("setBestCheckpoint", CHECKPOINT, jobId=job_id, timestamp=times[1])
    assert made["isBest"]
    assert best_of(api, job_id) == [times[1]]
    before = stored(api)
    api.do("setBestCheckpoint", CHECKPOINT, jobId=job_id, timestamp=times[1])
    api.do("addCheckpoint", CHECKPOINT, jobId=job_id, timestamp=times[2], **FILE, isBest=True)
    assert stored(api) == before


def test_of_many_who_want_the_best_at_once_one_has_it(api: Changing) -> None:
    job_id = new_job(api)
    answers = side_by_side(16, lambda _: call("addCheckpoint", jobId=job_id, **FILE, isBest=True))
    assert not [each for each in answers if "errorMessage" in each]
    assert len(best_of(api, job_id)) == 1
    times = [each["data"]["timestamp"] for each in answers]
    assert len(set(times)) == 16
    side_by_side(16, lambda n: call("setBestCheckpoint", jobId=job_id, timestamp=times[n]))
    assert len(best_of(api, job_id)) == 1


def test_who_expects_another_best_checkpoint_is_refused(api: Changing) -> None:
    job_id = new_job(api)
    times = [f"2026-11-16T12:00:0{n}.000000Z" for n in range(3)]
    for each in times:
        api.do("addCheckpoint", CHECKPOINT, jobId=job_id, timestamp=each, **FILE)
    api.do("setBestCheckpoint", CHECKPOINT, jobId=job_id, timestamp=times[1], expectedBestCheckpointAt=times[0])
    given = {"jobId": job_id, "timestamp": times[2], "expectedBestCheckpointAt": times[0]}
    error = api.refusal("setBestCheckpoint", CHECKPOINT, **given)
    assert (error["errorType"], error["errorInfo"]["current"]["bestCheckpointAt"]) == ("Conflict", times[1])
    assert best_of(api, job_id) == [times[1]]


def test_several_best_checkpoints_of_other_writers_become_one(api: Changing) -> None:
    job_id = new_job(api)
    for second in range(3):
        each = JobCheckpoint(
            job_id=job_id,
            timestamp=datetime(2026, 11, 16, 12, 0, second, tzinfo=UTC),
            s3_bucket="b",
            s3_key="k",
            is_best=True,
        )
        record = each.to_record() | {"SK": f"CHECKPOINT#2026-11-16T12:00:0{second}+00:00"}
        api.store.session().put(each.table, record)
    api.do("setBestCheckpoint", CHECKPOINT, jobId=job_id, timestamp="2026-11-16T12:00:01Z")
    assert best_of(api, job_id) == ["2026-11-16T12:00:01.000000Z"]


def test_another_checkpoint_of_the_same_time_is_a_conflict(api: Changing) -> None:
    job_id = new_job(api)
    api.do("addCheckpoint", CHECKPOINT, jobId=job_id, timestamp=NOON, **FILE)
    error = api.refusal("addCheckpoint", CHECKPOINT, jobId=job_id, timestamp=NOON, s3Bucket="models", s3Key="b.pt")
    assert (error["errorType"], error["errorInfo"]["current"]["s3Key"]) == ("Conflict", "a.pt")


def test_a_resource_is_allocated_and_released_once(api: Changing) -> None:
    job_id = new_job(api)
    given: dict[str, Any] = {"jobId": job_id, "resourceId": "gpu-1", "resourceType": "GPU", "gpuCount": 2}
    made = api.do("allocateResource", RESOURCE_FIELDS, **given)
    assert (made["status"], made["releasedAt"]) == ("ALLOCATED", None)
    assert api.do("allocateResource", RESOURCE_FIELDS, **given) == made
    released = api.do("releaseResource", RESOURCE_FIELDS, jobId=job_id, resourceId="gpu-1", releasedAt=NOON)
    assert (released["status"], released["releasedAt"]) == ("RELEASED", "2026-11-16T12:00:00.000000Z")
    assert api.do("releaseResource", RESOURCE_FIELDS, jobId=job_id, resourceId="gpu-1") == released
    other = api.refusal("allocateResource", RESOURCE_FIELDS, **{**given, "gpuCount": 3})
    assert other["errorType"] == "Conflict"


@pytest.mark.parametrize("before", RESOURCE.states)
@pytest.mark.parametrize("after", RESOURCE.states)
def test_every_step_of_a_resource_is_legal_or_refused(
    api: Changing, before: ResourceState, after: ResourceState
) -> None:
    held = ("PENDING", "ALLOCATED")
    ids = {"jobId": new_job(api), "resourceId": uuid4().hex}
    began = before.name if before.name in held else "ALLOCATED"
    api.do("allocateResource", "{ status }", **ids, resourceType="GPU", status=began)
    if before.name not in held:
        api.do("releaseResource", "{ status }", **ids, status=before.name)
    found = stored(api)
    mutation, more = ("allocateResource", {"resourceType": "GPU"}) if after.name in held else ("releaseResource", {})
    if after in RESOURCE.leads_to[before] | {before}:
        assert api.do(mutation, "{ status }", **ids, **more, status=after.name) == {"status": after.name}
    else:
        error = api.refusal(mutation, "{ status }", **ids, **more, status=after.name)
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before.name)
        assert stored(api) == found


@pytest.mark.parametrize(
    ("mutation", "given", "error_type", "field"),
    [
        ("recordMetrics", {"jobId": "nobody", "metrics": [{"metricName": "x", "value": 1}]}, "NotFound", "input.jobId"),
        ("recordMetrics", {"metrics": []}, "BadInput", "input.metrics"),
        ("addCheckpoint", {"jobId": "nobody", **FILE}, "NotFound", "input.jobId"),
        ("addCheckpoint", {**FILE, "sizeBytes": -1}, "BadInput", "input.sizeBytes"),
        ("addCheckpoint", {**FILE, "epoch": -1}, "BadInput", "input.epoch"),
        ("addCheckpoint", {"s3Bucket": "b"}, "BadInput", "input.s3Key"),
        ("setBestCheckpoint", {"timestamp": NOON}, "NotFound", "input.timestamp"),
        ("allocateResource", {"resourceType": "GPU", "gpuCount": -1}, "BadInput", "input.gpuCount"),
        ("allocateResource", {"resourceType": "TAPE"}, "BadInput", "input.resourceType"),
        ("allocateResource", {"resourceType": "GPU", "status": "RELEASED"}, "BadInput", "input.status"),
        ("allocateResource", {"resourceType": "GPU", "resourceId": "a#b"}, "BadInput", "input.resourceId"),
        ("allocateResource", {"resourceType": "GPU", "jobId": "nobody"}, "NotFound", "input.jobId"),
        ("releaseResource", {"resourceId": "nothing"}, "NotFound", "input.resourceId"),
        ("releaseResource", {"resourceId": "x", "status": "PENDING"}, "BadInput", "input.status"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    api: Changing, mutation: str, given: dict[str, Any], error_type: str, field: str
) -> None:
    job_id = new_job(api)
    before = stored(api)
    error = call(mutation, **{"jobId": job_id, **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert stored(api) == before
