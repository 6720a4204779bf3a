"""Dead letters of documents: the message is kept and the document ends, both or neither; a redrive is a retry."""

from collections.abc import Sequence

from commands.changes import delete, transact
from commands.documents.retries import queue_attempt, retried
from commands.documents.steps import attempt_of, in_error, step_action
from commands.letters.dead_letters import forget_letter, keep_letter
from entities.documents import DocumentErrorKind, TextractJob
from entities.letters import DeadLetter, LetterQueue
from loaders.current import Found, find
from loaders.dynamo.writes import Action
from loaders.request import Request
from services.clients import services


def give_up(request: Request, letter: DeadLetter) -> DeadLetter:
    """Keep a message about a document, and end the document with its reason."""
    return keep_letter(request, letter, lambda: _ending(request, letter))


def redrive_document(request: Request, letter: DeadLetter) -> str | None:
    """Retry the document of a message and forget the message; returns why that is impossible, if it is."""
    queue = services().settings.need("documents_input_queue_url")

    def writes() -> tuple[list[Action | None], TextractJob | str]:
        job, stored = _job(request, letter), find(request, DeadLetter, letter_id=letter.letter_id)
        if job is None or stored is None:
            return [], "The document does not exist any more."
        is_same = letter.attempt is None or letter.attempt == attempt_of(job.item)
        if job.item.error_kind is not DocumentErrorKind.DLQ_ERROR or not is_same:
            return [], f"The document is {job.item.status.name} by now, and the message has nothing to add."
        action, edited = retried(request, job)
        return [action, delete(stored)], edited

    done = transact(request, writes)
    if isinstance(done, str):
        forget_letter(request, letter)
        return done
    queue_attempt(queue, done)
    return None


def _ending(request: Request, letter: DeadLetter) -> Sequence[Action | None]:
    found = _job(request, letter)
    if found is None or found.item.deleted_by:
        return []
    job = found.item
    if letter.queue is LetterQueue.INPUT and job.textract_id:
        return []  # it has done its work: Textract has the document
    edited = in_error(
        request,
        job,
        letter.attempt or attempt_of(job),
        DocumentErrorKind.DLQ_ERROR,
        f"Its message failed {letter.receive_count or 3} times and is a dead letter. {letter.reason or ''}".strip(),
        retry_count=letter.receive_count,
        dlq_source=letter.queue.value,
    )
    return [step_action(found, edited)] if edited else []


def _job(request: Request, letter: DeadLetter) -> Found[TextractJob] | None:
    return find(request, TextractJob, job_id=letter.job_id) if letter.job_id else None
