"""What a message holds besides its item: read when it is sent, and left out where there is nothing."""

from uuid import uuid4

import pytest

from entities.jobs import Job, JobState, JobStatus
from entities.novae.nova import Nova, NovaStatus
from entities.novae.runs import JobRun
from entities.receipts.labels import ReceiptWordLabel
from tests.loaders.sample import NOW
from tests.reads.world import world
from tests.workers.conftest import FakeAppSync, batch, stream_record


def job_of(status: JobState) -> Job:
    return Job(job_id=str(uuid4()), name="a run", status=status, created_at=NOW, created_by="ann")


def test_a_status_brings_its_job_as_it_is_now(appsync: FakeAppSync) -> None:
    job = job_of(JobState.SUCCEEDED)
    appsync.put(job)
    first = JobStatus(job_id=job.job_id, status=JobState.RUNNING, updated_at=NOW)
    assert batch(stream_record(first)) == []
    (told,) = appsync.items("publishJobStatus")
    assert told["status"] == "RUNNING"
    assert {name: told["job"][name] for name in ("jobId", "name", "status")} == {
        "jobId": job.job_id,
        "name": "a run",
        "status": "SUCCEEDED",
    }
    assert told["job"]["id"]
    assert "job { __typename id jobId name status }" in appsync.got[0].query


def test_what_does_not_exist_is_neither_brought_nor_selected(appsync: FakeAppSync) -> None:
    batch(stream_record(JobStatus(job_id="none", status=JobState.RUNNING, updated_at=NOW)))
    (message,) = appsync.got
    assert "job" not in message.item
    assert " job " not in message.query


def test_a_label_brings_its_word_and_its_receipt(appsync: FakeAppSync) -> None:
    appsync.put(*(item for item in world() if item.table.name == "receipts"))
    label = next(item for item in world() if isinstance(item, ReceiptWordLabel))
    batch(stream_record(label))
    (told,) = appsync.items("publishLabelChanged")
    assert told["word"]["text"]
    assert told["word"]["wordId"] == label.word_id
    assert told["receipt"]["receiptId"] == label.receipt_id


@pytest.mark.parametrize(
    ("status", "audience"), [(NovaStatus.ACTIVE, "PUBLIC"), (NovaStatus.HIDDEN, "STAFF"), (None, "PUBLIC")]
)
def test_what_belongs_to_a_hidden_nova_is_for_staff(
    appsync: FakeAppSync, status: NovaStatus | None, audience: str
) -> None:
    nova = Nova(nova_id=str(uuid4()), primary_name="V1", primary_name_normalized="v1", created_at=NOW, updated_at=NOW)
    if status:
        appsync.put(nova.model_copy(update={"status": status}))
    run = JobRun(
        nova_id=nova.nova_id, job_run_id="r", workflow_name="w", started_at=NOW, created_at=NOW, updated_at=NOW
    )
    batch(stream_record(run))
    (message,) = appsync.got
    assert message.item["audience"] == audience
    assert " audience " in message.query


@pytest.mark.parametrize(("status", "audience"), [(NovaStatus.ACTIVE, "PUBLIC"), (NovaStatus.HIDDEN, "STAFF")])
@pytest.mark.parametrize("nova_id", [None, "another"])
def test_a_run_that_asks_about_a_hidden_nova_is_for_staff(
    appsync: FakeAppSync, status: NovaStatus, audience: str, nova_id: str | None
) -> None:
    near = Nova(nova_id=str(uuid4()), primary_name="V1", primary_name_normalized="v1", status=status)
    appsync.put(near, Nova(nova_id="another", primary_name="V2", primary_name_normalized="v2"))
    run = JobRun(
        nova_id=nova_id,
        correlation_id="c",
        job_run_id="r",
        workflow_name="w",
        started_at=NOW,
        extra_context={"nova_id": near.nova_id},
        created_at=NOW,
        updated_at=NOW,
    )
    batch(stream_record(run))
    (message,) = appsync.got
    assert message.item["audience"] == audience
