"""Jobs and queues are edited and deleted, what is measured may expire, and a rule can be tried before it is used."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest

from commands.jobs import job_deletion
from entities.jobs import JobLog, JobMetric
from entities.tables import RECEIPTS
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.commands.job_setting import job_of, new_job, record, stored
from tests.commands.sweep_setting import PRUNED, create, ids_of, open_queue, progress_of

DELETION = "{ jobId isComplete deleted types { typeName count } }"
SELECTION = "{ description priority tags jobConfig results status }"


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        yield made


def test_a_job_says_something_else_of_itself_and_keeps_what_was_not_given(api: Changing) -> None:
    job_id = new_job(api, description="First.", tags=json.dumps({"a": 1}))
    made = api.do("updateJob", SELECTION, jobId=job_id, priority="HIGH", jobConfig='{"seed": 7}', results='{"f1": 0.5}')
    assert made == {
        "description": "First.",
        "priority": "HIGH",
        "tags": '{"a":1}',
        "jobConfig": '{"seed":7}',
        "results": '{"f1":0.5}',
        "status": "PENDING",
    }
    assert job_of(api, job_id, SELECTION[1:-1]) == made
    before = stored(api)
    assert api.do("updateJob", SELECTION, jobId=job_id, priority="HIGH", jobConfig='{"seed": 7}') == made
    assert stored(api) == before


def test_the_settings_of_a_job_are_fixed_once_it_runs(api: Changing) -> None:
    job_id = new_job(api, "RUNNING", jobConfig='{"seed": 7}')
    error = api.refusal("updateJob", SELECTION, jobId=job_id, jobConfig='{"seed": 8}', description="No.")
    assert error["errorType"] == "Conflict"
    assert "while it is PENDING" in error["message"]
    assert error["errorInfo"]["current"]["jobId"] == job_id
    assert job_of(api, job_id, "description")["description"] is None
    same = api.do("updateJob", SELECTION, jobId=job_id, jobConfig='{"seed": 7}', description="Yes.")
    assert (same["description"], same["status"]) == ("Yes.", "RUNNING")


def test_results_keep_the_note_of_the_rule_that_stopped_a_run(api: Changing) -> None:
    sweep_id, runs = _running_sweep(api)
    api.do("stopUnderperforming", PRUNED, sweepId=sweep_id, metricName="val_loss", afterEpochs=1, keep=3)
    made = api.do("updateJob", SELECTION, jobId=runs[-1], results='{"f1": 0.5}')
    assert set(json.loads(made["results"])) == {"f1", "stopped"}


def test_a_queue_is_changed_and_deleted_when_it_is_empty(api: Changing) -> None:
    name, job_id = open_queue(api), new_job(api)
    made = api.do("updateQueue", "{ description maxConcurrentJobs priority }", queueName=name, maxConcurrentJobs=3)
    assert made == {"description": None, "maxConcurrentJobs": 3, "priority": "MEDIUM"}
    api.do("enqueueJob", "{ jobId }", queueName=name, jobId=job_id)
    error = api.refusal("deleteQueue", "{ queueName }", queueName=name)
    assert (error["errorType"], error["errorInfo"]["current"]["jobCount"]) == ("Conflict", 1)
    api.do("dequeueJob", "{ jobCount }", queueName=name, jobId=job_id)
    assert api.do("deleteQueue", "{ queueName }", queueName=name) == {"queueName": name}
    assert api.do("deleteQueue", "{ queueName }", queueName=name) is None
    assert api.get("query ($n: String!) { queue(queueName: $n) { id } }", n=name)["queue"] is None


def _filled_job(api: Changing) -> tuple[str, str, str]:
    """A job with something of everything, the queue that it waits in, and a job that waits for it."""
    job_id, other, queue, machine = new_job(api), new_job(api), open_queue(api), f"i-{uuid4().hex[:8]}"
    api.do("recordMetrics", "{ value }", jobId=job_id, metrics=[{"metricName": "loss", "value": 1.0}])
    api.do("appendLogs", "{ message }", jobId=job_id, logs=[{"message": "Begun."}, {"message": "Done."}])
    api.do("addCheckpoint", "{ jobId }", jobId=job_id, s3Bucket="models", s3Key="c")
    api.do("allocateResource", "{ jobId }", jobId=job_id, resourceType="GPU")
    api.do("addDependency", "{ type }", dependentJobId=other, dependencyJobId=job_id)
    api.do("enqueueJob", "{ jobId }", queueName=queue, jobId=job_id)
    api.do("registerInstance", "{ instanceId }", instanceId=machine, instanceType="p3", status="RUNNING")
    api.do("assignJob", "{ jobId }", instanceId=machine, jobId=job_id)
    record(api, job_id, "RUNNING")
    record(api, job_id, "INTERRUPTED")
    return job_id, queue, other


COUNTS = {
    "InstanceJob": 1,
    "Job": 1,
    "JobCheckpoint": 1,
    "JobDependency": 1,
    "JobLog": 2,
    "JobMetric": 1,
    "JobResource": 1,
    "JobStatus": 2,
    "QueueJob": 1,
}


def test_a_job_is_deleted_with_everything_and_counted_by_type(api: Changing) -> None:
    kept = stored(api)
    job_id, queue, other = _filled_job(api)
    made = api.do("deleteJob", DELETION, jobId=job_id)
    assert {each["typeName"]: each["count"] for each in made["types"]} == COUNTS
    assert (made["isComplete"], made["deleted"]) == (True, sum(COUNTS.values()))
    left = [item for item in stored(api) if item not in kept]
    assert not [item for item in left if job_id in str(item)]
    assert job_of(api, other, "dependencies { type }")["dependencies"] == []
    assert api.get("query ($n: String!) { queue(queueName: $n) { jobCount } }", n=queue)["queue"]["jobCount"] == 0
    again = api.do("deleteJob", DELETION, jobId=job_id)
    assert again == {"jobId": job_id, "isComplete": True, "deleted": 0, "types": []}


def test_a_deletion_that_was_interrupted_goes_on_and_nothing_is_added_meanwhile(api: Changing) -> None:
    job_id, queue, _ = _filled_job(api)
    with patch.object(job_deletion, "_delete_all", return_value=False):
        begun = api.do("deleteJob", DELETION, jobId=job_id)
    assert (begun["isComplete"], begun["types"]) == (False, [{"typeName": "QueueJob", "count": 1}])
    assert job_of(api, job_id, "deletedBy")["deletedBy"] is not None
    for mutation, more in (
        ("recordMetrics", {"metrics": [{"metricName": "loss", "value": 1.0}]}),
        ("appendLogs", {"logs": [{"message": "Late."}]}),
        ("recordJobStatus", {"status": "RUNNING"}),
        ("enqueueJob", {"queueName": queue}),
        ("updateJob", {"description": "Late."}),
    ):
        assert api.refusal(mutation, "{ jobId }", jobId=job_id, **more)["errorType"] == "Conflict", mutation
    done = api.do("deleteJob", DELETION, jobId=job_id)
    counts = {each["typeName"]: each["count"] for each in done["types"]}
    assert (done["isComplete"], counts) == (True, {name: count for name, count in COUNTS.items() if name != "QueueJob"})


def test_a_running_job_and_a_sweep_with_runs_are_not_deleted(api: Changing) -> None:
    job_id, (sweep_id, _) = new_job(api, "RUNNING"), create(api)
    before = stored(api)
    for each, reason in ((job_id, "RUNNING"), (sweep_id, "runs")):
        error = api.refusal("deleteJob", DELETION, jobId=each)
        assert error["errorType"] == "Conflict"
        assert reason in error["message"]
    assert stored(api) == before


def test_a_sweep_counts_without_the_runs_that_were_deleted_and_ends_with_the_last_of_the_others(api: Changing) -> None:
    sweep_id, _ = create(api)
    first, second, *others = ids_of(api, sweep_id)
    for each in others:
        record(api, each, "RUNNING")
        record(api, each, "SUCCEEDED")
    record(api, first, "FAILED")
    api.do("deleteJob", DELETION, jobId=first)
    assert progress_of(api, sweep_id) == {"total": 3, "pending": 1, "succeeded": 2, "done": 2 / 3, "status": "RUNNING"}
    api.do("deleteJob", DELETION, jobId=second)
    assert progress_of(api, sweep_id) == {"total": 2, "succeeded": 2, "done": 1.0, "status": "SUCCEEDED"}
    for each in others:
        api.do("deleteJob", DELETION, jobId=each)
    assert api.do("deleteJob", DELETION, jobId=sweep_id)["isComplete"]
    assert not [item for item in stored(api) if sweep_id in str(item) and "QUEUE" not in item["PK"]["S"]]


def test_measurements_and_lines_expire_when_they_are_told_to(api: Changing) -> None:
    job_id = new_job(api)
    when = (datetime.now(UTC) + timedelta(days=2)).replace(microsecond=0)
    given = {"jobId": job_id, "expiresAt": when.isoformat()}
    metric = {"metricName": "loss", "value": 1.0}
    line = {"message": "Soon gone.", "timestamp": "2026-11-16T12:00:00Z"}
    assert _moments(api.do("recordMetrics", "{ expiresAt }", **given, metrics=[metric])) == [when]
    for _ in range(2):  # the same line again is the same line
        assert _moments(api.do("appendLogs", "{ expiresAt }", **given, logs=[line])) == [when]
    found = job_of(api, job_id, "metrics { nodes { expiresAt } } logs { nodes { expiresAt } }")
    assert [_moments(found[name]["nodes"]) for name in ("metrics", "logs")] == [[when], [when]]
    for mutation, more in (("recordMetrics", {"metrics": [metric]}), ("appendLogs", {"logs": [line]})):
        error = api.refusal(mutation, "{ jobId }", jobId=job_id, expiresAt="2020-01-01T00:00:00Z", **more)
        assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.expiresAt")


def test_a_line_takes_the_place_of_one_that_has_expired_but_is_still_stored(api: Changing) -> None:
    job_id, moment = new_job(api), datetime(2026, 11, 16, 12, tzinfo=UTC)
    old = JobLog(job_id=job_id, timestamp=moment, message="Gone.", expires_at=datetime.now(UTC) - timedelta(hours=1))
    api.store.session().batch_write(RECEIPTS, [old.to_record()])
    api.do("appendLogs", "{ message }", jobId=job_id, logs=[{"message": "New.", "timestamp": moment.isoformat()}])
    found = job_of(api, job_id, "logs { nodes { message timestamp } }")["logs"]["nodes"]
    assert [(each["message"], datetime.fromisoformat(each["timestamp"])) for each in found] == [("New.", moment)]


def test_measurements_of_a_sweep_expire_after_its_days_unless_a_report_says_otherwise(api: Changing) -> None:
    sweep_id, _ = create(api, metricsTtlDays=30)
    run, *_ = ids_of(api, sweep_id)
    metric = {"metricName": "loss", "value": 1.0}
    made = api.do("recordMetrics", "{ expiresAt }", jobId=run, metrics=[metric])
    (expires,) = _moments(made)
    assert timedelta(days=29, hours=23) < expires - datetime.now(UTC) <= timedelta(days=30)
    own = (datetime.now(UTC) + timedelta(days=1)).replace(microsecond=0)
    made = api.do("recordMetrics", "{ expiresAt }", jobId=run, metrics=[metric], expiresAt=own.isoformat())
    assert _moments(made) == [own]
    line: Any = api.do("appendLogs", "{ expiresAt }", jobId=run, logs=[{"message": "Kept."}])
    assert line == [{"expiresAt": None}]


def test_a_sweep_that_is_named_by_its_content_has_the_id_that_it_had_before_there_were_days(api: Changing) -> None:
    asked = {"name": "named by content", "createdBy": "anna", "parameterGrid": '{"a": [1]}'}
    made = api.do("createSweep", "{ sweep { sweepId } }", **asked)["sweep"]["sweepId"]
    assert made == "590d0dfe-2b3d-5121-9652-c53f0688d285"


def test_a_dry_run_shows_whom_the_rule_would_stop_and_stops_nobody(api: Changing) -> None:
    sweep_id, runs = _running_sweep(api)
    rule: dict[str, Any] = {"sweepId": sweep_id, "metricName": "val_loss", "afterEpochs": 1, "keep": 1}
    before = stored(api)
    tried = api.do("stopUnderperforming", PRUNED, **rule, dryRun=True)
    assert [each["jobId"] for each in tried["kept"]] == runs[:1]
    assert [each["jobId"] for each in tried["stopped"]] == runs[1:]
    assert tried["sweep"]["progress"]["running"] == 4
    assert stored(api) == before
    done = api.do("stopUnderperforming", PRUNED, **rule)
    assert (done["stopped"], done["kept"]) == (tried["stopped"], tried["kept"])


def _running_sweep(api: Changing) -> tuple[str, list[str]]:
    """A sweep whose runs are running, the best first."""
    sweep_id, _ = create(api)
    runs = ids_of(api, sweep_id)
    for number, each in enumerate(runs):
        record(api, each, "RUNNING")
        metric = JobMetric(
            job_id=each, metric_name="val_loss", value=float(number), timestamp=datetime.now(UTC), epoch=2
        )
        api.store.session().batch_write(RECEIPTS, [metric.to_record()])
    return sweep_id, runs


def _moments(found: Any) -> list[datetime]:
    return [datetime.fromisoformat(each["expiresAt"]) for each in found]
