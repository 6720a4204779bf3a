"""What happens to documents is told in thirteen kinds of news, to their own client, and to the seed's queue."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from loaders.document_events import DocumentEventType
from services.clients import Services, use_services
from services.errors import Away
from services.settings import ServiceSettings
from services.sqs import Sqs
from tests.workers.conftest import FakeAppSync, batch, stream_record

AT = datetime(2026, 11, 17, 8, 0, tzinfo=UTC)


def job(status: DocumentStatus = DocumentStatus.PROCESSING, **more: Any) -> TextractJob:
    given: dict[str, Any] = {"client_id": "acme", "document_key": "input/d/a.pdf", "submitted_at": AT, "updated_at": AT}
    return TextractJob(job_id="d", status=status, **{**given, **more})


def told(appsync: FakeAppSync) -> list[str]:
    return [item["type"] for item in appsync.items("publishDocumentEvent")]


S, K = DocumentStatus, DocumentErrorKind
CHANGES: list[tuple[TextractJob | None, TextractJob, list[str]]] = [
    (None, job(S.UPLOADING), ["UPLOAD_STARTED"]),
    (job(S.UPLOADING), job(S.SUBMITTED), ["UPLOAD_COMPLETED"]),
    (job(S.SUBMITTED), job(total_pages=4, attempt=1), ["PROCESSING_STARTED"]),
    (job(), job(textract_id="t", current_operation="recognising"), ["OPERATION_STARTED"]),
    (
        job(current_operation="recognising"),
        job(current_operation="collecting_results", pages_processed=1, total_pages=4),
        ["OPERATION_COMPLETED", "PAGE_PROCESSED", "TEXTRACT_PROGRESS", "OPERATION_STARTED"],
    ),
    (
        job(current_operation="collecting_results", pages_processed=4, total_pages=4),
        job(S.COMPLETED, pages_processed=4, total_pages=4),
        ["OPERATION_COMPLETED", "PROCESSING_COMPLETED"],
    ),
    (job(), job(S.FAILED, error="too dark"), ["PROCESSING_FAILED"]),
    (job(), job(S.ERROR, error="no", error_kind=K.SYSTEM_ERROR), ["SYSTEM_ERROR"]),
    (job(), job(S.ERROR, error="no", error_kind=K.VALIDATION_ERROR), ["VALIDATION_ERROR"]),
    (job(), job(S.ERROR, error="no", error_kind=K.PROCESSING_ERROR), ["PROCESSING_ERROR"]),
    (job(), job(S.ERROR, error="no", error_kind=K.DLQ_ERROR, dlq_source="input", retry_count=3), ["DLQ_ERROR"]),
    (job(), job(S.ERROR, error="another program's"), ["SYSTEM_ERROR"]),
    (job(S.ERROR, error="no"), job(S.SUBMITTED, attempt=2), ["UPLOAD_COMPLETED"]),
    (job(), job(lease_until=AT), []),
    (job(), job(deleted_by="ann"), []),
]


@pytest.mark.parametrize(("before", "after", "types"), CHANGES)
def test_a_change_is_told_as_what_happened_in_order(
    appsync: FakeAppSync, before: TextractJob | None, after: TextractJob, types: list[str]
) -> None:
    assert batch(stream_record(after, before)) == []
    assert told(appsync) == types


def test_all_thirteen_kinds_occur() -> None:
    assert {each for _, _, types in CHANGES for each in types} == {each.name for each in DocumentEventType}


def test_news_carry_their_details_and_their_audience(appsync: FakeAppSync) -> None:
    after = job(S.ERROR, error="S3 did not answer.", error_kind=K.DLQ_ERROR, dlq_source="output", retry_count=3)
    batch(stream_record(after, job()))
    (item,) = appsync.items("publishDocumentEvent")
    assert (item["category"], item["status"], item["audience"]) == ("ERROR", "ERROR", "acme")
    assert item["details"] == {"error": "S3 did not answer.", "dlqSource": "output", "retryCount": 3}
    assert item["message"] == "S3 did not answer."
    batch(stream_record(job(client_id=None), None, event="2"))
    assert appsync.items("publishDocumentEvent")[-1]["audience"] == "SIGNED_IN"


class Notifications(Sqs):
    """A queue that the seed's programs poll."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.failures = 0

    def send(self, queue_url: str, body: str, delay_seconds: int = 0) -> str:
        assert (queue_url, delay_seconds) == ("notifications", 0)
        if self.failures:
            self.failures -= 1
            raise Away("SQS did not answer.")
        self.sent.append(json.loads(body))
        return "m"


def test_the_seeds_queue_gets_the_seeds_json_once(appsync: FakeAppSync) -> None:
    queue = Notifications()
    services = Services(ServiceSettings(notifications_queue_url="notifications"))
    services.__dict__["sqs"] = queue
    before = use_services(services)
    try:
        queue.failures = 1
        after = job(pages_processed=5, total_pages=10, current_operation="recognising")
        record = stream_record(after, job(current_operation="recognising"))
        assert batch(record) == ["1"], "it must be tried again"
        assert batch(record) == []
    finally:
        use_services(before)
    assert told(appsync) == ["PAGE_PROCESSED", "TEXTRACT_PROGRESS"], "subscribers are told once"
    assert [each["event"] for each in queue.sent] == ["PAGE_PROCESSED", "TEXTRACT_PROGRESS"]
    assert queue.sent[1] == {
        "type": "PROGRESS_UPDATE",
        "event": "TEXTRACT_PROGRESS",
        "jobId": "d",
        "status": "PROCESSING",
        "timestamp": "2026-11-17T08:00:00.000000Z",
        "message": "5 of 10 pages can be read",
        "progress": 0.5,
        "details": {"pagesProcessed": 5, "totalPages": 10, "currentOperation": "recognising"},
    }
