"""The steps of a document on its way, as workers take them: each is one conditional write.

A step that does not fit any more (the document was deleted, another attempt runs, another worker was faster) changes
nothing and returns None: events may come twice, late, in another order or not at all.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from commands.changes import do_alone, revised, transact, until_settled, update
from commands.documents.usage import corrected, counted
from commands.transitions.documents import DOCUMENT
from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from loaders.current import Found, find
from loaders.dynamo.writes import Action, Update
from loaders.request import Request
from services.clients import services
from services.s3 import ObjectInfo

KEPT_FOR = timedelta(days=30)
"""How long a document that this API made is kept after it has ended."""
MAX_ERROR = 1000

RECOGNISING, COLLECTING = "recognising", "collecting_results"
"""Operations, as subscribers are told of them."""

_GUARD = ("Status", "Attempt", "DeletedBy")

Edit = Callable[[TextractJob], TextractJob | None]


def attempt_of(job: TextractJob) -> int:
    """The number of the current attempt."""
    return job.attempt or 1


def uploaded(request: Request, job_id: str, info: ObjectInfo) -> TextractJob | None:
    """UPLOADING becomes SUBMITTED: its file is there."""

    def edit(job: TextractJob) -> TextractJob | None:
        if job.status is not DocumentStatus.UPLOADING:
            return None
        seen = {"etag": info.etag, "byte_length": info.size}
        return _moved(request, job, DocumentStatus.SUBMITTED, **seen)

    return _step(request, job_id, edit)


def claimed(request: Request, job: TextractJob, pages: int, size: int) -> TextractJob | None:
    """SUBMITTED becomes PROCESSING, and its pages are counted as used, both or neither.

    Raises `LimitReached` if its client has used up what it may in a day.
    """

    def try_it() -> TextractJob | None:
        found = find(request, TextractJob, job_id=job.job_id)
        if found is None or found.item.status is not DocumentStatus.SUBMITTED or found.item.deleted_by:
            return None
        if attempt_of(found.item) != attempt_of(job):
            return None
        edited = _moved(
            request,
            found.item,
            DocumentStatus.PROCESSING,
            attempt=attempt_of(job),
            lease_until=_lease(request),
            total_pages=pages,
        )
        return counted(request, found.item, pages, size, update(found, edited, guard=_GUARD), edited)

    return until_settled(request, try_it)


def started(request: Request, job_id: str, attempt: int, textract_id: str) -> TextractJob | None:
    """Textract has the document under this id."""
    return _running(
        request,
        job_id,
        attempt,
        lambda _: {
            "textract_id": textract_id,
            "current_operation": RECOGNISING,
            "lease_until": _lease(request),
        },
    )


def slowed(request: Request, job_id: str, attempt: int) -> TextractJob | None:
    """Textract was busy: the document waits, and no try is used up."""
    return _running(
        request,
        job_id,
        attempt,
        lambda job: {"throttled_count": (job.throttled_count or 0) + 1, "lease_until": _lease(request)},
    )


def leased(request: Request, job_id: str, attempt: int) -> TextractJob | None:
    """Textract still works on the document."""
    return _running(request, job_id, attempt, lambda _: {"lease_until": _lease(request)})


def touched(request: Request, job: TextractJob) -> TextractJob | None:
    """A document that waits is queued again; it is left alone for a while from now on."""

    def edit(now: TextractJob) -> TextractJob | None:
        return revised(now, updated_at=request.now) if now.status is job.status else None

    return _step(request, job.job_id, edit)


def collecting(
    request: Request, job_id: str, attempt: int, textract_id: str, *, done: int | None, total: int | None
) -> TextractJob | None:
    """Results are being collected; `done` pages of them can be read. An announcement may be faster than `started`."""

    def edit(job: TextractJob) -> TextractJob:
        values = {"textract_id": textract_id, "current_operation": COLLECTING, "lease_until": _lease(request)}
        known = max(done or 0, job.pages_processed or 0) or None
        return revised(job, updated_at=request.now, pages_processed=known, **values)

    if not total:
        return _step(request, job_id, lambda job: edit(job) if _is_running(job, attempt) else None)
    return _with_pages(request, job_id, attempt, total, edit)


def completed(
    request: Request, job_id: str, attempt: int, *, result_key: str, pages: int, warnings: tuple[str, ...]
) -> TextractJob | None:
    """PROCESSING becomes COMPLETED."""
    ending = {"completed_at": request.now, "result_key": result_key, "warnings": warnings, "pages_processed": pages}
    done = DocumentStatus.COMPLETED
    return _with_pages(request, job_id, attempt, pages, lambda job: _ended(request, job, done, **ending))


def failed(request: Request, job_id: str, attempt: int, reason: str) -> TextractJob | None:
    """PROCESSING becomes FAILED: Textract could not read the document."""

    def edit(job: TextractJob) -> TextractJob | None:
        if not _is_running(job, attempt):
            return None
        return _ended(request, job, DocumentStatus.FAILED, error=reason[:MAX_ERROR])

    return _step(request, job_id, edit)


def errored(
    request: Request, job_id: str, attempt: int, kind: DocumentErrorKind, reason: str, **more: Any
) -> TextractJob | None:
    """A document that is under way becomes ERROR."""
    return _step(request, job_id, lambda job: in_error(request, job, attempt, kind, reason, **more))


def in_error(
    request: Request, job: TextractJob, attempt: int, kind: DocumentErrorKind, reason: str, **more: Any
) -> TextractJob | None:
    """The document as ERROR; None if it has ended, or if another attempt runs."""
    if not DOCUMENT.allows(job.status, DocumentStatus.ERROR) or attempt_of(job) != attempt:
        return None
    return _ended(request, job, DocumentStatus.ERROR, error=reason[:MAX_ERROR], error_kind=kind, **more)


def step_action(found: Found[TextractJob], edited: TextractJob) -> Update | None:
    """The write of a step, as a part of a transaction."""
    return update(found, edited, guard=_GUARD)


def ended_values(request: Request, job: TextractJob) -> dict[str, Any]:
    """What every ending changes: nothing is under way any more, and what we made will expire."""
    expiry = {"expires_at": request.now + KEPT_FOR} if job.is_managed else {}
    return {"lease_until": None, "current_operation": None, **expiry}


def _step(request: Request, job_id: str, edit: Edit) -> TextractJob | None:
    def try_it() -> TextractJob | None:
        found = find(request, TextractJob, job_id=job_id)
        edited = edit(found.item) if found and not found.item.deleted_by else None
        if found is None or edited is None:
            return None
        return do_alone(request, step_action(found, edited), edited)

    return until_settled(request, try_it)


def _running(
    request: Request, job_id: str, attempt: int, values: Callable[[TextractJob], dict[str, Any]]
) -> TextractJob | None:
    def edit(job: TextractJob) -> TextractJob | None:
        if not _is_running(job, attempt):
            return None
        return revised(job, updated_at=request.now, **values(job))

    return _step(request, job_id, edit)


def _with_pages(
    request: Request, job_id: str, attempt: int, pages: int, edit: Callable[[TextractJob], TextractJob]
) -> TextractJob | None:
    """A step that learns how many pages there are. The count of the day follows in the same transaction: what was
    counted for a document is always its `total_pages`, and whoever changes the one changes the other."""

    def writes() -> tuple[list[Action | None], TextractJob | None]:
        found = find(request, TextractJob, job_id=job_id)
        if found is None or found.item.deleted_by or not _is_running(found.item, attempt):
            return [], None
        edited = revised(edit(found.item), total_pages=pages)
        return [step_action(found, edited), corrected(request, found.item, pages)], edited

    return transact(request, writes)


def _lease(request: Request) -> datetime:
    return request.now + timedelta(seconds=services().settings.documents_lease_seconds)


def _is_running(job: TextractJob, attempt: int) -> bool:
    return job.status is DocumentStatus.PROCESSING and job.attempt == attempt


def _moved(request: Request, job: TextractJob, to: DocumentStatus, **values: Any) -> TextractJob:
    DOCUMENT.check(job, job.status, to)
    return revised(job, updated_at=request.now, status=to, **values)


def _ended(request: Request, job: TextractJob, to: DocumentStatus, **values: Any) -> TextractJob:
    return _moved(request, job, to, **ended_values(request, job), **values)
