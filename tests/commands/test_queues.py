"""Queues are opened once, filled and emptied, and their counts stay right."""

from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from entities.jobs import QueueJob
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, new_job, side_by_side, stored, through
from tests.loaders.fakes import FakeClock, Fault, Faulty

QUEUE = "{ queueName description priority jobCount createdAt }"


def test_a_queue_is_opened_and_found_again(api: Changing) -> None:
    made = api.do("createQueue", QUEUE, queueName="gpu", description="For training.", priority="HIGH")
    assert made["jobCount"] == 0
    assert api.get('{ queue(queueName: "gpu") ' + QUEUE + " }")["queue"] == made


def test_opening_the_same_queue_again_changes_nothing(api: Changing) -> None:
    made = api.do("createQueue", QUEUE, queueName="twice")
    assert api.do("createQueue", QUEUE, queueName="twice") == made


def test_another_queue_of_the_same_name_is_a_conflict_that_shows_the_first(api: Changing) -> None:
    api.do("createQueue", QUEUE, queueName="taken", description="first")
    error = api.refusal("createQueue", QUEUE, queueName="taken", description="second")
    assert error["errorType"] == "Conflict"
    assert error["errorInfo"]["current"]["description"] == "first"


def test_a_name_that_would_forge_a_key_is_refused_by_the_name_of_its_field(api: Changing) -> None:
    error = api.refusal("createQueue", QUEUE, queueName="a#b")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.queueName")


PLACE = "{ queueName jobId priority position enqueuedAt sweepId }"


def open_queue(api: Changing) -> str:
    name = f"queue-{uuid4().hex[:8]}"
    api.do("createQueue", "{ queueName }", queueName=name)
    return name


def count(api: Changing, name: str) -> int:
    number: int = api.get("query ($name: String!) { queue(queueName: $name) { jobCount } }", name=name)["queue"][
        "jobCount"
    ]
    return number


def test_a_job_waits_in_a_queue_which_counts_it(api: Changing) -> None:
    name, job_id = open_queue(api), new_job(api, priority="CRITICAL")
    place = api.do("enqueueJob", PLACE, queueName=name, jobId=job_id)
    assert (place["priority"], place["position"]) == ("CRITICAL", None)
    queue = "query ($name: String!) { queue(queueName: $name) { jobCount jobs { nodes " + PLACE + " } } }"
    assert api.get(queue, name=name)["queue"] == {"jobCount": 1, "jobs": {"nodes": [place]}}


def test_jobs_are_taken_by_position_then_by_urgency_then_by_time(api: Changing) -> None:
    name, jobs = open_queue(api), [new_job(api) for _ in range(4)]
    given: list[dict[str, Any]] = [{"priority": "LOW"}, {"priority": "HIGH"}, {"position": 2}, {"position": 1}]
    for job_id, more in zip(jobs, given, strict=True):
        api.do("enqueueJob", PLACE, queueName=name, jobId=job_id, **more)
    found = api.get("query ($n: String!) { queueJobs(queueName: $n) { nodes { jobId } } }", n=name)["queueJobs"][
        "nodes"
    ]
    assert [each["jobId"] for each in found] == [jobs[3], jobs[2], jobs[1], jobs[0]]


def test_repeats_count_once_in_and_once_out(api: Changing) -> None:
    name, job_id, other = open_queue(api), new_job(api), new_job(api)
    api.do("enqueueJob", PLACE, queueName=name, jobId=other)
    first = api.do("enqueueJob", PLACE, queueName=name, jobId=job_id, position=3)
    assert api.do("enqueueJob", PLACE, queueName=name, jobId=job_id, position=3) == first
    assert api.do("enqueueJob", PLACE, queueName=name, jobId=job_id) == first
    assert count(api, name) == 2
    for _ in range(2):
        assert api.do("dequeueJob", "{ queueName jobCount }", queueName=name, jobId=job_id) == {
            "queueName": name,
            "jobCount": 1,
        }


def test_queueing_again_moves_a_job_within_its_queue(api: Changing) -> None:
    name, job_id = open_queue(api), new_job(api)
    first = api.do("enqueueJob", PLACE, queueName=name, jobId=job_id, position=3)
    moved = api.do("enqueueJob", PLACE, queueName=name, jobId=job_id, position=4)
    assert moved == {**first, "position": 4}
    urgent = api.do("enqueueJob", PLACE, queueName=name, jobId=job_id, priority="CRITICAL")
    assert urgent == {**moved, "priority": "CRITICAL"}
    queue = "query ($name: String!) { queue(queueName: $name) { jobCount jobs { nodes " + PLACE + " } } }"
    assert api.get(queue, name=name)["queue"] == {"jobCount": 1, "jobs": {"nodes": [urgent]}}


