"""A document from its upload to its pages, through the API and the workers, in good times and in bad."""

import json
from dataclasses import replace
from typing import Any

import pytest

from commands.documents import collecting, steps
from local.data.engines import Engine
from services.errors import RefusalKind, RefusedByService
from services.messages import JobMessage
from services.s3 import ObjectInfo
from tests.commands.conftest import changing
from tests.pipelines.documents import SETTINGS, paper
from tests.pipelines.papers import Papers, papers_of
from workers import turns

PAGES = "pages(first: 10) { nodes { pageNumber lines { text } } pageInfo { hasNextPage endCursor } }"


def test_an_uploaded_document_is_read_page_by_page(papers: Papers) -> None:
    made = papers.create(paper(3))
    assert made["document"]["status"] == "UPLOADING"
    assert made["upload"]["method"] == "PUT"
    papers.s3.upload(made["document"]["documentKey"], paper(3))
    papers.work()
    found = papers.job(made["document"]["jobId"], f"status totalPages pagesProcessed expiresAt resultUrl {PAGES}")
    assert (found["status"], found["totalPages"], found["pagesProcessed"]) == ("COMPLETED", 3, 3)
    assert [[line["text"] for line in page["lines"]] for page in found["pages"]["nodes"]] == [
        [f"page {n} line 1", f"page {n} line 2"] for n in (1, 2, 3)
    ]
    assert found["pages"]["pageInfo"]["hasNextPage"] is False
    assert "pages/00000.jsonl" in found["resultUrl"]
    assert found["expiresAt"]


def test_pages_go_on_after_a_cursor_and_no_other(papers: Papers) -> None:
    first, other = papers.upload(paper(4)), papers.upload(paper(4))
    papers.work()
    query = (
        "query ($id: ID!, $after: String) { document(jobId: $id) { pages(first: 3, after: $after) "
        "{ nodes { pageNumber } pageInfo { hasNextPage endCursor } } } }"
    )
    page = papers.api.get(query, id=first)["document"]["pages"]
    assert ([each["pageNumber"] for each in page["nodes"]], page["pageInfo"]["hasNextPage"]) == ([1, 2, 3], True)
    rest = papers.api.get(query, id=first, after=page["pageInfo"]["endCursor"])["document"]["pages"]
    assert [each["pageNumber"] for each in rest["nodes"]] == [4]
    refused = papers.api.ask(query, id=other, after=page["pageInfo"]["endCursor"])
    assert refused["errors"][0]["errorType"] == "BadCursor"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"contentType": "text/html"}, "input.contentType"),
        ({"contentType": "image/png", "byteLength": 10_000_001}, "input.byteLength"),
        ({"byteLength": 500_000_001}, "input.byteLength"),
        ({"byteLength": 0}, "input.byteLength"),
        ({"sha256": "abc"}, "input.sha256"),
        ({"fileName": "../.."}, "input.fileName"),
        ({"features": ["TABLES", "TABLES"]}, "input.features"),
    ],
)
def test_what_cannot_be_recognised_is_refused_before_anything_is_stored(
    papers: Papers, change: dict[str, Any], field: str
) -> None:
    given = {"fileName": "a.pdf", "byteLength": 10, "contentType": "application/pdf", "sha256": "0" * 64}
    error = papers.api.refusal("createDocument", "{ document { jobId } }", **{**given, **change})
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)
    assert papers.api.get("{ documentCounts { total } }")["documentCounts"]["total"] == 0


def test_without_a_bucket_the_setting_that_is_missing_is_named(embedded: Engine) -> None:
    with changing(embedded) as api, papers_of(api, replace(SETTINGS, documents_bucket=None)) as papers:
        del papers.services.__dict__["documents"]
        given = {"fileName": "a.pdf", "byteLength": 10, "contentType": "application/pdf", "sha256": "0" * 64}
        error = api.refusal("createDocument", "{ document { jobId } }", **given)
    assert error["errorType"] == "Unavailable"
    assert "DOCUMENTS_BUCKET" in error["message"]


def test_names_of_files_are_made_safe_and_kept_beside(papers: Papers) -> None:
    made = papers.create(fileName="C:\\Briefe\\Über uns & co.PDF")["document"]
    assert made["documentKey"] == f"input/{made['jobId']}/Uber_uns_co.PDF"
    assert papers.job(made["jobId"], "fileName")["fileName"] == "Über uns & co.PDF"


@pytest.mark.parametrize("body", [b"<html>no paper</html>", b"\x89PNG\r\n\x1a\n" + b"0" * 50])
def test_another_file_than_announced_ends_with_a_reason_and_costs_nothing(papers: Papers, body: bytes) -> None:
    job_id = papers.upload(body)
    papers.work()
    found = papers.job(job_id)
    assert (found["status"], found["errorKind"]) == ("ERROR", "VALIDATION_ERROR")
    assert "file" in found["error"]
    assert papers.textract.runs == {}


