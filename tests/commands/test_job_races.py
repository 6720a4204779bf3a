"""What a change of a job rests on still holds when it is written, whoever comes in between."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from commands.jobs import checkpoints, instances, jobs, queues
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, delete_in_part, job_of, meanwhile, new_job, stored
from tests.commands.sweep_setting import count_of


def _machine(api: Changing) -> str:
    name = f"i-{uuid4().hex[:8]}"
    api.do("registerInstance", "{ instanceId }", instanceId=name, instanceType="p3", status="RUNNING")
    return name


def test_the_settings_of_a_job_that_starts_meanwhile_stay(api: Changing) -> None:
    job_id = new_job(api, jobConfig='{"seed":7}')
    starts = partial(call, "recordJobStatus", jobId=job_id, status="RUNNING")
    with meanwhile(jobs, "_checked", starts):
        error = call("updateJob", jobId=job_id, jobConfig={"seed": 8})
    assert error["errorType"] == "Conflict"
    assert job_of(api, job_id, "status jobConfig") == {"status": "RUNNING", "jobConfig": '{"seed":7}'}


@pytest.mark.parametrize("edit", [{"description": "New."}, {"tags": {"a": 1}}, {"priority": "HIGH"}])
def test_an_expected_status_holds_until_the_job_is_written(api: Changing, edit: dict[str, Any]) -> None:
    job_id = new_job(api)
    starts = partial(call, "recordJobStatus", jobId=job_id, status="RUNNING")
    with meanwhile(jobs, "_checked", starts):
        error = call("updateJob", jobId=job_id, expectedStatus="PENDING", **edit)
    assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", "RUNNING")
    assert job_of(api, job_id, "description tags priority") == {"description": None, "tags": None, "priority": "MEDIUM"}


def test_who_expects_nothing_edits_a_job_that_starts_meanwhile(api: Changing) -> None:
    job_id = new_job(api)
    with meanwhile(jobs, "_checked", partial(call, "recordJobStatus", jobId=job_id, status="RUNNING")):
        assert call("updateJob", jobId=job_id, description="New.")["data"]["description"] == "New."


def test_an_expected_state_of_a_machine_holds_until_its_health_is_written(api: Changing) -> None:
    name = _machine(api)
    stops = partial(call, "setInstanceStatus", instanceId=name, status="STOPPED")
    with meanwhile(instances, "expect", stops):
        given = {"instanceId": name, "status": "RUNNING", "expectedStatus": "RUNNING", "healthStatus": "HEALTHY"}
        error = call("setInstanceStatus", **given)
    assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", "STOPPED")


@pytest.mark.parametrize(
    ("module", "name", "mutation", "given"),
    [
        (jobs, "_checked", "updateJob", {"description": "Late."}),
        (queues, "_place", "enqueueJob", {"queueName": "late"}),
        (instances, "_assigned", "assignJob", {"instanceId": "i-late"}),
        (checkpoints, "_checkpoints", "addCheckpoint", {"s3Bucket": "b", "s3Key": "c"}),
    ],
)
def test_nothing_is_added_to_a_job_whose_deletion_begins_meanwhile(
    api: Changing, module: Any, name: str, mutation: str, given: dict[str, Any]
) -> None:
    api.do("createQueue", "{ queueName }", queueName="late")
    machine = {"instanceId": "i-late", "instanceType": "p3", "status": "RUNNING"}
    api.do("registerInstance", "{ instanceId }", **machine)
    job_id = new_job(api)
    with meanwhile(module, name, partial(delete_in_part, job_id)):
        error = call(mutation, jobId=job_id, **given)
    assert (error.get("errorType"), error.get("errorMessage")) == ("Conflict", "This Job is being deleted.")
    assert len([item for item in stored(api) if job_id in str(item)]) == 1
    assert count_of(api, "late") == 0
