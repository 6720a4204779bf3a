"""Messages that were given up: kept as items, because a queue can neither be listed nor sent again one by one."""

from collections.abc import Callable, Sequence
from datetime import timedelta

from commands.availability import available
from commands.changes import put_new, transact
from entities.attributes import Record
from entities.fields import Part
from entities.letters import DeadLetter, LetterQueue
from entities.tables import LETTERS
from loaders.current import find
from loaders.dynamo.writes import Action
from loaders.request import Request
from services.clients import services

KEPT_FOR = timedelta(days=90)
MAX_BODY_BYTES = 200_000
NOTED_FOR = timedelta(days=4)
"""How long the reason of a failed try is remembered: longer than a queue keeps the message."""
MAX_REASON = 1000

QUEUES = {
    LetterQueue.INPUT: "documents_input_queue_url",
    LetterQueue.OUTPUT: "documents_output_queue_url",
    LetterQueue.CATS: "cats_queue_url",
}
"""Where a letter is sent again, by the name of the setting."""


class LetterRedrive(Part):
    """What became of a message that was to be sent again."""

    id: str
    """The id of the message, as it was given."""
    is_redriven: bool
    """Whether the message was sent again."""
    reason: str | None = None
    """Why it was not; null if it was."""


def keep_letter(
    request: Request, letter: DeadLetter, also: Callable[[], Sequence[Action | None]] = lambda: ()
) -> DeadLetter:
    """Store a message and do what belongs to it, all or nothing. A message that is stored already changes nothing."""

    def writes() -> tuple[list[Action | None], DeadLetter]:
        found = find(request, DeadLetter, letter_id=letter.letter_id)
        return ([], found.item) if found else ([put_new(letter), *also()], letter)

    return transact(request, writes)


def send_again(request: Request, letter: DeadLetter) -> str | None:
    """Put a message into its queue again and forget it; returns why that is impossible, if it is."""
    if len((letter.body or "").encode()) >= MAX_BODY_BYTES:
        return "The message was too large to be kept whole."
    with available("Sending again"):
        url = services().settings.need(QUEUES[letter.queue])
        services().sqs.send(url, letter.body or "")
    forget_letter(request, letter)
    return None


def forget_letter(request: Request, letter: DeadLetter) -> None:
    """Remove a message that is dealt with."""
    request.session.delete(LETTERS, letter.primary_key())


def note_failure(request: Request, message_id: str, reason: str) -> None:
    """Remember why a message failed: the dead-letter queue does not say."""
    expires = int((request.now + NOTED_FOR).timestamp())
    request.session.put(LETTERS, {**_note(message_id), "Reason": reason[:MAX_REASON], LETTERS.ttl or "": expires})


def noted_failure(request: Request, message_id: str) -> str | None:
    """Why a message failed last, if that was noted."""
    found = request.session.get(LETTERS, _note(message_id), is_consistent=True)
    return str(found["Reason"]) if found and found.get("Reason") else None


def cut(body: str) -> str:
    """As much of a body as can be kept."""
    return body.encode()[:MAX_BODY_BYTES].decode(errors="ignore")


def _note(message_id: str) -> Record:
    return {"ID": f"FAILED#{message_id}"}