def test_a_busy_textract_uses_up_no_try(papers: Papers) -> None:
    papers.chaos.rates = {"slowed": 0.9}
    job_id = papers.upload()
    papers.work(minutes=600)
    found = papers.job(job_id, "status throttledCount retryCount")
    assert found["status"] == "COMPLETED"
    assert found["throttledCount"] > 3
    assert found["retryCount"] is None
    assert not any(queue.messages for name, queue in papers.sqs.queues.items() if name.endswith("dlq"))


def test_what_textract_cannot_read_has_failed_and_can_be_retried(papers: Papers) -> None:
    papers.chaos.rates = {"failed": 1.0}
    job_id = papers.upload()
    papers.work()
    assert papers.job(job_id, "status error") == {"status": "FAILED", "error": "The pages are too dark."}
    papers.chaos.rates = {}
    done = papers.api.do("retryDocument", "{ status attempt error textractId expiresAt }", jobId=job_id)
    assert done == {"status": "SUBMITTED", "attempt": 2, "error": None, "textractId": None, "expiresAt": None}
    papers.work()
    assert papers.job(job_id)["status"] == "COMPLETED"
    error = papers.api.refusal("retryDocument", "{ status }", jobId=job_id)
    assert (error["errorType"], "COMPLETED is final" in error["message"]) == ("Conflict", True)


def test_a_partial_success_is_complete_with_warnings(papers: Papers) -> None:
    papers.chaos.rates = {"partial": 1.0}
    job_id = papers.upload(paper(5))
    papers.work()
    expected = {"status": "COMPLETED", "warnings": ["PAGE_TOO_DARK: pages 1"], "totalPages": 5}
    assert papers.job(job_id, "status warnings totalPages") == expected


def test_results_that_are_missing_in_s3_are_fetched_from_textract(papers: Papers) -> None:
    papers.chaos.rates = {"no output": 1.0}
    job_id = papers.upload(paper(7))
    papers.work()
    found = papers.job(job_id, f"status {PAGES}")
    assert found["status"] == "COMPLETED"
    assert [page["lines"][1]["text"] for page in found["pages"]["nodes"]] == [f"page {n} line 2" for n in range(1, 8)]


def test_long_results_are_collected_in_parts(papers: Papers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "OBJECTS_PER_RUN", 2)
    job_id = papers.upload(paper(30))
    papers.work(minutes=60)
    found = papers.job(
        job_id, "status pagesProcessed resultUrl pages(first: 100) { nodes { pageNumber lines { text } } }"
    )
    assert (found["status"], found["pagesProcessed"]) == ("COMPLETED", 30)
    assert [page["pageNumber"] for page in found["pages"]["nodes"]] == list(range(1, 31))
    assert all(len(page["lines"]) == 2 for page in found["pages"]["nodes"])
    assert "index.json" in found["resultUrl"]
    parts = [key for key in papers.s3.objects if key.endswith(".jsonl")]
    assert len(parts) > 5


def test_a_message_that_fails_three_times_is_a_dead_letter_with_its_reason_and_can_be_redriven(papers: Papers) -> None:
    job_id = papers.upload()

    def refuse(_: Any) -> str:
        raise RefusedByService(RefusalKind.PERMISSION, "Textract refused: no permission")

    start = papers.textract.start
    papers.textract.start = refuse  # type: ignore[method-assign,assignment]
    papers.work(minutes=60)
    found = papers.job(job_id, "status error errorKind dlqSource retryCount")
    assert (found["status"], found["errorKind"], found["dlqSource"]) == ("ERROR", "DLQ_ERROR", "input")
    assert "no permission" in found["error"]
    letters = papers.api.get("{ deadLetters { nodes { id queue reason jobId receivedAt body } } }")["deadLetters"]
    (letter,) = letters["nodes"]
    assert (letter["queue"], letter["jobId"]) == ("INPUT", job_id)
    papers.textract.start = start  # type: ignore[method-assign]
    redriven: Any = papers.api.do("redriveDeadLetters", "{ isRedriven reason }", ids=[letter["id"], "nonsense"])
    assert [each["isRedriven"] for each in redriven] == [True, False]
    papers.work()
    assert papers.job(job_id, "status attempt") == {"status": "COMPLETED", "attempt": 2}
    assert papers.api.get("{ deadLetters { nodes { id } } }")["deadLetters"]["nodes"] == []


def test_a_message_that_makes_no_sense_is_kept_and_can_be_sent_again(papers: Papers) -> None:
    papers.sqs.deliver("documents-output", "what is this?")
    papers.work(minutes=60)
    (letter,) = papers.api.get("{ deadLetters(queue: OUTPUT) { nodes { id body jobId } } }")["deadLetters"]["nodes"]
    assert (letter["body"], letter["jobId"]) == ("what is this?", None)
    redriven: Any = papers.api.do("redriveDeadLetters", "{ isRedriven }", ids=[letter["id"]])
    assert redriven == [{"isRedriven": True}]
    assert [each.body for each in papers.sqs.queues["documents-output"].messages] == ["what is this?"]


