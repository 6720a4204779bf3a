"""Label hygiene: wrong labels are replaced, aliases consolidated, and meanings recorded."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.changes import expect, put_new, revised, still, transact, update
from commands.inputs import Input
from commands.receipts.labels import checked_by
from commands.receipts.receipt_writes import OfWord, UpperWord, check_size, ids_in, set_alone, settled, stored_now
from entities.fields import Counted, TextSet, Timestamp
from entities.receipts.labels import LabelHygieneResult, LabelMetadata, LabelState, ReceiptWordLabel, ValidationStatus
from loaders.current import Found, find, find_many, require
from loaders.dynamo.writes import Action
from loaders.errors import BadInput, NotFound
from loaders.request import Request

CHECKED = ("validation_status", "validated_by", "validated_at")

MAX_WORDS = 49
"""A transaction has at most 100 actions: two labels for each word, and the finding itself."""


class RelabelInput(OfWord):
    """A wrong label of a word, and the right one."""

    about: ClassVar[str] = "ReceiptWordLabel"

    label: UpperWord
    """The wrong label, such as `TOTAL`; it becomes INVALID."""
    new_label: UpperWord
    """The right label, such as `GRAND_TOTAL`; it is stored in upper case."""
    reasoning: str | None = None
    """Why the new label is right."""
    label_proposed_by: str | None = None
    """The person, model or process that proposes the new label."""
    validation_status: ValidationStatus = ValidationStatus.PENDING
    """The validation status of the new label; defaults to PENDING."""
    expected_status: ValidationStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current validation status of the wrong label."""


def relabel(request: Request, input: RelabelInput) -> ReceiptWordLabel:
    """Make the old label INVALID and store the new one, which names the old, in one transaction."""
    if input.label == input.new_label:
        raise BadInput("`new_label` must differ from `label`.", field="new_label")
    word = ids_in(input)
    values = input.given("reasoning", "label_proposed_by", "validation_status")
    labelled = ReceiptWordLabel(
        **word, **values, label=input.new_label, label_consolidated_from=input.label, timestamp_added=request.now
    )
    new = checked_by(request, labelled)
    check_size(new)

    def writes() -> tuple[list[Action | None], ReceiptWordLabel]:
        old = require(request, ReceiptWordLabel, field="label", **word, label=input.label)
        expect(old.item, {"validation_status": input.expected_status})
        there = find(request, ReceiptWordLabel, **word, label=input.new_label)
        return _replacement(request, old, there, new)

    return transact(request, writes)


class LabelledWordInput(OfWord):
    """A word that has the label to replace."""

    about: ClassVar[str] = "ReceiptWordLabel"


class ConsolidateLabelInput(Input):
    """The finding that one label is only another name for a second one, and words to relabel."""

    about: ClassVar[str] = "LabelHygieneResult"

    hygiene_id: str
    alias: UpperWord
    canonical_label: UpperWord
    words: Annotated[tuple[LabelledWordInput, ...], Field(max_length=MAX_WORDS)] = ()
    """The words to relabel, at most 49 in one call. For more, repeat the call with the same `hygieneId`."""
    reasoning: str | None = None
    gpt_agreed: bool | None = None
    source_batch_id: str | None = None
    example_ids: TextSet = ()
    image_id: str | None = None
    receipt_id: Counted | None = None
    timestamp: Timestamp | None = None
    """When the finding was made; defaults to now."""


def consolidate_label(request: Request, input: ConsolidateLabelInput) -> LabelHygieneResult:
    """Store the finding and relabel the words, in one transaction. Further calls with the same id may add words."""
    if input.alias == input.canonical_label:
        raise BadInput("`canonical_label` must differ from `alias`.", field="canonical_label")
    finding = LabelHygieneResult(**{"timestamp": request.now} | input.only("words"))
    own = () if input.timestamp else ("timestamp",)

    def writes() -> tuple[list[Action | None], LabelHygieneResult]:
        recorded, stored = settled(stored_now(request, finding), finding, expected={}, stamps=own)
        return [recorded, *_relabelled(request, input)], stored

    return transact(request, writes)


