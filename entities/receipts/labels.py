"""What the words of a receipt mean: labels, tags of the first generation, fields, and the hygiene of labels."""

from typing import Annotated, ClassVar

from pydantic import AfterValidator, ValidationInfo

from entities.fields import Flag, InKey, Needed, OpenEnum, Part, Stored, TextSet, Timestamp, UpperText, is_reading
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import SEED_000, UPSTREAM, ImageId, LineId, ReceiptId, ReceiptsItem, WordId

_IMAGE = "IMAGE#{image_id}"
_RECEIPT = "RECEIPT#{receipt_id:05d}"
_WORD_OF_IMAGE = "LINE#{line_id:05d}#WORD#{word_id:05d}"
_WORD = f"{_RECEIPT}#{_WORD_OF_IMAGE}"


_PER_RECEIPT = (
    "Without line, word and tag the item is about the whole receipt: all stored items so far are of that kind."
)


class ValidationStatus(OpenEnum):
    """Whether a label has been checked. NONE: not yet. PENDING: a check is under way. VALID, INVALID: the label is
    right or wrong. NEEDS_REVIEW: a person should decide.
    """

    NONE = "NONE"
    PENDING = "PENDING"
    VALID = "VALID"
    INVALID = "INVALID"
    NEEDS_REVIEW = "NEEDS_REVIEW"


class LabelState(OpenEnum):
    """Whether a label is still in use. DEPRECATED: it should not be used any more."""

    ACTIVE = "ACTIVE"
    DEPRECATED = "DEPRECATED"


class ReceiptRef(Part):
    """A reference to a receipt."""

    image_id: str | None = None
    """The id of the image that the receipt is on."""
    receipt_id: int | None = None
    """The number of the receipt within its image, counted from 1."""


class ReceiptWordLabel(ReceiptsItem):
    """The meaning of a word of a receipt, such as GRAND_TOTAL, DATE or PRODUCT_NAME."""

    type_name: ClassVar[str] = "RECEIPT_WORD_LABEL"
    is_counted: ClassVar[bool] = True
    key: ClassVar[Key] = Key.of(_IMAGE, _WORD + "#LABEL#{label}")
    indexes: ClassVar = {
        "GSI1": Key.of("LABEL#{label}", f"{_IMAGE}#{_WORD}"),
        "GSI2": Key.of("RECEIPT", f"{_IMAGE}#{_WORD}"),
        "GSI3": Key.of("VALIDATION_STATUS#{validation_status}", _WORD + "#LABEL#{label}"),
    }
    alternates: ClassVar = (
        Alternate("GSI1", Key.of("LABEL#{label:_<34}", f"{_IMAGE}#{_WORD}"), UPSTREAM),
        Alternate(
            "GSI3",
            Key.of("VALIDATION_STATUS#{validation_status}", f"{_IMAGE}#{_WORD}" + "#LABEL#{label}"),
            UPSTREAM,
        ),
    )

    image_id: ImageId
    receipt_id: ReceiptId
    line_id: LineId
    word_id: WordId
    label: InKey[UpperText]
    """What the word means, in upper case, such as `GRAND_TOTAL` or `DATE`."""
    reasoning: str | None = None
    """Why the word has this label, in the words of the person or model that proposed or checked it."""
    timestamp_added: Needed[Timestamp] = None
    """When the label was proposed."""
    validation_status: ValidationStatus = ValidationStatus.NONE
    """Whether the label has been checked, and the result."""
    validated_by: str | None = None
    """The person or program that set `validationStatus` through this API; null if none did."""
    validated_at: Timestamp | None = None
    """When `validationStatus` was set through this API; null if it was not."""
    label_consolidated_from: str | None = None
    """The earlier label of the same word that this one replaced; null if it replaced none."""
    label_proposed_by: str | None = None
    """The person, model or process that proposed the label, such as `gpt-4o-mini`."""
    deleted_by: str | None = None
    """Who is removing the label; null unless that is under way."""


def _without_filling(value: str, info: ValidationInfo) -> str:
    """The first writers filled tags up with `_` to 40 letters in keys."""
    return value.lstrip("_") if is_reading(info) and len(value) == _FILLED_WIDTH else value


_FILLED_WIDTH = 40


