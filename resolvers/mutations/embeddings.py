"""Whether lines and words have been turned into vectors: many at once, as batches of them come and go."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from entities.fields import Ordinal
from entities.receipts.receipt import EmbeddingStatus, ReceiptLine, ReceiptWord
from loaders.dynamo.writes import Action
from loaders.errors import NotFound, Outdated
from loaders.reading import Reading
from loaders.writing import Found, expect, find_many, revised, transact, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.below import OfReceipt

MOST = 100
NONE, PENDING, SUCCESS = EmbeddingStatus.NONE, EmbeddingStatus.PENDING, EmbeddingStatus.SUCCESS
FAILED, NOISE = EmbeddingStatus.FAILED, EmbeddingStatus.NOISE

LEADS_TO: dict[EmbeddingStatus, set[EmbeddingStatus]] = {
    NONE: {PENDING, SUCCESS, FAILED, NOISE},
    PENDING: {NONE, SUCCESS, FAILED, NOISE},
    SUCCESS: {NONE, PENDING},
    FAILED: {NONE, PENDING, NOISE},
    NOISE: {NONE, PENDING},
}
"""What succeeded or failed is tried again before it can end otherwise, and noise is never turned into a vector."""

Embedded = ReceiptLine | ReceiptWord


class EmbeddedInput(OfReceipt):
    """A line of a receipt, or with `wordId` a word of it."""

    about: ClassVar[str] = "ReceiptWord"

    line_id: Ordinal
    word_id: Ordinal | None = None


class SetEmbeddingStatusInput(Input):
    """Lines and words that have come this far."""

    about: ClassVar[str] = "ReceiptWord"

    targets: Annotated[tuple[EmbeddedInput, ...], Field(min_length=1, max_length=MOST)]
    embedding_status: EmbeddingStatus
    expected_status: EmbeddingStatus | None = None


def set_embedding_status(reading: Reading, input: SetEmbeddingStatusInput) -> list[Embedded]:
    """All of them or none, in the order in which they were named."""
    ids = [target.only() for target in input.targets]
    if len({tuple(sorted(each.items())) for each in ids}) < len(ids):
        raise BadRequest("input.targets names a line or a word twice.", field="input.targets")

    def plan() -> tuple[list[Action | None], list[Embedded]]:
        found = _found(reading, ids)
        edited = [_moved(each.item, input) for each in found]
        guard = ("embedding_status",)
        return [update(each, after, guard=guard) for each, after in zip(found, edited, strict=True)], edited

    return transact(reading, plan)


def _found(reading: Reading, ids: Sequence[dict[str, Any]]) -> list[Found[Any]]:
    """The lines and words, in order."""
    lines = [each for each in ids if "word_id" not in each]
    words = [each for each in ids if "word_id" in each]
    found_lines = iter(find_many(reading, ReceiptLine, lines))
    found_words = iter(find_many(reading, ReceiptWord, words))
    found: list[Found[Any]] = []
    for place, each in enumerate(ids):
        there: Found[Any] | None = next(found_words) if "word_id" in each else next(found_lines)
        if there is None:
            raise NotFound("There is no such line or word.", field=f"input.targets.{place}")
        found.append(there)
    return found


def _moved(item: Embedded, input: SetEmbeddingStatusInput) -> Embedded:
    """The first writers knew nothing of vectors: what they wrote has none."""
    now, to = item.embedding_status or NONE, input.embedding_status
    expect(revised(item, embedding_status=now), {"embedding_status": input.expected_status})
    if to is now:
        return item
    if now in LEADS_TO and to not in LEADS_TO[now]:
        raise Outdated(f"This {type(item).__name__} is {now.name}; that does not lead to {to.name}.", item)
    is_noise = to is NOISE or (item.is_noise and now is not NOISE)
    return revised(item, embedding_status=to, is_noise=is_noise)
