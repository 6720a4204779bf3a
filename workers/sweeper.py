"""The sweeper: finishes what got lost on the way. Woken by the clock, every few minutes.

    UPLOADING    the file is there: its event was lost, so it is queued again; it never came: ERROR
    SUBMITTED    its message was lost: it is queued again
    PROCESSING   past its lease: Textract is asked once, or started again with the same token
    once a day   documents that no list shows are repaired
    cats         images that wait too long are queued once more, or fail if their file never came; moves are finished

Only what this API works on is touched. Documents that other programs left behind are listed as stuck, and can be
retried. Each of these has its share of the time that a call has; what it does not come to, the next call does.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import Any

from commands.cats.image_changes import remove_expired
from commands.cats.moves import tidy
from commands.cats.sweeping import left_behind, look_after, overdue
from commands.documents import steps
from commands.documents.upkeep import repair_document
from entities.cats import CatImage
from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from entities.tables import CATS, DOCUMENTS
from loaders.upkeep import documents_under_way
from services.clients import services
from services.errors import RefusalKind, RefusedByService, Slowed
from services.messages import CollectMessage, JobMessage
from services.metrics import FAILURES, emit
from workers.completion_processor import SUCCEEDED
from workers.document_processor import features_of
from workers.queue_events import logger, new_request, parts
from workers.textract_reasons import in_words
from workers.turns import Turn, note_place, place_of, whole_turn
from workers.walks import walk_daily

NAME = "sweeper"
UPLOAD_GRACE = timedelta(hours=1)
"""An upload that began in time may still be under way."""
MOST_CATS = 1_000
"""How many images that wait are looked at in one sweep."""


Sweep = Callable[[Turn], int]


def handler(_: Mapping[str, Any], context: Any) -> dict[str, Any]:
    """The entry point; the event says nothing that matters. Returns how much each sweep did."""
    whole, swept = whole_turn(context), {}
    for among, (name, sweep) in zip(range(len(SWEEPS), 0, -1), SWEEPS.items(), strict=True):
        swept[name] = _swept(name, sweep, whole.share(among))
    return {"batchItemFailures": [], "swept": swept}


def _swept(name: str, sweep: Sweep, turn: Turn) -> int:
    """One sweep must not keep the others from their work."""
    try:
        return sweep(turn)
    except Exception:  # noqa: BLE001
        logger.exception("not swept", extra={"sweep": name})
        emit({FAILURES: 1})
        return 0


def sweep_documents(status: DocumentStatus, care: Callable[[TextractJob], bool], turn: Turn) -> int:
    """Care for documents of ours with a status, from where the last sweep stopped; returns how many needed it."""
    name, done = status.value, 0
    began = last = place_of(new_request(NAME), name)
    for job, place in documents_under_way(partial(new_request, NAME), status, began):
        if turn.is_over(done):
            note_place(new_request(NAME), name, last)
            return done
        last = place
        done += _is_ours(job) and _cared(partial(care, job), job_id=job.job_id)
    if began:
        note_place(new_request(NAME), name, None)
    return done


def _is_ours(job: TextractJob) -> bool:
    return not job.deleted_by and bool(job.is_managed or job.attempt is not None)


def _uploading(job: TextractJob) -> bool:
    if not _has_waited(job):
        return False
    if services().documents.head(job.document_key or ""):
        return _queue_again(job)
    if job.upload_until is None or parts.now() < job.upload_until + UPLOAD_GRACE:
        return False
    reason = "The file was not uploaded in time."
    kind = DocumentErrorKind.VALIDATION_ERROR
    return steps.errored(new_request(NAME), job.job_id, steps.attempt_of(job), kind, reason) is not None


def _submitted(job: TextractJob) -> bool:
    return _has_waited(job) and _queue_again(job)


def _processing(job: TextractJob) -> bool:
    attempt = steps.attempt_of(job)
    if job.lease_until is None or parts.now() < job.lease_until:
        return False
    if not job.textract_id:
        return steps.leased(new_request(NAME), job.job_id, attempt) is not None and _send(job)
    try:
        return _ask_textract(job, attempt, job.textract_id)
    except Slowed:
        return False  # the next sweep asks again
    except RefusedByService as refusal:
        if refusal.kind is not RefusalKind.MISSING:
            raise
        reason, kind = "Textract does not know the document any more.", DocumentErrorKind.PROCESSING_ERROR
        return steps.errored(new_request(NAME), job.job_id, attempt, kind, reason) is not None


def _ask_textract(job: TextractJob, attempt: int, textract_id: str) -> bool:
    found = services().textract.result(textract_id, is_analysis=bool(features_of(job)))
    if found.status == "FAILED":
        return steps.failed(new_request(NAME), job.job_id, attempt, in_words(found.message)) is not None
    if steps.leased(new_request(NAME), job.job_id, attempt) is None:
        return False
    if found.status in SUCCEEDED:
        url = services().settings.need("documents_output_queue_url")
        services().sqs.send(url, CollectMessage(job.job_id, attempt, textract_id).body)
    return True


def _has_waited(job: TextractJob) -> bool:
    last = job.updated_at or job.submitted_at
    return last is None or last + timedelta(seconds=services().settings.sweep_after_seconds) < parts.now()


def _queue_again(job: TextractJob) -> bool:
    """First the mark, then the message: if the message is lost, the next sweep comes by."""
    return steps.touched(new_request(NAME), job) is not None and _send(job)


def _send(job: TextractJob) -> bool:
    url = services().settings.need("documents_input_queue_url")
    services().sqs.send(url, JobMessage(job.job_id, steps.attempt_of(job)).body)
    return True


def _waiting_cats(turn: Turn) -> int:
    """Images that wait too long."""
    if not services().settings.cats_bucket:
        return 0
    found = list(islice(overdue(new_request(NAME)), MOST_CATS))
    return _each(turn, [(partial(_looked_after, each), each.fingerprint) for each in found])


def _moved_cats(turn: Turn) -> int:
    """Files that still lie where they were uploaded, although their image has its result."""
    if not services().settings.cats_bucket:
        return 0
    return _each(turn, [(partial(_tidied, *each), each[1]) for each in left_behind()])


def _looked_after(image: CatImage) -> bool:
    return look_after(new_request(NAME), image)


def _tidied(batch_id: int, fingerprint: str) -> bool:
    return tidy(new_request(NAME), batch_id, fingerprint) is not None


def _each(turn: Turn, cares: Iterable[tuple[Callable[[], bool], str]]) -> int:
    """Care for images by their fingerprints, as far as the turn goes; returns how many needed it."""
    done = 0
    for care, fingerprint in cares:
        if turn.is_over(done):
            break
        done += _cared(care, fingerprint=fingerprint)
    return done


def _cared(care: Callable[[], bool], **about: str) -> bool:
    try:
        return care()
    except Exception:  # noqa: BLE001  one of them must not keep the others waiting
        logger.exception("not swept", extra=about)
        return False


def _expired_cats(turn: Turn) -> int:
    """DynamoDB deletes what has expired, and S3 the files. At home nothing does."""
    if not services().settings.sweep_expired:
        return 0
    return walk_daily(partial(new_request, NAME), CATS, remove_expired, turn)


def _repaired(turn: Turn) -> int:
    return walk_daily(partial(new_request, NAME), DOCUMENTS, repair_document, turn)


SWEEPS: dict[str, Sweep] = {
    "uploading": partial(sweep_documents, DocumentStatus.UPLOADING, _uploading),
    "submitted": partial(sweep_documents, DocumentStatus.SUBMITTED, _submitted),
    "processing": partial(sweep_documents, DocumentStatus.PROCESSING, _processing),
    "cats": _waiting_cats,
    "moved cats": _moved_cats,
    "expired cats": _expired_cats,
    "repaired": _repaired,
}
"""What is swept, by name."""
