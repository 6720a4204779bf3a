"""A queue that is being deleted takes no jobs, from whatever side they come; one that is kept takes them again."""

from functools import partial
from typing import Any

import pytest

from commands.jobs import queues, sweep_changes, sweeps
from entities.jobs import Queue, QueueJob
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, meanwhile, new_job, stored
from tests.commands.receipts import NOW
from tests.commands.sweep_setting import (
    MADE,
    RESUMED,
    count_of,
    create,
    finish,
    open_queue,
    progress_of,
    request,
    small_steps,
    waiting_in,
)


def _mark(api: Changing, name: str) -> None:
    """A deletion that was interrupted once the queue was marked."""
    session = api.store.session()
    found = session.get(Queue.table, Queue.key_for(queue_name=name))
    assert found
    session.put(Queue.table, {**found, "deleted_by": "anna"})


def _put_in(api: Changing, name: str, job_id: str) -> None:
    """Another program puts a job into the queue: it knows of no mark and counts nothing."""
    place = QueueJob(queue_name=name, job_id=job_id, enqueued_at=NOW)
    api.store.session().put(place.table, place.to_record())


def _is_marked(api: Changing, name: str) -> bool:
    found = api.get("query ($n: String!) { queue(queueName: $n) { deletedBy } }", n=name)["queue"]
    return found["deletedBy"] is not None


def test_no_runs_are_put_into_a_queue_that_is_being_deleted(api: Changing) -> None:
    sweep_id, queue = create(api)
    finish(api, sweep_id, *["FAILED"] * 4)
    _mark(api, queue)
    before = stored(api)
    new = {**request(api), "queueName": queue}
    for mutation, selection, given in (("createSweep", MADE, new), ("resumeSweep", RESUMED, {"sweepId": sweep_id})):
        error = api.refusal(mutation, selection, **given)
        assert (error["errorType"], error["message"]) == ("Conflict", "This Queue is being deleted.")
    assert [item for item in stored(api) if new["sweepId"] in str(item)] == []
    assert len(stored(api)) == len(before) + 1  # the queue that the second sweep does not use
    assert api.do("deleteQueue", "{ queueName }", queueName=queue) == {"queueName": queue}


def test_a_sweep_stops_growing_where_its_queue_is_deleted_meanwhile(api: Changing) -> None:
    asked = request(api)
    with small_steps(), meanwhile(sweeps, "_items", partial(_mark, api, asked["queueName"])):
        error = call("createSweep", **asked)
    assert (error["errorType"], error["errorMessage"]) == ("Conflict", "This Queue is being deleted.")
    assert (count_of(api, asked["queueName"]), waiting_in(api, asked["queueName"])) == (0, [])
    assert progress_of(api, asked["sweepId"]) == {"total": 4, "status": "PENDING"}


@pytest.mark.parametrize("is_gone", [False, True])
def test_no_run_is_resumed_where_the_queue_is_deleted_meanwhile(api: Changing, is_gone: bool) -> None:
    sweep_id, queue = create(api)
    finish(api, sweep_id, *["FAILED"] * 4)
    closes: Any = partial(call, "deleteQueue", queueName=queue) if is_gone else partial(_mark, api, queue)
    with meanwhile(sweep_changes, "_again", closes):
        error = call("resumeSweep", sweepId=sweep_id)
    assert error["errorType"] == ("NotFound" if is_gone else "Conflict")
    assert progress_of(api, sweep_id)["failed"] == 4
    assert waiting_in(api, queue) == []


def test_a_queue_whose_deletion_is_refused_takes_jobs_again(api: Changing) -> None:
    name, late, job_id = open_queue(api), new_job(api), new_job(api)
    puts_in = partial(_put_in, api, name, late)
    with meanwhile(queues, "update", puts_in):  # just before the queue is marked
        error = call("deleteQueue", queueName=name)
    assert (error["errorType"], error["errorInfo"]["current"].get("deletedBy")) == ("Conflict", None)
    assert not _is_marked(api, name)
    api.do("enqueueJob", "{ jobId }", queueName=name, jobId=job_id)
    assert waiting_in(api, name) == sorted([late, job_id])


def test_the_mark_of_an_interrupted_deletion_is_taken_back_where_the_next_is_refused(api: Changing) -> None:
    name, late = open_queue(api), new_job(api)
    _mark(api, name)
    _put_in(api, name, late)
    assert api.refusal("deleteQueue", "{ queueName }", queueName=name)["errorType"] == "Conflict"
    assert not _is_marked(api, name)
