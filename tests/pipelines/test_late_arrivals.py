"""What arrives in S3 after its document was deleted goes too, and nothing that another program may have put there."""

import json
from uuid import UUID, uuid4

import pytest

from commands.documents import collecting
from entities.tables import DOCUMENTS
from services.messages import CollectMessage, tag_of
from tests.pipelines.documents import paper
from tests.pipelines.papers import Papers


def _delete(papers: Papers, job_id: str) -> None:
    assert papers.api.do("deleteDocument", "{ isComplete }", jobId=job_id)["isComplete"]


def test_results_that_come_after_the_deletion_go(papers: Papers) -> None:
    job_id, other = papers.upload(paper(3)), papers.upload(paper(1))
    papers.work(minutes=0.1)
    ((textract_id, run),) = ((name, run) for name, run in papers.textract.runs.items() if job_id in run.wanted.key)
    _delete(papers, job_id)
    run.status = "SUCCEEDED"
    for number in (1, 2):
        papers.s3.objects[f"{run.wanted.output_prefix}/{textract_id}/{number}"] = b'{"Blocks": []}'
    told = {"JobId": textract_id, "Status": "SUCCEEDED", "JobTag": run.wanted.tag}
    papers.sqs.deliver("documents-output", json.dumps(told))
    papers.work(minutes=60)
    assert papers.job(other)["status"] == "COMPLETED"
    assert papers.s3.objects
    assert all(f"/{other}/" in key for key in papers.s3.objects)


@pytest.mark.parametrize("objects_per_run", [2, 40])
def test_results_that_are_collected_during_the_deletion_go(
    papers: Papers, monkeypatch: pytest.MonkeyPatch, objects_per_run: int
) -> None:
    monkeypatch.setattr(collecting, "OBJECTS_PER_RUN", objects_per_run)
    write_part = collecting._write_part
    job_id = papers.upload(paper(9))

    def deleted_meanwhile(*given: object) -> object:
        if papers.job(job_id):
            _delete(papers, job_id)
        return write_part(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(collecting, "_write_part", deleted_meanwhile)
    papers.work(minutes=60)
    assert papers.job(job_id) is None
    assert papers.s3.objects == {}


def test_what_textract_left_of_a_document_that_it_could_not_read_goes(papers: Papers) -> None:
    papers.chaos.rates = {"failed": 1.0}
    job_id = papers.upload()
    papers.work(minutes=0.1)
    _delete(papers, job_id)
    papers.s3.objects[f"results/{job_id}/1/.s3_access_check"] = b""
    papers.work(minutes=60)
    assert papers.s3.objects == {}


@pytest.mark.parametrize("is_half_done", [False, True])
def test_a_file_that_is_uploaded_after_the_deletion_goes(papers: Papers, is_half_done: bool) -> None:
    made = papers.create()["document"]
    if is_half_done:  # the deletion was broken off, and its caller has not repeated it yet
        record = papers.api.store.session().get(DOCUMENTS, {"JobID": made["jobId"]}, is_consistent=True)
        papers.api.store.session().put(DOCUMENTS, {**(record or {}), "DeletedBy": "ann"})
    else:
        _delete(papers, made["jobId"])
    papers.s3.upload(made["documentKey"], paper(2))
    papers.work()
    assert papers.s3.objects == {}


def test_files_of_other_programs_stay_whether_or_not_there_is_an_item(papers: Papers) -> None:
    """They name their folders by UUIDs as well, and may upload a file before they store its item."""
    theirs = str(uuid4())
    own = papers.create()["document"]["jobId"]
    _delete(papers, own)
    keys = [f"input/{theirs}/a.pdf", "input/else/x.pdf", f"input/{own}/deeper/a.pdf", f"input/{own.upper()}/a.pdf"]
    for key in keys:
        papers.s3.upload(key, paper(1))
    papers.s3.objects[f"results/{theirs}/analysis.json"] = b"{}"
    papers.s3.objects[f"results/{own}x/analysis.json"] = b"{}"
    for job_id in (theirs, own):
        papers.sqs.deliver("documents-output", CollectMessage(job_id, 1, "t-1").body)
    before = set(papers.s3.objects)
    papers.work()
    assert papers.s3.objects.keys() == before


def test_a_message_about_an_attempt_that_is_over_takes_no_results_away(papers: Papers) -> None:
    job_id = papers.upload()
    papers.work()
    before = set(papers.s3.objects)
    for attempt in (1, 2):
        papers.sqs.deliver("documents-output", CollectMessage(job_id, attempt, "t1-1").body)
    papers.sqs.deliver("documents-input", papers.s3.event(papers.job(job_id, "documentKey")["documentKey"]))
    papers.work()
    assert papers.s3.objects.keys() == before


def test_ids_are_uuids_that_other_programs_do_not_make(papers: Papers) -> None:
    made = papers.create()["document"]["jobId"]
    assert (str(UUID(made)), UUID(made).version) == (made, 8)
    assert tag_of(made, 1) == f"{made}:1"
