"""News of documents: derived from what an item was before and is now, for subscribers and for the seed's queue.

One change may be several pieces of news. They are told in the order in which they happened.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import orjson

from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from entities.times import format_time
from loaders.document_events import (
    DocumentEvent,
    DocumentEventCategory,
    DocumentEventDetails,
    DocumentEventType,
)
from resolvers.routing.audiences import audience_of_client
from resolvers.runtime.fields import show_part
from workers.messages import ItemChange, Message, announcement_of, with_audience

News = tuple[DocumentEventType, str]
"""What happened, and in a sentence."""

T, C = DocumentEventType, DocumentEventCategory

STEPS: dict[DocumentStatus, News] = {
    DocumentStatus.UPLOADING: (T.UPLOAD_STARTED, "Waiting for the file"),
    DocumentStatus.SUBMITTED: (T.UPLOAD_COMPLETED, "The file has arrived"),
    DocumentStatus.PROCESSING: (T.PROCESSING_STARTED, "Textract analysis begins"),
    DocumentStatus.COMPLETED: (T.PROCESSING_COMPLETED, "The document has been read"),
    DocumentStatus.FAILED: (T.PROCESSING_FAILED, "Textract could not read the document"),
}
PROGRESS = {T.TEXTRACT_PROGRESS, T.PAGE_PROCESSED, T.OPERATION_STARTED, T.OPERATION_COMPLETED}
ERRORS = {T(each.value) for each in DocumentErrorKind}


def document_events(change: ItemChange) -> list[DocumentEvent]:
    """What happened to a document, in order."""
    before, now = change.old, change.new
    if not isinstance(now, TextractJob) or now.deleted_by:
        return []
    was = before if isinstance(before, TextractJob) else None
    at = _time(change, now)
    return [_event(was, now, type_, message, at) for type_, message in _news(was, now)]


def document_messages(change: ItemChange) -> Iterator[Message]:
    """The same as messages to subscribers."""
    announcement = announcement_of("onDocumentEvent")
    for event in document_events(change):
        shown = {"__typename": "DocumentEvent", **show_part(event)}
        message = Message(announcement, shown, f"{change.event_id}/{event.type.value}")
        client = change.new.client_id if isinstance(change.new, TextractJob) else None
        yield with_audience(message, audience_of_client(client))


def seed_json(event: DocumentEvent) -> str:
    """An event in the format of the seed, whose `type` is the category."""
    shown: dict[str, Any] = show_part(event)
    details = shown.pop("details", {})
    return orjson.dumps(
        {
            "type": shown.pop("category"),
            "event": shown.pop("type"),
            **shown,
            "timestamp": format_time(event.timestamp),
            "details": details,
        }
    ).decode()


def _news(was: TextractJob | None, now: TextractJob) -> Iterator[News]:
    operation = was.current_operation if was else None
    if operation and operation != now.current_operation:
        yield T.OPERATION_COMPLETED, f"Done: {operation}"
    if now.pages_processed and now.pages_processed > ((was.pages_processed if was else None) or 0):
        of = f" of {now.total_pages}" if now.total_pages else ""
        yield T.PAGE_PROCESSED, f"{now.pages_processed}{of} pages can be read"
        yield T.TEXTRACT_PROGRESS, f"{now.pages_processed}{of} pages can be read"
    if was is None or was.status is not now.status:
        yield from _step(was, now)
    if now.current_operation and operation != now.current_operation:
        yield T.OPERATION_STARTED, f"Now: {now.current_operation}"


def _step(was: TextractJob | None, now: TextractJob) -> Iterator[News]:
    if now.status is DocumentStatus.ERROR:
        kind = now.error_kind if now.error_kind and now.error_kind.is_known else DocumentErrorKind.SYSTEM_ERROR
        yield T(kind.value), now.error or "Something went wrong"
    elif now.status is DocumentStatus.FAILED:
        yield T.PROCESSING_FAILED, now.error or STEPS[now.status][1]
    elif now.status is DocumentStatus.SUBMITTED and was and was.status is not DocumentStatus.UPLOADING:
        yield T.UPLOAD_COMPLETED, f"Queued again: attempt {now.attempt or 1}"
    elif now.status in STEPS:
        yield STEPS[now.status]


def _event(
    was: TextractJob | None, now: TextractJob, type_: DocumentEventType, message: str, at: datetime
) -> DocumentEvent:
    done = type_ is T.OPERATION_COMPLETED
    details = DocumentEventDetails(
        pages_processed=now.pages_processed,
        total_pages=now.total_pages,
        current_operation=was.current_operation if done and was else now.current_operation,
        error=now.error,
        dlq_source=now.dlq_source,
        retry_count=now.retry_count,
    )
    category = C.PROGRESS_UPDATE if type_ in PROGRESS else C.ERROR if type_ in ERRORS else C.STATUS_UPDATE
    return DocumentEvent(
        job_id=now.job_id,
        type=type_,
        category=category,
        status=now.status,
        message=message,
        progress=_progress(now),
        timestamp=at,
        details=details,
    )


def _progress(now: TextractJob) -> float | None:
    if now.status is DocumentStatus.COMPLETED:
        return 1.0
    known = now.pages_processed is not None and now.total_pages
    return min(1.0, (now.pages_processed or 0) / (now.total_pages or 1)) if known else None


def _time(change: ItemChange, now: TextractJob) -> datetime:
    at: Any = change.record["dynamodb"].get("ApproximateCreationDateTime")
    if now.updated_at:
        return now.updated_at
    if isinstance(at, datetime):
        return at
    return datetime.fromtimestamp(at, UTC) if at else now.submitted_at or datetime.now(UTC)