class _Tag(ReceiptsItem):
    """A tag of the first generation, and what was thought of it."""

    image_id: ImageId
    line_id: LineId
    word_id: WordId
    tag: Annotated[UpperText, AfterValidator(_without_filling), Stored("tag_name")]
    """The tag, usually in upper case, such as `TOTAL_AMOUNT`."""
    timestamp_added: Needed[Timestamp] = None
    """When the tag was added."""
    validated: Flag | None = None
    """Whether GPT confirmed the tag; null if GPT did not check it."""
    timestamp_validated: Timestamp | None = None
    """When GPT checked the tag; null if it did not."""
    gpt_confidence: float | None = None
    """How sure GPT was of the tag, on its own scale and not from 0 to 1: 4 is a usual value; null if unchecked."""
    flag: str | None = None
    """A remark of GPT about the tag, such as `ok`."""
    revised_tag: str | None = None
    """The tag that GPT would give instead; null if it agreed, or did not check."""
    human_validated: Flag | None = None
    """Whether a person confirmed the tag; null if no person checked it."""
    timestamp_human_validated: Timestamp | None = None
    """When a person checked the tag; null if none did."""


class WordTag(_Tag):
    """A tag, the forerunner of labels, on a word of an image."""

    type_name: ClassVar[str] = "WORD_TAG"
    key: ClassVar[Key] = Key.of(_IMAGE, _WORD_OF_IMAGE + "#TAG#{tag}")
    indexes: ClassVar = {
        "GSI1": Key.of("TAG#{tag}", f"{_IMAGE}#{_WORD_OF_IMAGE}"),
        "GSI2": Key.of(_IMAGE, _WORD_OF_IMAGE + "#TAG#{tag}"),
    }
    alternates: ClassVar = (
        Alternate(None, Key.of(_IMAGE, _WORD_OF_IMAGE + "#TAG#{tag:_>40}"), SEED_000),
        Alternate("GSI1", Key.of("TAG#{tag:_>40}", f"{_IMAGE}#{_WORD_OF_IMAGE}"), SEED_000),
        Alternate("GSI2", Key.of(_IMAGE, _WORD_OF_IMAGE + "#TAG#{tag:_>40}"), SEED_000),
    )
    notes: ClassVar = ("GSI2 has the tags next to the words of an image, as the first writers stored them.",)


class ReceiptWordTag(_Tag):
    """A tag, the forerunner of labels, on a word of a receipt."""

    type_name: ClassVar[str] = "RECEIPT_WORD_TAG"
    key: ClassVar[Key] = Key.of(_IMAGE, _WORD + "#TAG#{tag}")
    indexes: ClassVar = {
        "GSI1": Key.of("TAG#{tag}", f"{_IMAGE}#{_WORD}" + "#TAG#{tag}"),
        "GSI2": Key.of("RECEIPT", f"{_IMAGE}#{_WORD}" + "#TAG#{tag}"),
    }
    alternates: ClassVar = (
        Alternate(None, Key.of(_IMAGE, _WORD + "#TAG#{tag:_>40}"), SEED_000),
        Alternate("GSI1", Key.of("TAG#{tag:_>40}", f"{_IMAGE}#{_WORD}"), SEED_000),
        Alternate("GSI2", Key.of("RECEIPT", f"{_IMAGE}#{_WORD}" + "#TAG#{tag:_>40}"), SEED_000),
    )

    receipt_id: ReceiptId


class _Query(ReceiptsItem):
    """A question put to GPT, and its answer."""

    fanout: ClassVar = {"image_id": 10_000, "receipt_id": 2, "line_id": 1, "word_id": 1, "tag": 1}

    image_id: ImageId
    receipt_id: ReceiptId
    line_id: InKey[int | None] = None
    """The number of the line with the word that GPT was asked about; null if it was asked about the whole receipt."""
    word_id: InKey[int | None] = None
    """The number of the word that GPT was asked about; null if it was asked about the whole receipt."""
    tag: InKey[str | None] = None
    """The tag that GPT was asked about; null if it was asked about the whole receipt."""
    query: str
    """The question to GPT, word for word."""
    response: str
    """The answer of GPT, word for word."""
    timestamp_added: Needed[Timestamp] = None
    """When the question and its answer were stored."""


class GPTValidation(_Query):
    """A question to GPT whether tags are right, and its answer."""

    type_name: ClassVar[str] = "GPT_VALIDATION"
    key: ClassVar[Key] = Key.of(
        _IMAGE, _RECEIPT + "[#LINE#{line_id:05d}#WORD#{word_id:05d}#TAG#{tag}]#QUERY#VALIDATION"
    )
    notes: ClassVar = (_PER_RECEIPT,)


