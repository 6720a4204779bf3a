"""The embedding status of lines and words, many at once."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.changes import expect, revised, transact, update
from commands.inputs import Input
from commands.receipts.receipt_writes import OfReceipt
from commands.transitions.receipts import EMBEDDING
from entities.fields import Ordinal
from entities.receipts.receipt import EmbeddingStatus, ReceiptLine, ReceiptWord
from loaders.current import Found, find_many
from loaders.dynamo.writes import Action
from loaders.errors import BadInput, NotFound
from loaders.request import Request

MAX = 100

Embedded = ReceiptLine | ReceiptWord


class EmbeddedInput(OfReceipt):
    """A line of a receipt, or one of its words if `wordId` is given."""

    about: ClassVar[str] = "ReceiptWord"

    line_id: Ordinal
    """The number of the line within its receipt."""
    word_id: Ordinal | None = None
    """The number of the word, unique within its line; leave it out to mean the line itself."""


class SetEmbeddingStatusInput(Input):
    """Lines and words, and the embedding status to give them."""

    about: ClassVar[str] = "ReceiptWord"

    targets: Annotated[tuple[EmbeddedInput, ...], Field(min_length=1, max_length=MAX)]
    """The lines and words, from 1 to 100. Either all of them change or none does."""
    embedding_status: EmbeddingStatus
    """The new status. A step that is not possible from the current status is refused."""
    expected_status: EmbeddingStatus | None = None
    """If given, the call fails with `Conflict` unless all the lines and words have this status now."""


def set_embedding_status(request: Request, input: SetEmbeddingStatusInput) -> list[Embedded]:
    """Set the status of all targets or of none, and return them in the given order."""
    ids = [target.only() for target in input.targets]
    if len({tuple(sorted(each.items())) for each in ids}) < len(ids):
        raise BadInput("`targets` has a line or a word twice.", field="targets")

    def writes() -> tuple[list[Action | None], list[Embedded]]:
        found = _found(request, ids)
        edited = [_moved(each.item, input) for each in found]
        guard = ("embedding_status",)
        return [update(each, after, guard=guard) for each, after in zip(found, edited, strict=True)], edited

    return transact(request, writes)


def _found(request: Request, ids: Sequence[dict[str, Any]]) -> list[Found[Any]]:
    """The lines and words, in order."""
    lines = [each for each in ids if "word_id" not in each]
    words = [each for each in ids if "word_id" in each]
    found_lines = iter(find_many(request, ReceiptLine, lines))
    found_words = iter(find_many(request, ReceiptWord, words))
    found: list[Found[Any]] = []
    for place, each in enumerate(ids):
        there: Found[Any] | None = next(found_words) if "word_id" in each else next(found_lines)
        if there is None:
            raise NotFound(f"There is no line or word with the ids in `targets.{place}`.", field=f"targets.{place}")
        found.append(there)
    return found


def _moved(item: Embedded, input: SetEmbeddingStatusInput) -> Embedded:
    """The item with its next status. Early items have no status, which means NONE."""
    now, to = item.embedding_status or EmbeddingStatus.NONE, input.embedding_status
    expect(revised(item, embedding_status=now), {"embedding_status": input.expected_status})
    if to is now:
        return item
    EMBEDDING.check(item, now, to)
    is_noise = to is EmbeddingStatus.NOISE or (item.is_noise and now is not EmbeddingStatus.NOISE)
    return revised(item, embedding_status=to, is_noise=is_noise)
