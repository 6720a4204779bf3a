"""Keeps messages that were given up, from all dead-letter queues, and says so on their documents and images."""

from collections.abc import Mapping
from typing import Any

from commands.cats.dead_letters import give_up_images
from commands.cats.naming import images_named_in
from commands.documents.dead_letters import give_up
from commands.letters.dead_letters import KEPT_FOR, cut, keep_letter, noted_failure
from entities.letters import DeadLetter, LetterQueue
from loaders.request import Request
from services.messages import read_collect_message, read_completion
from workers.completion_processor import job_of_completion
from workers.document_processor import job_of_message
from workers.queue_events import QueueMessage, new_request, process_each

NAME = "dead-letters"
UNKNOWN = "Why is not known: the worker was stopped, or could not say."


def handler(event: Mapping[str, Any], _: Any) -> dict[str, Any]:
    """The entry point for a batch of messages; returns those to deliver again."""
    return process_each(event, _work)


def queue_of(name: str) -> LetterQueue:
    """The queue that a dead-letter queue belongs to: its name contains `input`, `output` or `cats`."""
    return next(each for each in LetterQueue if each.value in name.lower())


def _work(message: QueueMessage) -> None:
    request, queue = new_request(NAME), queue_of(message.queue_name)
    job_id, attempt = _about(request, queue, message)
    letter = DeadLetter(
        letter_id=f"{queue.value}:{message.message_id}",
        queue=queue,
        body=cut(message.body) or " ",
        reason=noted_failure(request, message.message_id) or UNKNOWN,
        receive_count=max(3, message.receive_count - 1),
        job_id=job_id,
        attempt=attempt,
        received_at=request.now,
        sent_at=message.sent_at,
        expires_at=request.now + KEPT_FOR,
    )
    if queue is LetterQueue.CATS:
        give_up_images(request, letter, list(images_named_in(message.json)))
    elif job_id:
        give_up(request, letter)
    else:
        keep_letter(request, letter)


def _about(request: Request, queue: LetterQueue, message: QueueMessage) -> tuple[str | None, int | None]:
    """The document that a message is about, as far as it can be read."""
    if queue is LetterQueue.CATS:
        return None, None
    going_on = read_collect_message(message.json)
    if going_on:
        return going_on.job_id, going_on.attempt
    completion = read_completion(message.json)
    if completion:
        return job_of_completion(request, completion) or (None, None)
    try:
        return next(job_of_message(request, message.json), (None, None))
    except ValueError:  # a message about another bucket
        return None, None
