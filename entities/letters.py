"""Messages that workers gave up, as they are kept to be looked at and sent again."""

from typing import Annotated, ClassVar

from entities.fields import InKey, Needed, OpenEnum, Stored, Timestamp
from entities.item import Item
from entities.keys import Key
from entities.tables import LETTERS, Table


class LetterQueue(OpenEnum):
    """The queue that a message failed in: INPUT (uploaded documents), OUTPUT (what Textract has finished) or CATS
    (uploaded pictures).
    """

    INPUT = "input"
    OUTPUT = "output"
    CATS = "cats"


class DeadLetter(Item):
    """A message that no worker could process, although it was delivered several times."""

    table: ClassVar[Table] = LETTERS
    type_name: ClassVar[str] = "DeadLetter"
    key: ClassVar[Key] = Key.of("LETTER#{letter_id:text}")
    indexes: ClassVar = {"Kind-ReceivedAt-Index": Key.of("LETTER", "{received_at}")}
    is_for_staff: ClassVar[bool] = True
    item_bytes: ClassVar[int] = 400

    letter_id: InKey[str]
    """The queue and the id that SQS gave to the message."""
    queue: Annotated[LetterQueue, Stored("Queue")]
    """The queue that the message failed in."""
    body: Annotated[Needed[str], Stored("Body")] = None
    """The message as it was in the queue, cut after 200 KB."""
    reason: Annotated[str | None, Stored("Reason")] = None
    """Why it could not be processed, as far as that is known."""
    receive_count: Annotated[int | None, Stored("ReceiveCount")] = None
    """How often the message was delivered."""
    job_id: Annotated[str | None, Stored("JobID")] = None
    """The id of the document that the message is about; null if it is about none."""
    attempt: Annotated[int | None, Stored("Attempt")] = None
    """The attempt of the document that the message is about; null if the message names none."""
    received_at: Annotated[Needed[Timestamp], Stored("ReceivedAt")] = None
    """When the message was given up."""
    sent_at: Annotated[Timestamp | None, Stored("SentAt")] = None
    """When the message was first sent; null if SQS did not say."""
