"""The document processor: gives uploaded documents to Textract. Woken by the input queue, one message at a time.

Every step is repeatable, so a message that is delivered again, or twice at once, goes on where the document stands.
Textract is started with a token that depends on the document and its attempt: the same attempt is never started twice.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from commands.documents import steps
from commands.documents.collecting import prefix_of
from commands.documents.files import InvalidFile, pages_of
from commands.documents.late_arrivals import remove_late_upload
from commands.documents.uploads import USUAL_FEATURES
from commands.documents.usage import LimitReached
from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from loaders.current import find
from loaders.documents import BY_DOCUMENT
from loaders.request import Request
from services.clients import services
from services.errors import RefusalKind, RefusedByService, Slowed
from services.messages import (
    JobMessage,
    StoredObject,
    is_test_event,
    read_job_message,
    stored_objects,
    tag_of,
    token_of,
)
from services.s3 import ObjectInfo
from services.textract import Recognition
from workers.queue_events import QueueMessage, logger, new_request, parts, process_each

NAME = "document-processor"
FIRST_DELAY, LAST_DELAY = 5, 60
"""Seconds to wait if Textract is busy: twice as long each time, and not all at once."""


def handler(event: Mapping[str, Any], _: Any) -> dict[str, Any]:
    """The entry point for a batch of messages; returns those to deliver again."""
    return process_each(event, _work, waits_in="documents_input_queue_url")


def job_of_message(request: Request, body: Any) -> Iterator[tuple[str, int | None]]:
    """The documents that a message of the input queue is about, and the attempt if it names one."""
    ours = read_job_message(body)
    if ours:
        yield ours.job_id, ours.attempt
    for stored in stored_objects(body):
        yield from ((job_id, None) for job_id in _jobs_of(request, stored))


def _work(message: QueueMessage) -> None:
    body = message.json
    if is_test_event(body):
        return
    ours, stored = read_job_message(body), list(stored_objects(body))
    if not ours and not stored:
        raise ValueError("The message is neither an event of S3 nor one of ours.")
    if ours:
        _process(ours.job_id, ours.attempt)
    for each in stored:
        _process_file(each)


def _process_file(stored: StoredObject) -> None:
    """Go on with the documents whose file an object is; one that came after its document was deleted goes, too."""
    known = [_process(job_id, None) for job_id in _jobs_of(new_request(NAME), stored)]
    if not any(known) and remove_late_upload(new_request(NAME), stored.key):
        logger.info("a file of a deleted document was removed", extra={"key": stored.key})


def _jobs_of(request: Request, stored: StoredObject) -> list[str]:
    """The documents whose file an object is. One that belongs to none is left alone."""
    if stored.bucket != services().settings.need("documents_bucket"):
        raise ValueError("The message is about another bucket.")
    folder, _, rest = stored.key.partition("/")
    named = find(request, TextractJob, job_id=rest.partition("/")[0]) if folder == "input" and "/" in rest else None
    if named and named.item.document_key == stored.key:
        return [named.item.job_id]
    found = BY_DOCUMENT.all(request, {"document_key": stored.key})
    if not found:
        logger.info("an object without a document", extra={"key": stored.key})
    return [each.job_id for each in found if isinstance(each, TextractJob)]


def _process(job_id: str, attempt: int | None) -> bool:
    """Take the document as far as it goes: each step leads to the next state, or ends here. Returns whether there is
    such a document."""
    job: TextractJob | None = _current(job_id)
    if job is None:
        return False
    if attempt is not None and attempt != steps.attempt_of(job):
        return True
    if job.status is DocumentStatus.UPLOADING:
        info = services().documents.head(job.document_key or "")
        job = steps.uploaded(new_request(NAME), job_id, info) if info else None
    if job and job.status is DocumentStatus.SUBMITTED:
        job = _claim(job)
    if job and job.status is DocumentStatus.PROCESSING and job.attempt is not None and not job.textract_id:
        _start(job)
    return True


def _current(job_id: str) -> TextractJob | None:
    found = find(new_request(NAME), TextractJob, job_id=job_id)
    return found.item if found and not found.item.deleted_by else None


def _claim(job: TextractJob) -> TextractJob | None:
    """Look at the file, count its pages, and take the document; refuse it if it cannot be recognised."""
    info = services().documents.head(job.document_key or "")
    if info is None:
        return _refuse(job, "Its file is not there any more.")
    try:
        services().documents.expiring(bool(job.is_managed)).mark(info.key)
        return steps.claimed(new_request(NAME), job, _pages(job, info), info.size)
    except (InvalidFile, LimitReached) as error:
        return _refuse(job, str(error))
    except RefusedByService as refusal:
        if refusal.kind is RefusalKind.MISSING:
            return _refuse(job, "Its file is not there any more.")
        raise


def _pages(job: TextractJob, info: ObjectInfo) -> int:
    bucket = services().documents
    if job.is_managed and job.byte_length not in {None, info.size}:
        raise InvalidFile(f"The file has {info.size:,} bytes, not {job.byte_length:,} as it was announced.")
    if job.sha256 and info.sha256 and job.sha256 != info.sha256:
        raise InvalidFile("The file is not the one that was announced: its SHA-256 differs.")
    return pages_of(
        lambda start, length: bucket.read(info.key, start, length),
        info.size,
        job.content_type,
        is_promised=bool(job.is_managed),
    )


def _refuse(job: TextractJob, reason: str) -> TextractJob | None:
    return steps.errored(
        new_request(NAME), job.job_id, steps.attempt_of(job), DocumentErrorKind.VALIDATION_ERROR, reason
    )


def _start(job: TextractJob) -> None:
    attempt = steps.attempt_of(job)
    try:
        textract_id = services().textract.start(_recognition(job, attempt))
    except Slowed:
        _wait(job, attempt)
    except RefusedByService as refusal:
        _refused(job, attempt, refusal)
    else:
        steps.started(new_request(NAME), job.job_id, attempt, textract_id)


def _recognition(job: TextractJob, attempt: int) -> Recognition:
    settings = services().settings
    return Recognition(
        bucket=settings.need("documents_bucket"),
        key=job.document_key or "",
        features=features_of(job),
        token=token_of(job.job_id, attempt, job.etag),
        tag=tag_of(job.job_id, attempt),
        output_prefix=prefix_of(job.job_id, attempt),
        topic=settings.need("documents_topic_arn"),
        role=settings.need("textract_role_arn"),
    )


def features_of(job: TextractJob) -> list[str]:
    """What to look for; documents of other programs do not say."""
    return list(job.features) if job.is_managed else [each.value for each in USUAL_FEATURES]


def _wait(job: TextractJob, attempt: int) -> None:
    """A new message, so that no try is used up. First the message, then the count: a crash loses only the count."""
    longest = min(LAST_DELAY, FIRST_DELAY * 2 ** min(job.throttled_count or 0, 10))
    url = services().settings.need("documents_input_queue_url")
    services().sqs.send(url, JobMessage(job.job_id, attempt).body, round(parts.jitter(FIRST_DELAY / 2, longest)))
    steps.slowed(new_request(NAME), job.job_id, attempt)


def _refused(job: TextractJob, attempt: int, refusal: RefusedByService) -> None:
    if refusal.kind is RefusalKind.DOCUMENT:
        steps.failed(new_request(NAME), job.job_id, attempt, str(refusal))
        return
    if refusal.kind is RefusalKind.MISSING and services().documents.head(job.document_key or "") is None:
        _refuse(job, "Its file is not there any more.")
        return
    raise refusal
