"""Queries on documents."""

from datetime import datetime, timedelta

from entities.documents import DocumentStatus, TextractJob
from loaders import documents
from loaders.cursors import scope_of
from loaders.errors import BadInput
from loaders.listing import Span
from loaders.pages import Slice
from loaders.reading import Reading
from resolvers.lookup import Lookup

MOST_MINUTES = 5_256_000
"""Ten years."""

UNDER_WAY = (DocumentStatus.UPLOADING, DocumentStatus.SUBMITTED, DocumentStatus.PROCESSING)


def document(_: Reading, job_id: str) -> Lookup:
    return Lookup(TextractJob, {"job_id": job_id})


def all_documents(
    reading: Reading,
    status: DocumentStatus | None,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> Slice:
    statuses = [status] if status else list(DocumentStatus)
    span = Span(since, until)
    return documents.documents_by_status(reading, statuses, span, first=first, after=after, newest_first=newest_first)


def documents_by_key(reading: Reading, document_key: str, first: int, after: str | None) -> Slice:
    return documents.BY_DOCUMENT.page(reading, {"document_key": document_key}, first=first, after=after)


def documents_by_textract_id(reading: Reading, textract_id: str, first: int, after: str | None) -> Slice:
    return documents.BY_TEXTRACT_ID.page(reading, {"textract_id": textract_id}, first=first, after=after)


def stuck_documents(reading: Reading, older_than_minutes: int, first: int, after: str | None) -> Slice:
    """Documents that should have ended long ago: upstream loses some on the way."""
    if not 0 <= older_than_minutes <= MOST_MINUTES:
        raise BadInput(f"olderThanMinutes must be 0 to {MOST_MINUTES:,}.")
    span = Span(until=reading.now - timedelta(minutes=older_than_minutes))
    scope = scope_of("stuckDocuments", {"olderThanMinutes": older_than_minutes}, newest_first=False)
    return documents.documents_by_status(
        reading, UNDER_WAY, span, first=first, after=after, newest_first=False, scope=scope
    )
