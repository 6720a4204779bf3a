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
    "Without line, word and tag the item stands for the whole receipt: all that was ever written is of that kind."
)


class ValidationStatus(OpenEnum):
    """What became of a label."""

    NONE = "NONE"
    PENDING = "PENDING"
    VALID = "VALID"
    INVALID = "INVALID"
    NEEDS_REVIEW = "NEEDS_REVIEW"


class LabelState(OpenEnum):
    """Whether a label is still in use."""

    ACTIVE = "ACTIVE"
    DEPRECATED = "DEPRECATED"


class ReceiptRef(Part):
    """A receipt that something speaks of."""

    image_id: str | None = None
    receipt_id: int | None = None


class ReceiptWordLabel(ReceiptsItem):
    """What a word of a receipt means: GRAND_TOTAL, DATE, PRODUCT_NAME…"""

    type_name: ClassVar[str] = "RECEIPT_WORD_LABEL"
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
    reasoning: str | None = None
    timestamp_added: Needed[Timestamp] = None
    validation_status: ValidationStatus = ValidationStatus.NONE
    label_consolidated_from: str | None = None
    label_proposed_by: str | None = None


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
    timestamp_added: Needed[Timestamp] = None
    validated: Flag | None = None
    timestamp_validated: Timestamp | None = None
    gpt_confidence: float | None = None
    flag: str | None = None
    revised_tag: str | None = None
    human_validated: Flag | None = None
    timestamp_human_validated: Timestamp | None = None


class WordTag(_Tag):
    """A tag on a word of an image."""

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
    notes: ClassVar = ("GSI2 keeps the tags beside the words of an image, as the first writers did.",)


class ReceiptWordTag(_Tag):
    """A tag on a word of a receipt."""

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
    word_id: InKey[int | None] = None
    tag: InKey[str | None] = None
    query: str
    response: str
    timestamp_added: Needed[Timestamp] = None


class GPTValidation(_Query):
    """What GPT was asked, and answered, when it checked tags."""

    type_name: ClassVar[str] = "GPT_VALIDATION"
    key: ClassVar[Key] = Key.of(
        _IMAGE, _RECEIPT + "[#LINE#{line_id:05d}#WORD#{word_id:05d}#TAG#{tag}]#QUERY#VALIDATION"
    )
    notes: ClassVar = (_PER_RECEIPT,)


class GPTInitialTagging(_Query):
    """What GPT was asked, and answered, when it first tagged words."""

    type_name: ClassVar[str] = "GPT_INITIAL_TAGGING"
    key: ClassVar[Key] = Key.of(
        _IMAGE, _RECEIPT + "[#LINE#{line_id:05d}#WORD#{word_id:05d}#TAG#{tag}]#QUERY#INITIAL_TAGGING"
    )
    notes: ClassVar = (_PER_RECEIPT,)


class FieldWord(Part):
    """A word that belongs to a field of a receipt."""

    word_id: int | None = None
    line_id: int | None = None
    label: str | None = None


class ReceiptField(ReceiptsItem):
    """The words that make up one field of a receipt, such as its address."""

    type_name: ClassVar[str] = "RECEIPT_FIELD"
    key: ClassVar[Key] = Key.of("FIELD#{field_type}", f"{_IMAGE}#{_RECEIPT}")
    indexes: ClassVar = {"GSI1": Key.of(_IMAGE, _RECEIPT + "#FIELD#{field_type}")}

    field_type: InKey[UpperText]
    image_id: ImageId
    receipt_id: ReceiptId
    words: tuple[FieldWord, ...] = ()
    reasoning: str | None = None
    timestamp_added: Needed[Timestamp] = None


class LabelHygieneResult(ReceiptsItem):
    """The finding that one label is only another name of a second one."""

    type_name: ClassVar[str] = "LABEL_HYGIENE_RESULT"
    key: ClassVar[Key] = Key.of("LABEL_HYGIENE#{hygiene_id}", "FROM#{alias}#TO#{canonical_label}")
    indexes: ClassVar = {
        "GSI1": Key.of("ALIAS#{alias}", "TO#{canonical_label}"),
        "GSI2": Key.of("CANONICAL_LABEL#{canonical_label}", "ALIAS#{alias}"),
    }

    hygiene_id: InKey[str]
    alias: str
    canonical_label: str
    reasoning: str | None = None
    gpt_agreed: Flag | None = None
    source_batch_id: str | None = None
    example_ids: TextSet = ()
    image_id: str | None = None
    receipt_id: int | None = None
    timestamp: Needed[Timestamp] = None


class LabelMetadata(ReceiptsItem):
    """What a label means and whether it is still in use."""

    type_name: ClassVar[str] = "LABEL_METADATA"
    key: ClassVar[Key] = Key.of("LABEL#{label}", "METADATA")
    indexes: ClassVar = {
        "GSI1": Key.of("LABEL#{label}", "METADATA"),
        "GSI2": Key.of("LABEL_TARGET#{label_target}", "LABEL#{label}"),
    }

    label: InKey[str]
    status: LabelState = LabelState.ACTIVE
    aliases: TextSet = ()
    description: str | None = None
    schema_version: int | None = None
    last_updated: Needed[Timestamp] = None
    label_target: str | None = None
    receipt_refs: tuple[ReceiptRef, ...] = ()