class GPTInitialTagging(_Query):
    """A request to GPT to tag words for the first time, and its answer."""

    type_name: ClassVar[str] = "GPT_INITIAL_TAGGING"
    key: ClassVar[Key] = Key.of(
        _IMAGE, _RECEIPT + "[#LINE#{line_id:05d}#WORD#{word_id:05d}#TAG#{tag}]#QUERY#INITIAL_TAGGING"
    )
    notes: ClassVar = (_PER_RECEIPT,)


class FieldWord(Part):
    """A word that belongs to a field of a receipt."""

    word_id: int | None = None
    """The number of the word, unique within its line."""
    line_id: int | None = None
    """The number of the line that the word is in."""
    label: str | None = None
    """The label of the word, such as `ADDRESS_LINE`."""


class ReceiptField(ReceiptsItem):
    """The words that make up one field of a receipt, such as its address."""

    type_name: ClassVar[str] = "RECEIPT_FIELD"
    key: ClassVar[Key] = Key.of("FIELD#{field_type}", f"{_IMAGE}#{_RECEIPT}")
    indexes: ClassVar = {"GSI1": Key.of(_IMAGE, _RECEIPT + "#FIELD#{field_type}")}

    field_type: InKey[UpperText]
    """Which field of the receipt this is, in upper case, such as `ADDRESS_LINE`."""
    image_id: ImageId
    receipt_id: ReceiptId
    words: tuple[FieldWord, ...] = ()
    """The words that make up the field."""
    reasoning: str | None = None
    """Why these words make up the field."""
    timestamp_added: Needed[Timestamp] = None
    """When the field was stored."""


class LabelHygieneResult(ReceiptsItem):
    """The finding that one label is only another name for a second one."""

    type_name: ClassVar[str] = "LABEL_HYGIENE_RESULT"
    key: ClassVar[Key] = Key.of("LABEL_HYGIENE#{hygiene_id}", "FROM#{alias}#TO#{canonical_label}")
    indexes: ClassVar = {
        "GSI1": Key.of("ALIAS#{alias}", "TO#{canonical_label}"),
        "GSI2": Key.of("CANONICAL_LABEL#{canonical_label}", "ALIAS#{alias}"),
    }

    hygiene_id: InKey[str]
    """The id of the finding, a UUID."""
    alias: str
    """The label that is only another name, such as `TOTAL`."""
    canonical_label: str
    """The label to use instead, such as `GRAND_TOTAL`."""
    reasoning: str | None = None
    """Why both labels mean the same."""
    gpt_agreed: Flag | None = None
    """Whether GPT agrees that both labels mean the same; null if it was not asked."""
    source_batch_id: str | None = None
    """The id of the batch (sent to OpenAI) that led to the finding; null if there was none."""
    example_ids: TextSet = ()
    """Ids of examples that support the finding, in the form of the program that made it."""
    image_id: str | None = None
    """The id of the image that the finding was made on; null if it was made on none in particular."""
    receipt_id: int | None = None
    """The number, within the image `imageId`, of the receipt that the finding was made on; null if there is none."""
    timestamp: Needed[Timestamp] = None
    """When the finding was made."""


class LabelMetadata(ReceiptsItem):
    """The definition of a label: what it means, and whether it is still in use."""

    type_name: ClassVar[str] = "LABEL_METADATA"
    is_always_typed: ClassVar[bool] = False
    key: ClassVar[Key] = Key.of("LABEL#{label}", "METADATA")
    indexes: ClassVar = {
        "GSI1": Key.of("LABEL#{label}", "METADATA"),
        "GSI2": Key.of("LABEL_TARGET#{label_target}", "LABEL#{label}"),
    }

    label: InKey[str]
    """The label that is defined, such as `GRAND_TOTAL`."""
    status: LabelState = LabelState.ACTIVE
    """Whether the label is still in use."""
    aliases: TextSet = ()
    """Other names of the label, in alphabetical order."""
    description: str | None = None
    """What the label means, in words."""
    schema_version: int | None = None
    """The version of this definition, counted from 1."""
    last_updated: Needed[Timestamp] = None
    """When the definition was last changed."""
    label_target: str | None = None
    """The group that the label belongs to, such as `money`; labels can be listed by it. Null if it has none."""
    receipt_refs: tuple[ReceiptRef, ...] = ()
    """Receipts on which the label occurs."""