@pytest.mark.parametrize("status", ["SUCCEEDED", "FAILED", "CANCELLED"])
def test_a_job_leaves_all_its_queues_when_it_ends(api: Changing, status: str) -> None:
    names, job_id, other = [open_queue(api), open_queue(api)], new_job(api), new_job(api)
    for name in names:
        for each in (job_id, other):
            api.do("enqueueJob", PLACE, queueName=name, jobId=each)
    api.do("recordJobStatus", "{ status }", jobId=job_id, status="RUNNING")
    assert [count(api, name) for name in names] == [2, 2], "a job that starts may still be in its queue"
    api.do("recordJobStatus", "{ status }", jobId=job_id, status=status)
    assert [count(api, name) for name in names] == [1, 1]
    job = "query ($id: ID!) { job(jobId: $id) { queueNames queues { queueName } } }"
    assert api.get(job, id=job_id)["job"] == {"queueNames": [], "queues": []}
    assert api.get(job, id=other)["job"]["queueNames"] == sorted(names)


def test_a_job_also_leaves_a_queue_that_another_program_put_it_into(api: Changing) -> None:
    name, job_id = open_queue(api), new_job(api)
    place = QueueJob(queue_name=name, job_id=job_id, enqueued_at=datetime.now(UTC))
    api.store.session().put(place.table, place.to_record())
    api.do("recordJobStatus", "{ status }", jobId=job_id, status="FAILED")
    assert api.get("query ($n: String!) { queueJobs(queueName: $n) { nodes { jobId } } }", n=name)["queueJobs"] == {
        "nodes": []
    }


def test_the_count_is_right_after_many_come_and_go_at_once(api: Changing) -> None:
    name, jobs = open_queue(api), [new_job(api) for _ in range(20)]
    answers = side_by_side(20, lambda n: call("enqueueJob", queueName=name, jobId=jobs[n // 2]))
    answers += side_by_side(20, lambda n: call("dequeueJob", queueName=name, jobId=jobs[n // 4]))
    assert not [each for each in answers if "errorMessage" in each]
    assert count(api, name) == 5


def test_the_count_is_right_after_a_hundred_lost_answers(api: Changing) -> None:
    name, random, left = open_queue(api), Random(5), 100
    jobs = [new_job(api) for _ in range(10)]
    waiting: set[str] = set()

    def next_fault(_: str) -> Fault:
        nonlocal left
        is_bad = left > 0 and random.random() < 0.4
        left -= is_bad
        return random.choice(["lost", "time-out"]) if is_bad else None

    with through(api, Faulty(api.store._client, next_fault, FakeClock(), random)):
        while left:
            job_id = random.choice(jobs)
            field, change = random.choice([("enqueueJob", waiting.add), ("dequeueJob", waiting.discard)])
            while "errorMessage" in call(field, queueName=name, jobId=job_id):
                pass
            change(job_id)
    assert count(api, name) == len(waiting)


def test_a_queue_that_others_filled_without_counting_is_not_counted_below_nothing(api: Changing) -> None:
    name, job_id = open_queue(api), new_job(api)
    place = QueueJob(queue_name=name, job_id=job_id, enqueued_at=datetime.now(UTC))
    api.store.session().put(place.table, place.to_record())
    assert api.do("dequeueJob", "{ jobCount }", queueName=name, jobId=job_id) == {"jobCount": 0}


@pytest.mark.parametrize("status", ["SUCCEEDED", "FAILED", "CANCELLED"])
def test_a_job_that_has_ended_does_not_wait(api: Changing, status: str) -> None:
    name, job_id = open_queue(api), new_job(api, status)
    before = stored(api)
    error = api.refusal("enqueueJob", PLACE, queueName=name, jobId=job_id)
    assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", status)
    assert stored(api) == before


@pytest.mark.parametrize(
    ("mutation", "given", "error_type", "field"),
    [
        ("enqueueJob", {"queueName": "nowhere"}, "NotFound", "input.queueName"),
        ("enqueueJob", {"jobId": "nobody"}, "NotFound", "input.jobId"),
        ("enqueueJob", {"position": -1}, "BadInput", "input.position"),
        ("enqueueJob", {"priority": "URGENT"}, "BadInput", "input.priority"),
        ("dequeueJob", {"queueName": "nowhere"}, "NotFound", "input.queueName"),
        ("createQueue", {"maxConcurrentJobs": -1, "jobId": None}, "BadInput", "input.maxConcurrentJobs"),
    ],
)
def test_bad_input_is_named_and_changes_nothing(
    api: Changing, mutation: str, given: dict[str, Any], error_type: str, field: str
) -> None:
    usual = {"queueName": open_queue(api), "jobId": new_job(api)}
    before = stored(api)
    error = call(mutation, **{name: value for name, value in (usual | given).items() if value is not None})
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert stored(api) == before
