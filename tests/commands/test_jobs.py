"""Jobs are made once, and come from one status to the next only as they may."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from commands.jobs import job_deletion
from commands.transitions.jobs import JOB
from entities.jobs import JobState, JobStatus
from tests.commands.conftest import Changing
from tests.commands.job_setting import PATHS, call, job_of, new_job, record, side_by_side, stored, through
from tests.loaders.fakes import FakeClock, Fault, Faulty

JOB_FIELDS = "{ jobId name description createdBy createdAt status priority jobConfig estimatedDuration tags }"
STATUS = "mutation Status($input: RecordJobStatusInput!) { recordJobStatus(input: $input) { jobId status progress message updatedAt } }"  # noqa: E501
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def test_a_job_is_made_and_found_again(api: Changing) -> None:
    made = api.do(
        "createJob",
        JOB_FIELDS,
        jobId="first",
        name="layoutlm #3",
        description="With more data.",
        createdBy="anna",
        priority="HIGH",
        jobConfig='{"job_type": "training", "learning_rate": 0.1}',
        estimatedDuration=3600,
        tags='{"team": "ocr"}',
    )
    assert made["status"] == "PENDING"
    assert api.get('{ job(jobId: "first") ' + JOB_FIELDS + " }")["job"] == made
    assert "first" in {
        each["jobId"] for each in api.get("{ jobs(status: PENDING) { nodes { jobId } } }")["jobs"]["nodes"]
    }


def test_the_same_job_again_changes_nothing_however_far_it_has_come(api: Changing) -> None:
    job_id = new_job(api, "SUCCEEDED", jobId="again")
    before = stored(api)
    again = api.do("createJob", JOB_FIELDS, jobId=job_id, name="train", createdBy="anna")
    assert again["status"] == "SUCCEEDED"
    assert stored(api) == before


def test_the_same_job_again_is_the_job_as_it_is_now_wherever_it_waits(api: Changing) -> None:
    asked = {"jobId": "edited", "name": "train", "createdBy": "anna", "jobConfig": '{"seed": 7}', "tags": '{"a": 1}'}
    api.do("createJob", JOB_FIELDS, **asked)
    api.do("createQueue", "{ queueName }", queueName="of-edited")
    api.do("enqueueJob", "{ jobId }", queueName="of-edited", jobId="edited")
    assert api.do("createJob", "{ queueNames }", **asked) == {"queueNames": ["of-edited"]}
    with patch.object(job_deletion, "_delete_all", return_value=False):
        api.do("deleteJob", "{ isComplete }", jobId="edited")
    assert api.do("createJob", "{ deletedBy }", **asked)["deletedBy"]


def test_another_job_of_the_same_id_is_a_conflict_that_shows_the_first(api: Changing) -> None:
    new_job(api, jobId="mine")
    for given in ({"name": "other"}, {"name": "train", "jobConfig": '{"seed": 8}'}):
        error = api.refusal("createJob", JOB_FIELDS, jobId="mine", createdBy="anna", **given)
        assert (error["errorType"], error["errorInfo"]["current"]["name"]) == ("Conflict", "train")


def test_the_mutation_of_the_contract_works_word_by_word(api: Changing) -> None:
    job_id = new_job(api)
    given = {
        "jobId": job_id,
        "status": "RUNNING",
        "progress": 12.5,
        "message": "epoch 1",
        "updatedAt": "2026-11-16T12:00:00Z",
    }
    data = api.get(STATUS, input=given)["recordJobStatus"]
    assert data == {**given, "updatedAt": "2026-11-16T12:00:00.000000Z"}


def test_history_and_status_go_together(api: Changing) -> None:
    job_id = new_job(api)
    record(api, job_id, "RUNNING", progress=0)
    record(api, job_id, "RUNNING", progress=50, message="half")
    record(api, job_id, "SUCCEEDED", progress=100, updatedBy="worker", instanceId="i-1")
    job = job_of(api, job_id, "status latestStatus { status updatedBy instanceId } statuses { status progress }")
    assert job["status"] == "SUCCEEDED"
    assert job["latestStatus"] == {"status": "SUCCEEDED", "updatedBy": "worker", "instanceId": "i-1"}
    assert [(each["status"], each["progress"]) for each in job["statuses"]] == [
        ("RUNNING", 0),
        ("RUNNING", 50),
        ("SUCCEEDED", 100),
    ]
    assert job_id in {
        each["jobId"]
        for each in api.get("{ jobs(status: SUCCEEDED, first: 100) { nodes { jobId } } }")["jobs"]["nodes"]
    }


@pytest.mark.parametrize("before", PATHS)
@pytest.mark.parametrize("after", PATHS)
def test_every_step_is_legal_or_refused_and_then_nothing_changes(api: Changing, before: str, after: str) -> None:
    job_id = new_job(api, before)
    was = job_of(api, job_id)
    is_legal = JOB.allows(JobState[before], JobState[after])
    given: dict[str, Any] = {"jobId": job_id, "status": after, "message": "now"}
    if is_legal:
        assert api.do("recordJobStatus", "{ status }", **given) == {"status": after}
        assert job_of(api, job_id)["status"] == after
        assert len(job_of(api, job_id)["statuses"]) == len(was["statuses"]) + 1
    else:
        error = api.refusal("recordJobStatus", "{ status }", **given)
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before)
        assert job_of(api, job_id) == was


def test_an_entry_of_the_same_time_and_words_is_a_repeat(api: Changing) -> None:
    job_id = new_job(api)
    given: dict[str, Any] = {"progress": 5, "message": "go", "updatedAt": "2026-11-16T12:00:00.5Z"}
    first = record(api, job_id, "RUNNING", **given)
    record(api, job_id, "SUCCEEDED", updatedAt="2026-11-16T12:00:01Z")
    before = stored(api)
    assert record(api, job_id, "RUNNING", **given, expectedStatus="PENDING") == first
    assert stored(api) == before


def test_without_a_time_the_same_words_again_are_a_repeat(api: Changing) -> None:
    job_id = new_job(api)
    first = record(api, job_id, "RUNNING", progress=5)
    assert record(api, job_id, "RUNNING", progress=5) == first
    assert record(api, job_id, "RUNNING", progress=6) != first
    assert len(job_of(api, job_id)["statuses"]) == 2


def test_entries_of_the_same_microsecond_follow_each_other(api: Changing) -> None:
    job_id = new_job(api)
    given = [record(api, job_id, "RUNNING", progress=each, updatedAt="2026-11-16T12:00:00Z") for each in range(5)]
    assert len({each["updatedAt"] for each in given}) == 5
    again = [record(api, job_id, "RUNNING", progress=each, updatedAt="2026-11-16T12:00:00Z") for each in range(5)]
    assert again == given
    assert [each["progress"] for each in job_of(api, job_id)["statuses"]] == [0, 1, 2, 3, 4]


def test_an_entry_from_a_clock_that_is_ahead_does_not_hide_the_next(api: Changing) -> None:
    job_id = new_job(api)
    ahead = (datetime.now(UTC) + timedelta(hours=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
    record(api, job_id, "RUNNING", updatedAt=ahead)
    record(api, job_id, "SUCCEEDED")
    assert job_of(api, job_id, "latestStatus { status }") == {"latestStatus": {"status": "SUCCEEDED"}}


def test_what_happened_before_the_last_entry_comes_too_late(api: Changing) -> None:
    job_id = new_job(api)
    record(api, job_id, "RUNNING", updatedAt="2026-11-16T12:00:00Z")
    error = api.refusal(
        "recordJobStatus", "{ status }", jobId=job_id, status="FAILED", updatedAt="2026-11-16T11:00:00Z"
    )
    assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", "RUNNING")


def test_who_expects_another_status_is_refused_with_the_job_as_it_is(api: Changing) -> None:
    job_id = new_job(api, "RUNNING")
    before = stored(api)
    error = api.refusal("recordJobStatus", "{ status }", jobId=job_id, status="CANCELLED", expectedStatus="PENDING")
    assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", "RUNNING")
    assert stored(api) == before


def test_of_fifty_writers_who_expect_the_same_exactly_one_wins(api: Changing) -> None:
    job_id = new_job(api)
    given = {"jobId": job_id, "status": "RUNNING", "expectedStatus": "PENDING"}
    answers = side_by_side(50, lambda _: call("recordJobStatus", **given))
    assert Counter(each.get("errorType") for each in answers) == {None: 1, "Conflict": 49}
    assert len(job_of(api, job_id)["statuses"]) == 1


def test_fifty_writers_who_expect_nothing_all_get_their_entry(api: Changing) -> None:
    job_id = new_job(api, "RUNNING")
    answers = side_by_side(50, lambda n: call("recordJobStatus", jobId=job_id, status="RUNNING", progress=n))
    assert not [each for each in answers if "errorMessage" in each]
    assert {each["progress"] for each in job_of(api, job_id)["statuses"]} == {None, *range(50)}


def test_a_hundred_lost_answers_and_time_outs_have_no_effect_twice(api: Changing) -> None:
    random, job_id = Random(7), new_job(api, "RUNNING")
    left = ["lost"] * 50 + ["time-out"] * 50
    random.shuffle(left)

    def next_fault(_: str) -> Fault:
        return left.pop() if left and random.random() < 0.5 else None

    faulty = Faulty(api.store._client, next_fault, FakeClock(), random)
    with through(api, faulty):
        progress = 0
        while left:
            answer = call(
                "recordJobStatus", jobId=job_id, status="RUNNING", progress=progress % 100, message=f"{progress}"
            )
            progress += "errorMessage" not in answer
    entries = [each["message"] for each in job_of(api, job_id)["statuses"][1:]]
    assert entries == [f"{each}" for each in range(progress)]
    assert progress > 10


def test_after_an_entry_at_the_end_of_time_there_is_none_and_that_is_said(api: Changing) -> None:
    job_id, last = new_job(api), datetime.max.replace(tzinfo=UTC)
    entry = JobStatus(job_id=job_id, status=JobState.PENDING, updated_at=last)
    api.store.session().put(entry.table, entry.to_record())
    error = api.refusal("recordJobStatus", "{ status }", jobId=job_id, status="RUNNING")
    assert (error["errorType"], error["errorInfo"]["current"]["jobId"]) == ("Conflict", job_id)


@pytest.mark.parametrize(
    ("given", "error_type", "field"),
    [
        ({"jobId": "nobody", "status": "RUNNING"}, "NotFound", "input.jobId"),
        ({"status": "RUNNING", "progress": 101}, "BadInput", "input.progress"),
        ({"status": "RUNNING", "progress": -1}, "BadInput", "input.progress"),
        ({"status": "RUNNING", "message": "x" * 300_000}, "BadInput", "input.message"),
        ({"status": "RUNNING", "message": '"\n' * 90_000}, "BadInput", "input.message"),
        ({"status": "RUNNING", "jobId": "a#b"}, "BadInput", "input.jobId"),
        ({"status": "RUNNING", "jobId": ""}, "BadInput", "input.jobId"),
        ({"status": "DONE"}, "BadInput", "input.status"),
        ({"status": "UNKNOWN"}, "BadInput", "input.status"),
        ({"status": "RUNNING", "progress": float("nan")}, "BadInput", "input.progress"),
        ({"status": "RUNNING", "updatedAt": "yesterday"}, "BadInput", "input.updatedAt"),
        ({"status": "RUNNING", "updatedAt": "9999-12-31T23:59:59.999999Z"}, "BadInput", "input.updatedAt"),
        ({"status": "RUNNING", "mood": "good"}, "BadInput", "input.mood"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    api: Changing, given: dict[str, Any], error_type: str, field: str
) -> None:
    job_id = new_job(api)
    before = stored(api)
    error = call("recordJobStatus", **{"jobId": job_id, **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert stored(api) == before


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"jobId": "a#b"}, "input.jobId"),
        ({"name": ""}, "input.name"),
        ({"estimatedDuration": -1}, "input.estimatedDuration"),
        ({"priority": "URGENT"}, "input.priority"),
        ({"jobConfig": {"note": "x" * 300_000}}, "input.jobConfig"),
        ({"jobConfig": {"rate": float("inf")}}, "input.jobConfig"),
        ({"jobConfig": {"huge": 10**200}}, "input.jobConfig"),
    ],
)
def test_a_job_that_makes_no_sense_is_refused_by_the_name_of_its_field(
    api: Changing, given: dict[str, Any], field: str
) -> None:
    before = stored(api)
    error = call("createJob", **{"name": "x", "createdBy": "anna", **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)
    assert stored(api) == before