def test_test_events_unknown_objects_and_late_messages_are_passed_over(papers: Papers) -> None:
    job_id = papers.upload()
    papers.work()
    papers.s3.objects["input/else/x.pdf"] = paper(1)
    for body in (
        json.dumps({"Service": "Amazon S3", "Event": "s3:TestEvent"}),
        papers.s3.event("input/else/x.pdf"),
        papers.s3.event(papers.job(job_id, "documentKey")["documentKey"]),
        JobMessage(job_id, 7).body,
        JobMessage("nobody", 1).body,
    ):
        papers.sqs.deliver("documents-input", body)
    before = papers.job(job_id, "status updatedAt attempt")
    papers.work()
    assert papers.job(job_id, "status updatedAt attempt") == before
    assert papers.api.get("{ documentCounts { total } }")["documentCounts"]["total"] == 1
    assert len(papers.textract.runs) == 1


def _announcement(job_id: str, attempt: int, textract_id: str, status: str = "SUCCEEDED") -> str:
    return json.dumps({"JobId": textract_id, "Status": status, "JobTag": f"{job_id}:{attempt}"})


def test_an_announcement_of_another_attempt_is_ignored(papers: Papers) -> None:
    papers.chaos.rates = {"failed": 1.0}
    job_id = papers.upload()
    papers.work()
    papers.api.do("retryDocument", "{ status }", jobId=job_id)
    papers.textract.go_on = lambda: None  # type: ignore[method-assign]
    papers.work(minutes=4)
    for attempt, status in ((1, "SUCCEEDED"), (1, "FAILED"), (3, "SUCCEEDED"), (3, "FAILED")):
        papers.sqs.deliver("documents-output", _announcement(job_id, attempt, "t1-1", status))
    papers.work(minutes=4)
    assert papers.job(job_id, "status attempt textractId") == {
        "status": "PROCESSING",
        "attempt": 2,
        "textractId": "t1-2",
    }


def test_an_announcement_before_the_start_was_written_brings_the_id(
    papers: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "started", lambda *_: None)
    job_id = papers.upload()
    papers.work(minutes=4)
    assert papers.job(job_id, "status textractId") == {"status": "PROCESSING", "textractId": None}
    papers.work()
    assert papers.job(job_id, "status textractId") == {"status": "COMPLETED", "textractId": "t1-1"}


def test_lost_uploads_and_lost_events_are_found_by_the_sweeper(papers: Papers) -> None:
    papers.chaos.rates = {"event lost": 1.0}
    lost = papers.upload()
    papers.chaos.rates = {}
    never = papers.create()["document"]["jobId"]
    papers.chaos.pass_time(minutes=5)
    assert papers.sweep()["uploading"] == 1
    papers.work()
    assert papers.job(lost)["status"] == "COMPLETED"
    assert papers.job(never)["status"] == "UPLOADING"
    papers.chaos.pass_time(hours=2)
    papers.sweep()
    assert papers.job(never, "status error") == {"status": "ERROR", "error": "The file was not uploaded in time."}


def test_a_sweep_stops_after_so_many_and_the_next_goes_on(papers: Papers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST", 3)
    papers.chaos.rates = {"event lost": 1.0}
    lost = [papers.upload() for _ in range(8)]
    papers.chaos.rates = {}
    papers.chaos.pass_time(minutes=5)
    assert [papers.sweep()["uploading"] for _ in range(4)] == [3, 3, 2, 0]
    papers.work()
    assert {papers.job(each)["status"] for each in lost} == {"COMPLETED"}


def test_a_sweep_whose_time_is_up_goes_on_behind_what_it_has_seen(
    papers: Papers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Uploads that nobody finished, however many and however slow to look for, do not hide one that waits."""
    for _ in range(6):
        papers.create()
    papers.chaos.rates = {"event lost": 1.0}
    lost = papers.upload()
    papers.chaos.rates = {}
    papers.chaos.pass_time(minutes=5)
    looks: list[str] = []
    head = papers.s3.head

    def slow_head(key: str) -> ObjectInfo | None:
        looks.append(key)
        return head(key)

    monkeypatch.setattr(papers.s3, "head", slow_head)
    monkeypatch.setattr(turns, "clock", lambda: 2.0 * len(looks))
    assert [papers.sweep()["uploading"] for _ in range(4)] == [0, 0, 0, 1]
    assert len(set(looks)) == len(looks) == 7
    papers.work()
    assert papers.job(lost)["status"] == "COMPLETED"
