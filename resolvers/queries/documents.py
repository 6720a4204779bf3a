"""Queries on documents."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from entities.documents import DocumentStatus, TextractJob
from entities.fields import Part
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


_NOBODY = ""
"""The client of a program, which has none."""


class DocumentCounts(Part):
    """How many documents are in which status. Documents with a status that is not known here are in none."""

    total: int = 0
    """How many documents there are in all of these."""
    uploading: int = 0
    """How many documents wait for their file."""
    submitted: int = 0
    """How many documents wait to be recognised."""
    processing: int = 0
    """How many documents are with Textract."""
    completed: int = 0
    """How many documents were read."""
    failed: int = 0
    """How many documents Textract could not read."""
    error: int = 0
    """How many documents ended with ERROR: something failed other than Textract itself, which FAILED stands for."""


def document(_: Request, job_id: str) -> Lookup:
    return Lookup(TextractJob, {"job_id": job_id})


def all_documents(
    request: Request,
    status: DocumentStatus | None,
    client_id: str | None,
    mine: bool,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> Slice:
    statuses = [status] if status else list(DocumentStatus)
    client_id = _client(request, client_id, mine=mine)
    if client_id == _NOBODY or (client_id and not request.caller.may_see(client_id)):
        return replace(EMPTY, total=lambda: 0)
    found = documents.documents_by_status(
        request,
        statuses,
        Span(since, until),
        first=first,
        after=after,
        newest_first=newest_first,
        client_id=client_id,
    )
    if since or until:
        return found
    return replace(found, total=partial(documents.how_many, request, statuses, client_id))


def document_counts(request: Request, client_id: str | None, mine: bool) -> DocumentCounts:
    client_id = _client(request, client_id, mine=mine)
    if client_id == _NOBODY or (client_id and not request.caller.may_see(client_id)):
        return DocumentCounts()
    counts = documents.count_by_status(request, client_id)
    return DocumentCounts(
        **{status.value.lower(): count for status, count in counts.items()}, total=sum(counts.values())
    )


def _client(request: Request, client_id: str | None, *, mine: bool) -> str | None:
    """The client whose documents are asked for; None for those of all that the caller may see."""
    if mine and client_id:
        raise BadInput("Give clientId or mine, not both.", field="mine")
    return (request.caller.client or _NOBODY) if mine else client_id


documents_by_key = list_by_value(documents.BY_DOCUMENT)


documents_by_textract_id = list_by_value(documents.BY_TEXTRACT_ID)


def stuck_documents(request: Request, older_than_minutes: int, first: int, after: str | None) -> Slice:
    """Documents that should have finished long ago: upstream sometimes loses one."""
    if not 0 <= older_than_minutes <= MAX_MINUTES:
        raise BadInput(f"olderThanMinutes must be 0 to {MAX_MINUTES:,}.", field="older_than_minutes")
    span = Span(until=request.now - timedelta(minutes=older_than_minutes))
    scope = scope_of("stuckDocuments", {"olderThanMinutes": older_than_minutes}, newest_first=False)
    return documents.documents_by_status(
        request, UNDER_WAY, span, first=first, after=after, newest_first=False, scope=scope
    )
