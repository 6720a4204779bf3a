"""What the document about Textractor tells programs that poll its queue: thirteen kinds of news, and their fields.

Each kind is derived from what a document was before and is afterwards, by the code of the publisher itself.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from entities.tables import DOCUMENTS
from tests.workers.conftest import stream_record
from workers.document_events import document_events, seed_json
from workers.messages import ItemChange

AT = datetime(2024, 3, 21, 15, 4, 5, tzinfo=UTC)
S, K = DocumentStatus, DocumentErrorKind
STATUS, PROGRESS, ERROR = "STATUS_UPDATE", "PROGRESS_UPDATE", "ERROR"


@dataclass(frozen=True)
class NewsRow:
    """A document before and after, and what the queue is told of it: category, status, message and progress."""

    before: TextractJob | None
    after: TextractJob
    told: tuple[str, str, str, float | None]

    @property
    def text(self) -> str:
        """What a program subscribes to that does not poll the queue."""
        asked = "type category status message" + (" progress" if self.told[0] == PROGRESS else "")
        return f'subscription {{ onDocumentEvent(jobId: "d2") {{ {asked} }} }}'


def document(status: DocumentStatus = S.PROCESSING, **more: Any) -> TextractJob:
    given: dict[str, Any] = {"document_key": "input/d2/a.pdf", "submitted_at": AT, "updated_at": AT}
    return TextractJob(job_id="d2", status=status, **{**given, **more})


def _failed(kind: DocumentErrorKind, said: str) -> NewsRow:
    after = document(S.ERROR, error=said, error_kind=kind)
    return NewsRow(document(), after, (ERROR, "ERROR", said, None))


def _reading(pages: int, operation: str = "recognising") -> TextractJob:
    return document(current_operation=operation, pages_processed=pages, total_pages=10)


def _progressing(said: str, before: TextractJob, after: TextractJob) -> NewsRow:
    return NewsRow(before, after, (PROGRESS, "PROCESSING", said, 0.5))


NEWS: dict[str, NewsRow] = {
    "UPLOAD_STARTED": NewsRow(None, document(S.UPLOADING), (STATUS, "UPLOADING", "Waiting for the file", None)),
    "UPLOAD_COMPLETED": NewsRow(
        document(S.UPLOADING), document(S.SUBMITTED), (STATUS, "SUBMITTED", "The file has arrived", None)
    ),
    "PROCESSING_STARTED": NewsRow(
        document(S.SUBMITTED), document(), (STATUS, "PROCESSING", "Textract analysis begins", None)
    ),
    "PROCESSING_COMPLETED": NewsRow(
        _reading(5), document(S.COMPLETED), (STATUS, "COMPLETED", "The document has been read", 1.0)
    ),
    "PROCESSING_FAILED": NewsRow(
        document(), document(S.FAILED, error="too dark"), (STATUS, "FAILED", "too dark", None)
    ),
    "TEXTRACT_PROGRESS": _progressing("5 of 10 pages can be read", _reading(4), _reading(5)),
    "PAGE_PROCESSED": _progressing("5 of 10 pages can be read", _reading(4), _reading(5)),
    "OPERATION_STARTED": _progressing("Now: table_detection", _reading(5), _reading(5, "table_detection")),
    "OPERATION_COMPLETED": _progressing("Done: recognising", _reading(5), _reading(5, "table_detection")),
    "SYSTEM_ERROR": _failed(K.SYSTEM_ERROR, "S3 did not answer."),
    "VALIDATION_ERROR": _failed(K.VALIDATION_ERROR, "The file is no PDF."),
    "PROCESSING_ERROR": _failed(K.PROCESSING_ERROR, "Textract gave up."),
    "DLQ_ERROR": _failed(K.DLQ_ERROR, "Its message failed three times."),
}
"""By the name of the kind."""

GIVEN_UP = document(
    S.ERROR,
    error="Error message if applicable",
    error_kind=K.DLQ_ERROR,
    dlq_source="input",
    retry_count=3,
    current_operation="table_detection",
    pages_processed=5,
    total_pages=10,
)
FIELDS_TOLD: dict[str, Any] = {
    "type": "ERROR",
    "jobId": "d2",
    "status": "ERROR",
    "timestamp": "2024-03-21T15:04:05.000000Z",
    "message": "Error message if applicable",
    "progress": 0.5,
    "details.pagesProcessed": 5,
    "details.totalPages": 10,
    "details.currentOperation": "table_detection",
    "details.error": "Error message if applicable",
    "details.dlqSource": "input",
    "details.retryCount": 3,
}
"""The fields of the message about a document that was given up, which has all of them."""


def queued(before: TextractJob | None, after: TextractJob) -> list[dict[str, Any]]:
    """What the queue is told of a change."""
    change = ItemChange(DOCUMENTS, stream_record(after, before))
    return [json.loads(seed_json(event)) for event in document_events(change)]


def field_told_text(path: str) -> str:
    """The same field for subscribers, whose `type` is the kind and whose `category` is the queue's `type`."""
    field, _, inner = path.partition(".")
    asked = f"{field} {{ {inner} }}" if inner else {"type": "category"}.get(field, field)
    return f'subscription {{ onDocumentEvent(jobId: "d2") {{ {asked} }} }}'