class ReceiptRefInput(Input):
    """A reference to a receipt."""

    about: ClassVar[str] = "ReceiptRef"

    image_id: str
    receipt_id: Counted


class PutLabelMetadataInput(Input):
    """The definition of a label; it replaces the one stored for the same label, if any."""

    about: ClassVar[str] = "LabelMetadata"

    label: UpperWord
    status: LabelState = LabelState.ACTIVE
    """Whether the label is still in use; defaults to ACTIVE."""
    aliases: TextSet = ()
    description: str | None = None
    schema_version: Counted | None = None
    label_target: str | None = None
    """The group that the label belongs to, such as `money`; labels can be listed by it."""
    receipt_refs: tuple[ReceiptRefInput, ...] = ()
    last_updated: Timestamp | None = None
    """When the definition was last changed; defaults to now."""
    expected_last_updated: Timestamp | None = None
    """If given, the call fails with `Conflict` unless `LabelMetadata.lastUpdated` still has this value."""


def put_label_metadata(request: Request, input: PutLabelMetadataInput) -> LabelMetadata:
    """Replace what is recorded about a label."""
    given = input.model_dump(exclude_none=True, exclude={"expected_last_updated"})
    metadata = LabelMetadata(**{"last_updated": request.now} | given)
    own = () if input.last_updated else ("last_updated",)
    return set_alone(request, metadata, expected={"last_updated": input.expected_last_updated}, stamps=own)


def _relabelled(request: Request, input: ConsolidateLabelInput) -> list[Action | None]:
    words = [ids_in(word) for word in input.words]
    if len({tuple(word.values()) for word in words}) < len(words):
        raise BadInput("`words` has a word twice.", field="words")
    olds = find_many(request, ReceiptWordLabel, [{**word, "label": input.alias} for word in words])
    theres = find_many(request, ReceiptWordLabel, [{**word, "label": input.canonical_label} for word in words])
    actions: list[Action | None] = []
    for place, (word, old, there) in enumerate(zip(words, olds, theres, strict=True)):
        if old is None:
            raise NotFound(f"The word in `words.{place}` has no label {input.alias}.", field=f"words.{place}")
        new = _canonical(request, input, word)
        actions += _replacement(request, old, there, new)[0]
    return actions


def _canonical(request: Request, input: ConsolidateLabelInput, word: dict[str, Any]) -> ReceiptWordLabel:
    label = ReceiptWordLabel(
        **word,
        label=input.canonical_label,
        reasoning=input.reasoning,
        validation_status=ValidationStatus.PENDING,
        label_consolidated_from=input.alias,
        label_proposed_by=input.hygiene_id,
        timestamp_added=request.now,
    )
    return checked_by(request, label)


def _replacement(
    request: Request,
    old: Found[ReceiptWordLabel],
    there: Found[ReceiptWordLabel] | None,
    new: ReceiptWordLabel,
) -> tuple[list[Action | None], ReceiptWordLabel]:
    """The actions that make the old label INVALID, and create the new one, reopen it, or link it to the old."""
    rejected = _rejected(request, old)
    as_found = rejected or still(old, "validation_status")
    if there is None:
        return [as_found, put_new(new)], new
    if there.item.validation_status is ValidationStatus.INVALID and rejected:
        taken_up = (*CHECKED, "reasoning", "label_consolidated_from", "label_proposed_by")
        kept = revised(there.item, **{name: getattr(new, name) for name in taken_up})
    else:
        kept = revised(
            there.item, label_consolidated_from=there.item.label_consolidated_from or new.label_consolidated_from
        )
    linked = update(there, kept)
    return [as_found if linked else rejected, linked], kept


def _rejected(request: Request, old: Found[ReceiptWordLabel]) -> Action | None:
    """The action that makes a label INVALID, by the caller; None if it is so already."""
    if old.item.validation_status is ValidationStatus.INVALID:
        return None
    invalid = checked_by(request, revised(old.item, validation_status=ValidationStatus.INVALID))
    return update(old, invalid, guard=("validation_status",))
