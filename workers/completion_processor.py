"""The completion processor: collects what Textract has read. Woken by the output queue.

An announcement names the document and its attempt by its tag, so that it is understood even before the id of Textract's
job was stored. What belongs to another attempt is ignored. Large results are collected in parts: a message to ourselves
says where to go on.
"""

from collections.abc import Mapping
from typing import Any

from commands.documents import steps
from commands.documents.collecting import collect, index_key
from commands.documents.late_arrivals import remove_late_results
from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from loaders.current import find
from loaders.documents import BY_TEXTRACT_ID
from loaders.request import Request
from services.clients import services
from services.errors import RefusalKind, RefusedByService
from services.messages import CollectMessage, Completion, read_collect_message, read_completion
from workers.counting import count_pages
from workers.document_processor import features_of
from workers.queue_events import QueueMessage, logger, new_request, process_each
from workers.textract_reasons import asked_reason, in_words

NAME = "completion-processor"
SUCCEEDED = {"SUCCEEDED", "PARTIAL_SUCCESS"}


def handler(event: Mapping[str, Any], _: Any) -> dict[str, Any]:
    """The entry point for a batch of messages; returns those to deliver again."""
    return process_each(event, _work, waits_in="documents_output_queue_url")


def job_of_completion(request: Request, completion: Completion) -> tuple[str, int | None] | None:
    """The document that Textract speaks of, and the attempt; by its tag, or by Textract's own id."""
    if completion.job_id is not None:
        return completion.job_id, completion.attempt
    found = BY_TEXTRACT_ID.all(request, {"textract_id": completion.textract_id})
    return next(((each.job_id, each.attempt) for each in found if isinstance(each, TextractJob)), None)


def _work(message: QueueMessage) -> None:
    going_on = read_collect_message(message.json)
    if going_on:
        _tidied(going_on.job_id, _collect(going_on))
        return
    completion = read_completion(message.json)
    if completion is None:
        raise ValueError("The message is neither an announcement of Textract nor one of ours.")
    named = job_of_completion(new_request(NAME), completion)
    if named is None:
        raise LookupError("No document has this id of Textract's yet.")
    job_id, attempt = named
    if attempt is None:
        return  # a document of another program, which collects its results itself
    if completion.status in SUCCEEDED:
        _tidied(job_id, _collect(CollectMessage(job_id, attempt, completion.textract_id)))
    else:
        _tidied(job_id, steps.failed(new_request(NAME), job_id, attempt, _reason(completion, job_id)))


def _tidied(job_id: str, stored: TextractJob | None) -> None:
    """Where nothing was stored, the document may have been deleted: then what Textract and we wrote goes, too."""
    if stored is None and remove_late_results(new_request(NAME), job_id):
        logger.info("results of a deleted document were removed", extra={"job_id": job_id})


def _reason(completion: Completion, job_id: str) -> str:
    if completion.message:
        return in_words(completion.message)
    found = find(new_request(NAME), TextractJob, job_id=job_id)
    return asked_reason(found.item if found else None, completion.textract_id)


def _collect(at: CollectMessage) -> TextractJob | None:
    """Collect a part; returns the document as it is stored then, or None if it is not under way (any more)."""
    job = _running(at)
    if job is None:
        return None
    steps.collecting(new_request(NAME), at.job_id, at.attempt, at.textract_id, done=None, total=None)
    try:
        bucket = services().documents.expiring(bool(job.is_managed))
        part = collect(bucket, services().textract, at, is_analysis=bool(features_of(job)))
    except RefusedByService as refusal:
        if refusal.kind is not RefusalKind.MISSING:
            raise
        reason = "The results are neither in S3 nor with Textract any more."
        return steps.errored(new_request(NAME), at.job_id, at.attempt, DocumentErrorKind.PROCESSING_ERROR, reason)
    if part.next:
        so_far = {"done": part.pages, "total": part.total}
        going_on = steps.collecting(new_request(NAME), at.job_id, at.attempt, at.textract_id, **so_far)
        if going_on:
            services().sqs.send(services().settings.need("documents_output_queue_url"), part.next.body)
        return going_on
    pages = part.total or part.pages
    done = steps.completed(
        new_request(NAME),
        at.job_id,
        at.attempt,
        result_key=index_key(at.job_id, at.attempt),
        pages=pages,
        warnings=part.warnings,
    )
    if done:  # once, however often it is announced
        count_pages(pages, features_of(job))
    return done


def _running(at: CollectMessage) -> TextractJob | None:
    """The document, if this attempt of it is under way."""
    found = find(new_request(NAME), TextractJob, job_id=at.job_id)
    job = found.item if found else None
    is_running = job and job.status is DocumentStatus.PROCESSING and job.attempt == at.attempt and not job.deleted_by
    return job if is_running else None
