"""Retries: a document that has failed, or that is stuck, goes through Textract again as a new attempt."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar

from commands.availability import available
from commands.changes import do_alone, revised, until_settled, update
from commands.documents.steps import attempt_of
from commands.input_types import ShortText
from commands.inputs import Input
from commands.transitions.documents import DOCUMENT, DOCUMENT_RETRY
from entities.attributes import Record
from entities.documents import DocumentStatus, TextractJob
from loaders.current import Found, require
from loaders.dynamo.writes import Update
from loaders.errors import NotFound, Outdated
from loaders.request import Request
from services.clients import services
from services.errors import ServiceError
from services.messages import JobMessage

STUCK_AFTER = timedelta(hours=1)
"""A document that has not changed for so long, and is not known to be with Textract, is stuck."""

OLD_DETAILS = "PreviousDetails"
"""Where details that early writers stored go: they tell of the attempt before."""

_FORGOTTEN = (
    "completed_at",
    "current_operation",
    "dlq_source",
    "error",
    "error_kind",
    "expires_at",
    "lease_until",
    "pages_processed",
    "result_key",
    "retry_count",
    "textract_id",
    "throttled_count",
)
"""What belongs to the attempt before."""


class RetryDocumentInput(Input):
    """A document to recognise once more."""

    about: ClassVar[str] = "TextractJob"

    job_id: ShortText
    """The id of the document's job."""


def retry_document(request: Request, input: RetryDocumentInput) -> TextractJob:
    """Begin a new attempt: the document becomes SUBMITTED and is queued. Its file must still be there."""
    found = require(request, TextractJob, field="job_id", job_id=input.job_id)
    _check(request, found.item)
    with available("Recognition"):
        queue = services().settings.need("documents_input_queue_url")
        is_there = found.item.document_key and services().documents.head(found.item.document_key)
    if not is_there:
        raise NotFound("The file of this document is not there any more. Upload it as a new one.", field="job_id")

    def try_it() -> TextractJob:
        current = require(request, TextractJob, field="job_id", job_id=input.job_id)
        _check(request, current.item)
        action, edited = retried(request, current)
        return do_alone(request, action, edited)

    job = until_settled(request, try_it)
    queue_attempt(queue, job)
    return job


def queue_attempt(queue: str, job: TextractJob) -> None:
    """Ask the document processor to go on. If that fails, the sweeper will ask it."""
    with suppress(ServiceError):
        services().sqs.send(queue, JobMessage(job.job_id, attempt_of(job)).body)


def retried(request: Request, found: Found[TextractJob]) -> tuple[Update, TextractJob]:
    """The write that begins a new attempt, and the document after it."""
    forgotten = dict.fromkeys(_FORGOTTEN)
    job = revised(
        found.item,
        **forgotten,
        status=DocumentStatus.SUBMITTED,
        attempt=attempt_of(found.item) + 1,
        submitted_at=found.item.submitted_at or request.now,
        updated_at=request.now,
        warnings=(),
    )
    action = update(found, job, guard=("Status", "Attempt", "DeletedBy"))
    if action is None:
        raise Outdated("This document has changed at the same time. Try again.", found.item)
    old = _old_details(found)
    if not old:
        return action, job
    kept = {**(old.get("Details") or {}), **{name: value for name, value in old.items() if name != "Details"}}
    changes = replace(
        action.changes, set={**action.changes.set, OLD_DETAILS: kept}, remove=(*action.changes.remove, *old)
    )
    return replace(action, changes=changes), job


def _old_details(found: Found[TextractJob]) -> Record:
    """Where else other programs stored what is forgotten: it would be read again otherwise."""
    forgotten = (each for each in TextractJob.stored_fields if each.name in _FORGOTTEN)
    names = {"Details"} | {name for field in forgotten for name in field.attributes[1:] if "." not in name}
    return {name: found.record[name] for name in sorted(names) if name in found.record}


def _check(request: Request, job: TextractJob) -> None:
    DOCUMENT_RETRY.check(job, job.status, DocumentStatus.SUBMITTED)
    if job.deleted_by:
        raise Outdated("This document is being deleted.", job)
    is_under_way = not job.status.is_known or job.status not in DOCUMENT.final
    if is_under_way and not is_stuck(request, job):
        raise Outdated(
            f"This document is {job.status.name} and under way. It can be retried once it has ended, or has not "
            "changed for an hour.",
            job,
        )


def is_stuck(request: Request, job: TextractJob) -> bool:
    """Whether a document that has not ended has been left alone: by its lease, or by the time it last changed."""
    if job.lease_until is not None:
        return job.lease_until + STUCK_AFTER < request.now
    last = max((each for each in (job.updated_at, job.submitted_at, job.upload_until) if each), default=None)
    return last is None or last + STUCK_AFTER < request.now
