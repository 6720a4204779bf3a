"""What a sweep has not finished waits again, and goes on where it stopped."""

from collections.abc import Sequence
from datetime import UTC, datetime
from unittest.mock import patch

import pytest

from commands.jobs import sweep_changes
from commands.jobs.run_moves import Move
from entities.jobs import Job, JobState
from loaders.request import Request
from loaders.sweeps import count_runs
from tests.commands.conftest import Changing
from tests.commands.job_setting import call, delete_in_part, job_of, record, stored, through
from tests.commands.sweep_setting import (
    RESUMED,
    Crashing,
    config_of,
    count_of,
    create,
    finish,
    ids_of,
    progress_of,
    small_steps,
    take_out,
    waiting_in,
)


def test_what_is_not_done_waits_again_and_goes_on_from_its_latest_checkpoint(api: Changing) -> None:
    sweep_id, queue = create(api)
    ids = finish(api, sweep_id, "SUCCEEDED", "FAILED", "INTERRUPTED", "CANCELLED")
    take_out(api, queue, ids)
    for epoch in (1, 2):
        given = {"timestamp": f"2026-11-16T12:00:0{epoch}Z", "s3Bucket": "b", "s3Key": f"{epoch}.pt", "epoch": epoch}
        api.do("addCheckpoint", "{ isBest }", jobId=ids[1], **given)
    resumed = api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert (resumed["resumed"], resumed["isComplete"]) == (3, True)
    assert progress_of(api, sweep_id) == {
        "total": 4,
        "succeeded": 1,
        "pending": 3,
        "done": 0.25,
        "status": "RUNNING",
    }
    assert waiting_in(api, queue) == sorted(ids[1:])
    assert count_of(api, queue) == 3
    run = job_of(api, ids[1], "status jobConfig latestStatus { status }")
    assert (run["status"], run["latestStatus"]["status"]) == ("PENDING", "PENDING")
    assert config_of(run)["resume_from"] == {
        "s3_bucket": "b",
        "s3_key": "2.pt",
        "epoch": 2,
        "timestamp": "2026-11-16T12:00:02.000000Z",
    }
    assert "resume_from" not in config_of(job_of(api, ids[2], "jobConfig"))
    before = stored(api)
    assert api.do("resumeSweep", RESUMED, sweepId=sweep_id)["resumed"] == 0
    assert stored(api) == before


def test_a_sweep_of_which_nothing_succeeded_begins_anew(api: Changing) -> None:
    sweep_id, _ = create(api, '{"a": [1, 2]}')
    ids = finish(api, sweep_id, "FAILED", "FAILED")
    assert progress_of(api, sweep_id)["status"] == "FAILED"
    api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert progress_of(api, sweep_id) == {"total": 2, "pending": 2, "status": "PENDING"}
    record(api, ids[0], "RUNNING")
    assert progress_of(api, sweep_id)["status"] == "RUNNING"


def test_only_runs_of_some_statuses_are_taken_up_where_that_is_asked(api: Changing) -> None:
    sweep_id, _ = create(api)
    finish(api, sweep_id, "FAILED", "CANCELLED", "INTERRUPTED", "SUCCEEDED")
    assert api.do("resumeSweep", RESUMED, sweepId=sweep_id, statuses=["FAILED"])["resumed"] == 1
    error = api.refusal("resumeSweep", RESUMED, sweepId=sweep_id, statuses=["SUCCEEDED"])
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.statuses")


@pytest.mark.parametrize("writes", range(4))
def test_whenever_resuming_stops_the_same_again_completes_it(api: Changing, writes: int) -> None:
    sweep_id, queue = create(api, '{"a": [1, 2, 3, 4, 5, 6, 7]}')
    ids = finish(api, sweep_id, *["FAILED"] * 7)
    take_out(api, queue, ids)
    with small_steps():
        with through(api, Crashing(api.store._client, writes)):
            assert call("resumeSweep", sweepId=sweep_id)["errorType"] == "Internal"
        assert count_of(api, queue) == len(waiting_in(api, queue)) == progress_of(api, sweep_id).get("pending", 0)
        api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert waiting_in(api, queue) == ids
    assert count_of(api, queue) == 7
    assert progress_of(api, sweep_id) == {"total": 7, "pending": 7, "status": "PENDING"}
    assert [len(job_of(api, each)["statuses"]) for each in ids] == [3] * 7


def test_resuming_puts_counts_right_that_others_left_wrong(api: Changing) -> None:
    sweep_id, _ = create(api)
    ids = ids_of(api, sweep_id)
    session = api.store.session()
    for job_id in ids[:3]:
        found = session.get(Job.table, Job.key_for(job_id=job_id))
        assert found
        run = Job.from_record(found).model_copy(update={"status": JobState.SUCCEEDED})
        session.put(Job.table, run.to_record())
    api.do("resumeSweep", RESUMED, sweepId=sweep_id)
    assert progress_of(api, sweep_id) == {
        "total": 4,
        "succeeded": 3,
        "pending": 1,
        "done": 0.75,
        "status": "RUNNING",
    }


def test_a_run_that_is_being_deleted_is_neither_resumed_nor_counted_again(api: Changing) -> None:
    sweep_id, queue = create(api)
    first, second, *_ = finish(api, sweep_id, "FAILED", "FAILED")
    delete_in_part(first)
    assert api.do("resumeSweep", RESUMED, sweepId=sweep_id)["resumed"] == 1
    assert progress_of(api, sweep_id) == {"total": 3, "pending": 3, "status": "RUNNING"}
    assert waiting_in(api, queue) == [each for each in ids_of(api, sweep_id) if each != first]
    assert job_of(api, second, "status")["status"] == "PENDING"
    assert api.do("deleteJob", "{ isComplete }", jobId=first)["isComplete"]
    assert job_of(api, first, "status") is None
    assert progress_of(api, sweep_id)["total"] == 3


def test_a_run_whose_deletion_begins_meanwhile_is_not_resumed(api: Changing) -> None:
    sweep_id, queue = create(api)
    first, *others = finish(api, sweep_id, "FAILED")
    looked_up = sweep_changes._again

    def deleted_first(request: Request, ids: Sequence[str]) -> Move:
        delete_in_part(first)
        return looked_up(request, ids)

    with patch.object(sweep_changes, "_again", deleted_first):
        assert call("resumeSweep", sweepId=sweep_id)["data"]["resumed"] == 0
    assert progress_of(api, sweep_id)["total"] == 3
    assert waiting_in(api, queue) == others
    assert job_of(api, first, "status")["status"] == "FAILED"


def test_a_deletion_ends_although_another_writer_moved_the_job_out_of_its_places(api: Changing) -> None:
    sweep_id, _ = create(api)
    first, *_ = finish(api, sweep_id, "FAILED")
    delete_in_part(first)
    session = api.store.session()
    marked = session.get(Job.table, Job.key_for(job_id=first))
    assert marked
    session.put(Job.table, Job.from_record(marked).to_record())  # a writer that knows nothing of the mark's places
    assert api.do("deleteJob", "{ isComplete }", jobId=first)["isComplete"]
    assert job_of(api, first, "status") is None


def test_sweeps_that_do_not_count_are_counted_without_runs_that_are_being_deleted() -> None:
    run = Job(job_id="a", name="train", created_by="anna", created_at=datetime.now(UTC), status=JobState.FAILED)
    runs = [run, run.model_copy(update={"job_id": "b", "deleted_by": "anna"})]
    progress = count_runs("sweep", runs).progress
    assert (progress.total, progress.failed) == (1, 1)
