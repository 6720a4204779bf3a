"""Queries on documents."""

from datetime import datetime, timedelta

from entities.documents import DocumentStatus, TextractJob
from loaders import documents
from loaders.errors import BadInput
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Span
from loaders.lists.pages import EMPTY, Slice
from loaders.request import Request
from resolvers.queries.lists import list_by_value
from resolvers.runtime.results import Lookup

MAX_MINUTES = 5_256_000
"""Ten years."""

UNDER_WAY = (DocumentStatus.UPLOADING, DocumentStatus.SUBMITTED, DocumentStatus.PROCESSING)


def document(_: Request, job_id: str) -> Lookup:
    return Lookup(TextractJob, {"job_id": job_id})


def all_documents(
    request: Request,
    status: DocumentStatus | None,
    client_id: str | None,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> Slice:
    statuses = [status] if status else list(DocumentStatus)
    if client_id and not request.caller.may_see(client_id):
        return EMPTY
    return documents.documents_by_status(
        request,
        statuses,
        Span(since, until),
        first=first,
        after=after,
        newest_first=newest_first,
        client_id=client_id,
    )


documents_by_key = list_by_value(documents.BY_DOCUMENT)


documents_by_textract_id = list_by_value(documents.BY_TEXTRACT_ID)


def stuck_documents(request: Request, older_than_minutes: int, first: int, after: str | None) -> Slice:
    """Documents that should have finished long ago: upstream sometimes loses one."""
    if not 0 <= older_than_minutes <= MAX_MINUTES:
        raise BadInput(f"olderThanMinutes must be 0 to {MAX_MINUTES:,}.")
    span = Span(until=request.now - timedelta(minutes=older_than_minutes))
    scope = scope_of("stuckDocuments", {"olderThanMinutes": older_than_minutes}, newest_first=False)
    return documents.documents_by_status(
        request, UNDER_WAY, span, first=first, after=after, newest_first=False, scope=scope
    )
