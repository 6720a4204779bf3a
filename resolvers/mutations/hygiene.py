"""Keeping labels clean: wrong ones replaced, other names of one meaning brought together, meanings written down."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from entities.fields import Counted, TextSet, Timestamp
from entities.receipts.labels import LabelHygieneResult, LabelMetadata, LabelState, ReceiptWordLabel, ValidationStatus
from loaders.dynamo.writes import Action
from loaders.errors import NotFound
from loaders.reading import Reading
from loaders.writing import Found, expect, find, find_many, put_new, require, revised, transact, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.below import OfWord, UpperWord, check_size, ids_in, set_alone, settled, stored_now

MOST_WORDS = 49
"""Two labels for each and the finding itself: a transaction has at most 100 actions."""


class RelabelInput(OfWord):
    """A label that is wrong, and the one that is right."""

    about: ClassVar[str] = "ReceiptWordLabel"

    label: UpperWord
    new_label: UpperWord
    reasoning: str | None = None
    label_proposed_by: str | None = None
    validation_status: ValidationStatus = ValidationStatus.PENDING
    expected_status: ValidationStatus | None = None


def relabel(reading: Reading, input: RelabelInput) -> ReceiptWordLabel:
    """The old label becomes INVALID and the new one says where it comes from, both or neither."""
    if input.label == input.new_label:
        raise BadRequest("input.newLabel must be another label.", field="input.newLabel")
    word = ids_in(input)
    new = ReceiptWordLabel(
        **word,
        **input.given("reasoning", "label_proposed_by", "validation_status"),
        label=input.new_label,
        label_consolidated_from=input.label,
        timestamp_added=reading.now,
    )
    check_size(new)

    def plan() -> tuple[list[Action | None], ReceiptWordLabel]:
        old = require(reading, ReceiptWordLabel, field="input.label", **word, label=input.label)
        expect(old.item, {"validation_status": input.expected_status})
        there = find(reading, ReceiptWordLabel, **word, label=input.new_label)
        return _replacement(old, there, new)

    return transact(reading, plan)


class LabelledWordInput(OfWord):
    """A word that has the label."""

    about: ClassVar[str] = "ReceiptWordLabel"


class ConsolidateLabelInput(Input):
    """The finding that a label is only another name of a second one, and words to correct."""

    about: ClassVar[str] = "LabelHygieneResult"

    hygiene_id: str
    alias: UpperWord
    canonical_label: UpperWord
    words: Annotated[tuple[LabelledWordInput, ...], Field(max_length=MOST_WORDS)] = ()
    reasoning: str | None = None
    gpt_agreed: bool | None = None
    source_batch_id: str | None = None
    example_ids: TextSet = ()
    image_id: str | None = None
    receipt_id: Counted | None = None
    timestamp: Timestamp | None = None


def consolidate_label(reading: Reading, input: ConsolidateLabelInput) -> LabelHygieneResult:
    """The finding is recorded and the words are relabelled, all or nothing. More words may follow under the same id."""
    if input.alias == input.canonical_label:
        raise BadRequest("input.canonicalLabel must be another label.", field="input.canonicalLabel")
    finding = LabelHygieneResult(**{"timestamp": reading.now} | input.only("words"))
    own = () if input.timestamp else ("timestamp",)

    def plan() -> tuple[list[Action | None], LabelHygieneResult]:
        recorded, stored = settled(stored_now(reading, finding), finding, expected={}, stamps=own)
        return [recorded, *_relabelled(reading, input)], stored

    return transact(reading, plan)


class ReceiptRefInput(Input):
    """A receipt that something speaks of."""

    about: ClassVar[str] = "ReceiptRef"

    image_id: str
    receipt_id: Counted


class PutLabelMetadataInput(Input):
    """What a label means."""

    about: ClassVar[str] = "LabelMetadata"

    label: UpperWord
    status: LabelState = LabelState.ACTIVE
    aliases: TextSet = ()
    description: str | None = None
    schema_version: Counted | None = None
    label_target: str | None = None
    receipt_refs: tuple[ReceiptRefInput, ...] = ()
    last_updated: Timestamp | None = None
    expected_last_updated: Timestamp | None = None


def put_label_metadata(reading: Reading, input: PutLabelMetadataInput) -> LabelMetadata:
    """In place of what was written down before."""
    given = input.model_dump(exclude_none=True, exclude={"expected_last_updated"})
    metadata = LabelMetadata(**{"last_updated": reading.now} | given)
    own = () if input.last_updated else ("last_updated",)
    return set_alone(reading, metadata, expected={"last_updated": input.expected_last_updated}, stamps=own)


def _relabelled(reading: Reading, input: ConsolidateLabelInput) -> list[Action | None]:
    words = [ids_in(word) for word in input.words]
    if len({tuple(word.values()) for word in words}) < len(words):
        raise BadRequest("input.words names a word twice.", field="input.words")
    olds = find_many(reading, ReceiptWordLabel, [{**word, "label": input.alias} for word in words])
    theres = find_many(reading, ReceiptWordLabel, [{**word, "label": input.canonical_label} for word in words])
    actions: list[Action | None] = []
    for place, (word, old, there) in enumerate(zip(words, olds, theres, strict=True)):
        if old is None:
            raise NotFound(f"This word has no label {input.alias}.", field=f"input.words.{place}")
        new = _canonical(reading, input, word)
        actions += _replacement(old, there, new)[0]
    return actions


def _canonical(reading: Reading, input: ConsolidateLabelInput, word: dict[str, Any]) -> ReceiptWordLabel:
    return ReceiptWordLabel(
        **word,
        label=input.canonical_label,
        reasoning=input.reasoning,
        validation_status=ValidationStatus.PENDING,
        label_consolidated_from=input.alias,
        label_proposed_by=input.hygiene_id,
        timestamp_added=reading.now,
    )


def _replacement(
    old: Found[ReceiptWordLabel], there: Found[ReceiptWordLabel] | None, new: ReceiptWordLabel
) -> tuple[list[Action | None], ReceiptWordLabel]:
    """The old label made INVALID, and the new one there: made, or taken up again, or left as somebody else put it."""
    rejected = update(old, revised(old.item, validation_status=ValidationStatus.INVALID), guard=("validation_status",))
    if there is None:
        return [rejected, put_new(new)], new
    if there.item.validation_status is ValidationStatus.INVALID and rejected:
        taken_up = ("validation_status", "reasoning", "label_consolidated_from", "label_proposed_by")
        kept = revised(there.item, **{name: getattr(new, name) for name in taken_up})
    else:
        kept = revised(
            there.item, label_consolidated_from=there.item.label_consolidated_from or new.label_consolidated_from
        )
    return [rejected, update(there, kept)], kept
