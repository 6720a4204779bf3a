"""Messages that workers gave up: listed, and sent again."""

from typing import Annotated

from pydantic import Field

from commands.cats.dead_letters import images_of, redrive_images
from commands.documents.dead_letters import redrive_document
from commands.inputs import Input
from commands.letters.dead_letters import LetterRedrive, send_again
from entities.letters import DeadLetter, LetterQueue
from loaders.letters import LETTERS
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.runtime.ids import read_global_id

MAX_LETTERS = 100


class RedriveDeadLettersInput(Input):
    """Messages to send again."""

    ids: Annotated[tuple[str, ...], Field(min_length=1, max_length=MAX_LETTERS)]
    """The `id` of each message, as `deadLetters` returned it; at most 100."""


def dead_letters(request: Request, queue: LetterQueue | None, first: int, after: str | None) -> Slice:
    where = {"Queue": queue.value} if queue else {}
    return LETTERS.page(request, {}, where=where, first=first, after=after)


def redrive_dead_letters(request: Request, input: RedriveDeadLettersInput) -> list[LetterRedrive]:  # noqa: A002
    """Send messages again, one after the other; each says what became of it."""
    return [_redrive(request, each) for each in dict.fromkeys(input.ids)]


def _redrive(request: Request, given: str) -> LetterRedrive:
    place = read_global_id(given)
    ids = DeadLetter.ids_of(place[1]) if place and place[0] is DeadLetter else None
    (letter,) = request.by_ids(DeadLetter, [ids]) if ids else [None]
    if not isinstance(letter, DeadLetter):
        return LetterRedrive(id=given, is_redriven=False, reason="There is no such message.")
    reason = _sent_again(request, letter)
    return LetterRedrive(id=given, is_redriven=reason is None, reason=reason)


def _sent_again(request: Request, letter: DeadLetter) -> str | None:
    """Send a message again by its kind; returns why that is impossible, if it is."""
    if letter.queue is LetterQueue.CATS:
        keys = images_of(letter)
        return redrive_images(request, letter, keys) if keys else send_again(request, letter)
    return redrive_document(request, letter) if letter.job_id is not None else send_again(request, letter)
