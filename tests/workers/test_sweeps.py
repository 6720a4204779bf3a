"""The progress of a sweep is told whoever made it or changed its runs, and the last message is right."""

from uuid import uuid4

import pytest

from entities.jobs import DependencyType, Job, JobDependency, JobState
from loaders import jobs
from services.appsync import TemporaryFailure
from tests.loaders.sample import NOW
from tests.workers.conftest import FakeAppSync, batch, stream_record
from workers.messages import Message


class ForeignSweep:
    """A sweep that another program keeps: a parent, runs, and links between them."""

    def __init__(self, appsync: FakeAppSync, runs: int, kind: DependencyType = DependencyType.PARENT_SWEEP) -> None:
        self.appsync = appsync
        self.parent = job(job_config={"job_type": "sweep"})
        self.runs = [job() for _ in range(runs)]
        self.links = [
            JobDependency(dependent_job_id=run.job_id, dependency_job_id=self.parent.job_id, type=kind, created_at=NOW)
            for run in self.runs
        ]
        appsync.put(self.parent, *self.runs, *self.links)

    def becomes(self, place: int, status: JobState) -> dict[str, object]:
        """A run changes; what the stream says of it."""
        before = self.runs[place]
        self.runs[place] = before.model_copy(update={"status": status})
        self.appsync.put(self.runs[place])
        return stream_record(self.runs[place], before, event=uuid4().hex)

    def told(self) -> list[dict[str, object]]:
        found = self.appsync.items("publishSweepProgress")
        return [each["progress"] for each in found if each["sweepId"] == self.parent.job_id]


def job(**values: object) -> Job:
    base = {"job_id": str(uuid4()), "name": "a job", "created_at": NOW, "created_by": "ann"}
    return Job.model_validate({**base, **values})


@pytest.mark.parametrize("kind", [DependencyType.PARENT_SWEEP, DependencyType.COMPLETION])
def test_a_run_of_a_sweep_that_we_did_not_make_moves_its_progress(appsync: FakeAppSync, kind: DependencyType) -> None:
    sweep = ForeignSweep(appsync, 3, kind)
    assert batch(sweep.becomes(0, JobState.RUNNING)) == []
    (progress,) = sweep.told()
    assert (progress["total"], progress["running"], progress["pending"]) == (3, 1, 2)
    (told,) = appsync.items("publishSweepProgress")
    assert told["job"]["jobId"] == sweep.parent.job_id


def test_many_changes_of_a_batch_are_one_message_and_the_last_says_all_are_done(appsync: FakeAppSync) -> None:
    sweep = ForeignSweep(appsync, 12)
    assert batch(*(sweep.becomes(place, JobState.SUCCEEDED) for place in range(11))) == []
    assert batch(sweep.becomes(11, JobState.FAILED)) == []
    assert [each["done"] for each in sweep.told()] == [11 / 12, 1.0]


def test_a_change_that_does_not_concern_the_progress_is_not_told(appsync: FakeAppSync) -> None:
    sweep = ForeignSweep(appsync, 2)
    run = sweep.runs[0]
    batch(stream_record(run.model_copy(update={"name": "renamed"}), run))
    other, before = job(status=JobState.RUNNING), job()
    appsync.put(other)
    batch(stream_record(other, before.model_copy(update={"job_id": other.job_id})))
    assert appsync.items("publishSweepProgress") == []


def test_a_job_that_others_wait_for_is_no_sweep(appsync: FakeAppSync) -> None:
    first, second = job(), job()
    link = JobDependency(dependent_job_id=second.job_id, dependency_job_id=first.job_id, created_at=NOW)
    appsync.put(first, second, link)
    batch(stream_record(link), stream_record(second.model_copy(update={"status": JobState.RUNNING}), second, "2"))
    assert appsync.got == []


def test_runs_that_come_and_go_are_told(appsync: FakeAppSync) -> None:
    sweep = ForeignSweep(appsync, 2)
    batch(stream_record(sweep.links[0], event="1"))
    appsync.drop(sweep.links[1])
    batch(stream_record(None, sweep.links[1], event="2"))
    assert [each["total"] for each in sweep.told()] == [2, 1]


def test_a_link_that_the_index_does_not_show_yet_is_counted(
    appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep = ForeignSweep(appsync, 2)
    monkeypatch.setattr(type(jobs.DEPENDENTS), "all", lambda *_, **__: [])
    batch(*(stream_record(link, event=str(place)) for place, link in enumerate(sweep.links)))
    assert [each["total"] for each in sweep.told()] == [2]


def test_the_runs_of_our_own_sweep_are_counted_too_whoever_changed_them(appsync: FakeAppSync) -> None:
    counts = {"runs_total": 2, "runs_pending": 2, "runs_ended": 0}
    sweep = ForeignSweep(appsync, 2)
    sweep.parent = sweep.parent.model_copy(update=counts)
    sweep.runs = [each.model_copy(update={"sweep_id": sweep.parent.job_id}) for each in sweep.runs]
    appsync.put(sweep.parent, *sweep.runs)
    batch(sweep.becomes(0, JobState.SUCCEEDED))
    (progress,) = sweep.told()
    assert (progress["succeeded"], progress["pending"]) == (1, 1)


def test_who_is_overtaken_while_sending_sends_again(appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs lie in several shards, so two publishers may count one sweep at the same time."""
    sweep = ForeignSweep(appsync, 2)
    send = appsync.send

    def overtaken(message: Message) -> None:
        send(message)
        if len(appsync.got) == 1:
            sweep.becomes(1, JobState.RUNNING)

    monkeypatch.setattr("workers.publish.parts.send", overtaken)
    batch(sweep.becomes(0, JobState.RUNNING))
    assert [each["running"] for each in sweep.told()] == [1, 2]
    assert len({message.event_id for message in appsync.got}) == 2


def test_what_cannot_be_told_now_is_told_when_lambda_begins_again(
    appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweep = ForeignSweep(appsync, 1)
    record = sweep.becomes(0, JobState.SUCCEEDED)

    def away(_: Message) -> None:
        raise TemporaryFailure("away")

    with monkeypatch.context() as patch:
        patch.setattr("workers.publish.parts.send", away)
        assert batch(record) == [record["eventID"]]
    assert batch(record) == []
    assert batch(record) == []
    assert [each["done"] for each in sweep.told()] == [1.0]
