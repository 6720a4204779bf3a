"""Machines come and go as they may, and take jobs while they can."""

from collections import Counter
from typing import Any
from uuid import uuid4

import pytest

from commands.transitions.jobs import ASSIGNMENT, INSTANCE
from entities.jobs import AssignmentState, InstanceState
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, new_job, side_by_side, stored

INSTANCE_FIELDS = "{ instanceId instanceType gpuCount status launchedAt isSpot healthStatus }"
ASSIGNED = "{ instanceId jobId status assignedAt resourceUtilization }"
ENDED = ["COMPLETED", "FAILED", "CANCELLED"]


def new_instance(api: Changing, status: str = "RUNNING") -> str:
    name = f"i-{uuid4().hex[:8]}"
    api.do("registerInstance", "{ instanceId }", instanceId=name, instanceType="p3.2xlarge", status=status)
    return name


def test_a_machine_is_registered_once(api: Changing) -> None:
    given: dict[str, Any] = {"instanceId": "i-0abc", "instanceType": "p3.2xlarge", "gpuCount": 8, "isSpot": True}
    made = api.do("registerInstance", INSTANCE_FIELDS, **given)
    assert (made["status"], made["healthStatus"]) == ("PENDING", "UNKNOWN")
    api.do("setInstanceStatus", INSTANCE_FIELDS, instanceId="i-0abc", status="RUNNING", healthStatus="HEALTHY")
    again = api.do("registerInstance", INSTANCE_FIELDS, **given)
    assert again == {**made, "status": "RUNNING", "healthStatus": "HEALTHY"}
    error = api.refusal("registerInstance", INSTANCE_FIELDS, **{**given, "gpuCount": 4})
    assert (error["errorType"], error["errorInfo"]["current"]["gpuCount"]) == ("Conflict", 8)
    running = api.get("{ instances(status: RUNNING) { nodes { instanceId } } }")["instances"]["nodes"]
    assert {"instanceId": "i-0abc"} in running


@pytest.mark.parametrize("before", INSTANCE.states)
@pytest.mark.parametrize("after", INSTANCE.states)
def test_every_step_of_a_machine_is_legal_or_refused(
    api: Changing, before: InstanceState, after: InstanceState
) -> None:
    name = new_instance(api, before.name)
    found = stored(api)
    if after in INSTANCE.leads_to[before] | {before}:
        assert api.do("setInstanceStatus", "{ status }", instanceId=name, status=after.name) == {"status": after.name}
        assert (stored(api) == found) is (before is after)
    else:
        error = api.refusal("setInstanceStatus", "{ status }", instanceId=name, status=after.name)
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before.name)
        assert stored(api) == found


def test_of_fifty_who_expect_the_same_status_exactly_one_wins(api: Changing) -> None:
    name = new_instance(api, "PENDING")
    given = {"instanceId": name, "status": "RUNNING", "expectedStatus": "PENDING"}
    answers = side_by_side(50, lambda _: call("setInstanceStatus", **given))
    assert Counter(each.get("errorType") for each in answers) == {None: 1, "Conflict": 49}


def test_a_job_is_assigned_runs_and_leaves(api: Changing) -> None:
    ids = {"instanceId": new_instance(api), "jobId": new_job(api)}
    first = api.do("assignJob", ASSIGNED, **ids, resourceUtilization='{"gpu": 0.5}')
    assert first["status"] == "ASSIGNED"
    assert api.do("assignJob", ASSIGNED, **ids) == first
    assert api.do("assignJob", ASSIGNED, **ids, status="RUNNING") == {**first, "status": "RUNNING"}
    assert api.do("unassignJob", ASSIGNED, **ids, status="COMPLETED") == {**first, "status": "COMPLETED"}
    assert api.do("unassignJob", ASSIGNED, **ids) == {**first, "status": "COMPLETED"}
    query = "query ($id: ID!) { instance(instanceId: $id) { jobs { jobId status } } }"
    found = api.get(query, id=ids["instanceId"])["instance"]["jobs"]
    assert found == [{"jobId": ids["jobId"], "status": "COMPLETED"}]


@pytest.mark.parametrize("before", ASSIGNMENT.states)
@pytest.mark.parametrize("after", ASSIGNMENT.states)
def test_every_step_of_an_assignment_is_legal_or_refused(
    api: Changing, before: AssignmentState, after: AssignmentState
) -> None:
    ids = {"instanceId": new_instance(api), "jobId": new_job(api)}
    api.do("assignJob", ASSIGNED, **ids, status="RUNNING" if before.name == "RUNNING" else "ASSIGNED")
    if before.name in ENDED:
        api.do("unassignJob", ASSIGNED, **ids, status=before.name)
    mutation = "unassignJob" if after.name in ENDED else "assignJob"
    if after in ASSIGNMENT.leads_to[before] | {before}:
        assert api.do(mutation, "{ status }", **ids, status=after.name) == {"status": after.name}
    else:
        error = api.refusal(mutation, "{ status }", **ids, status=after.name)
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before.name)


@pytest.mark.parametrize("status", ["STOPPED", "TERMINATED"])
def test_a_machine_that_is_down_takes_no_jobs(api: Changing, status: str) -> None:
    ids = {"instanceId": new_instance(api, status), "jobId": new_job(api)}
    before = stored(api)
    assert api.refusal("assignJob", ASSIGNED, **ids)["errorType"] == "Conflict"
    assert stored(api) == before


def test_a_job_that_has_ended_is_not_assigned(api: Changing) -> None:
    ids = {"instanceId": new_instance(api), "jobId": new_job(api, "FAILED")}
    assert api.refusal("assignJob", ASSIGNED, **ids)["errorType"] == "Conflict"


def test_a_job_moves_from_one_machine_to_another_in_one_step(api: Changing) -> None:
    first, second, job_id = new_instance(api), new_instance(api), new_job(api)
    api.do("assignJob", ASSIGNED, instanceId=first, jobId=job_id, status="RUNNING")
    given = {"jobId": job_id, "fromInstanceId": first, "toInstanceId": second}
    moved = api.do("reassignJob", ASSIGNED, **given)
    assert (moved["instanceId"], moved["status"]) == (second, "ASSIGNED")
    job = "query ($id: ID!) { job(jobId: $id) { instances { instanceId status } } }"
    found = {each["instanceId"]: each["status"] for each in api.get(job, id=job_id)["job"]["instances"]}
    assert found == {first: "CANCELLED", second: "ASSIGNED"}
    before = stored(api)
    assert api.do("reassignJob", ASSIGNED, **given) == moved
    assert stored(api) == before


def test_a_job_stays_where_it_is_if_it_cannot_move(api: Changing) -> None:
    first, stopped, job_id = new_instance(api), new_instance(api, "STOPPED"), new_job(api)
    api.do("assignJob", ASSIGNED, instanceId=first, jobId=job_id)
    third = new_instance(api)
    before = stored(api)
    for refused, error_type, field in (
        ({"fromInstanceId": first, "toInstanceId": stopped}, "Conflict", "input"),
        ({"fromInstanceId": first, "toInstanceId": "i-none"}, "NotFound", "input.toInstanceId"),
        ({"fromInstanceId": third, "toInstanceId": first}, "NotFound", "input.fromInstanceId"),
        ({"fromInstanceId": first, "toInstanceId": first}, "BadInput", "input.toInstanceId"),
    ):
        error = api.refusal("reassignJob", ASSIGNED, jobId=job_id, **refused)
        assert (error["errorType"], (error["errorInfo"] or {}).get("field")) == (error_type, field)
    assert stored(api) == before
    api.do("unassignJob", ASSIGNED, instanceId=first, jobId=job_id)
    error = api.refusal("reassignJob", ASSIGNED, jobId=job_id, fromInstanceId=first, toInstanceId=third)
    assert error["errorType"] == "Conflict", "it has left the first one already"


@pytest.mark.parametrize(
    ("mutation", "given", "error_type", "field"),
    [
        ("registerInstance", {"instanceId": "a#b", "instanceType": "t"}, "BadInput", "input.instanceId"),
        ("registerInstance", {"instanceId": "i", "instanceType": "t", "gpuCount": -1}, "BadInput", "input.gpuCount"),
        ("registerInstance", {"instanceId": "i"}, "BadInput", "input.instanceType"),
        ("setInstanceStatus", {"instanceId": "nobody", "status": "RUNNING"}, "NotFound", "input.instanceId"),
        ("setInstanceStatus", {"instanceId": "nobody", "status": "HAPPY"}, "BadInput", "input.status"),
        ("assignJob", {"instanceId": "nobody", "jobId": "x"}, "NotFound", "input.instanceId"),
        ("assignJob", {"instanceId": "i", "jobId": "x", "status": "FAILED"}, "BadInput", "input.status"),
        ("unassignJob", {"instanceId": "i", "jobId": "x"}, "NotFound", "input.jobId"),
        ("unassignJob", {"instanceId": "i", "jobId": "x", "status": "RUNNING"}, "BadInput", "input.status"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    api: Changing, mutation: str, given: dict[str, Any], error_type: str, field: str
) -> None:
    before = stored(api)
    error = call(mutation, **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert stored(api) == before
