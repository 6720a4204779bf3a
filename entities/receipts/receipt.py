"""A receipt on an image: its picture, lines, words and letters, and whose it is."""

from typing import ClassVar

from entities.fields import Flag, Needed, OpenEnum, TextSet, Timestamp, Unit
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import (
    SEED_000,
    UPSTREAM,
    ImageId,
    LetterId,
    LineId,
    Located,
    Picture,
    Point,
    ReceiptId,
    ReceiptsItem,
    Recognised,
    RecognisedRun,
    WordId,
)

_RECEIPT = "RECEIPT#{receipt_id:05d}"
_LINE = _RECEIPT + "#LINE#{line_id:05d}"
_WORD = _LINE + "#WORD#{word_id:05d}"
_IMAGE = "IMAGE#{image_id}"


class EmbeddingStatus(OpenEnum):
    """Whether a line or a word has been turned into a vector for similarity search. NONE: not yet. PENDING: requested.
    SUCCESS: it has. FAILED: that did not work. NOISE: its text is meaningless, so it gets no vector.
    """

    NONE = "NONE"
    PENDING = "PENDING"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"
    NOISE = "NOISE"


class MerchantMatch(OpenEnum):
    """How well the place that was found fits a receipt. MATCHED: several details agree. UNSURE: one. NO_MATCH: none."""

    MATCHED = "MATCHED"
    UNSURE = "UNSURE"
    NO_MATCH = "NO_MATCH"


class Receipt(Picture, Located):
    """A receipt that was cut out of an image."""

    type_name: ClassVar[str] = "RECEIPT"
    is_counted: ClassVar[bool] = True
    key: ClassVar[Key] = Key.of(_IMAGE, _RECEIPT)
    indexes: ClassVar = {"GSI1": Key.of(_IMAGE, _RECEIPT), "GSI2": Key.of("RECEIPT", f"{_IMAGE}#{_RECEIPT}")}
    alternates: ClassVar = (Alternate("GSI1", Key.of("IMAGE", f"{_IMAGE}#{_RECEIPT}"), SEED_000, is_early=True),)
    notes: ClassVar = (
        "All four corners are stored: the documents leave out `top_right`.",
        "The two documents differ in GSI1; the later one is written, both are read.",
        "While it is being deleted, it stands in GSI1 and GSI3 under `DELETED_RECEIPT#…` instead.",
    )

    image_id: ImageId
    """The id of the image that the receipt was cut out of, a UUID."""
    receipt_id: ReceiptId
    """The number of the receipt within its image, counted from 1."""
    top_left: Needed[Point] = None
    """The top left corner of the receipt on the image that it was cut out of."""
    top_right: Needed[Point] = None
    """The top right corner of the receipt on the image that it was cut out of."""
    bottom_left: Needed[Point] = None
    """The bottom left corner of the receipt on the image that it was cut out of."""
    bottom_right: Needed[Point] = None
    """The bottom right corner of the receipt on the image that it was cut out of."""
    deleted_by: str | None = None
    """Who is deleting the receipt; null unless that is under way. Its lines, words and labels are deleted
    before it, so some may be missing already."""


class ReceiptLine(RecognisedRun):
    """A line of a receipt."""

    type_name: ClassVar[str] = "RECEIPT_LINE"
    key: ClassVar[Key] = Key.of(_IMAGE, _LINE)
    indexes: ClassVar = {
        "GSI1": Key.of("EMBEDDING_STATUS#{embedding_status}", f"{_IMAGE}#{_LINE}"),
        "GSI3": Key.of(f"{_IMAGE}#{_RECEIPT}", "LINE"),
    }
    late_indexes: ClassVar = frozenset({"GSI3"})
    alternates: ClassVar = (
        Alternate("GSI1", Key.of("EMBEDDING_STATUS#{embedding_status}", f"LINE#{_IMAGE}#{_LINE}"), UPSTREAM),
    )
    notes: ClassVar = ("The first document had no index for lines of receipts; the later one has two.",)

    image_id: ImageId
    receipt_id: ReceiptId
    line_id: LineId
    """The number of the line within its receipt, in reading order."""
    embedding_status: Needed[EmbeddingStatus] = None
    """Whether the line has been turned into a vector for similarity search; null for the oldest lines."""
    is_noise: Flag = False
    """Whether the text of the line is meaningless, such as stray punctuation; noise gets no vector."""


class ReceiptWord(RecognisedRun):
    """A word of a receipt."""

    type_name: ClassVar[str] = "RECEIPT_WORD"
    key: ClassVar[Key] = Key.of(_IMAGE, _WORD)
    indexes: ClassVar = {
        "GSI1": Key.of("EMBEDDING_STATUS#{embedding_status}", f"{_IMAGE}#{_WORD}"),
        "GSI2": Key.of("RECEIPT", f"{_IMAGE}#{_WORD}"),
        "GSI3": Key.of(f"{_IMAGE}#{_RECEIPT}", "WORD"),
    }
    late_indexes: ClassVar = frozenset({"GSI3"})
    alternates: ClassVar = (
        Alternate("GSI1", Key.of("EMBEDDING_STATUS#{embedding_status}", f"WORD#{_IMAGE}#{_WORD}"), UPSTREAM),
    )
    notes: ClassVar = (
        "The first document had only GSI2; the later one adds GSI1 and GSI3.",
        "`tags` is a string set: a set cannot hold a tag twice.",
    )

    image_id: ImageId
    receipt_id: ReceiptId
    line_id: LineId
    word_id: WordId
    """The number of the word, unique within its line."""
    embedding_status: Needed[EmbeddingStatus] = None
    """Whether the word has been turned into a vector for similarity search; null for the oldest words."""
    is_noise: Flag = False
    """Whether the text of the word is meaningless, such as stray punctuation; noise gets no vector."""
    tags: TextSet = ()
    """The tags of the word, the forerunner of labels, usually in upper case, such as `TOTAL_AMOUNT`."""
    extracted_data: dict[str, str | None] | None = None
    """What the word was recognised as, such as a date, as JSON with `type` and `value`; null if nothing."""


class ReceiptLetter(Recognised):
    """A letter of a receipt."""

    type_name: ClassVar[str] = "RECEIPT_LETTER"
    key: ClassVar[Key] = Key.of(_IMAGE, _WORD + "#LETTER#{letter_id:05d}")

    image_id: ImageId
    receipt_id: ReceiptId
    line_id: LineId
    word_id: WordId
    letter_id: LetterId


class ReceiptMetadata(ReceiptsItem):
    """The merchant of a receipt, as far as it is known."""

    type_name: ClassVar[str] = "RECEIPT_METADATA"
    is_counted: ClassVar[bool] = True
    key: ClassVar[Key] = Key.of(_IMAGE, _RECEIPT + "#METADATA")
    indexes: ClassVar = {
        "GSI1": Key.of("MERCHANT#{merchant_key:text}", f"{_IMAGE}#{_RECEIPT}#METADATA"),
        "GSI2": Key.of("MERCHANT_VALIDATION", "CONFIDENCE#{match_confidence:.4f}"),
        "GSI3": Key.of("PLACE#{place_id:text}", f"{_IMAGE}#{_RECEIPT}#METADATA"),
    }
    alternates: ClassVar = (
        Alternate("GSI2", Key.of("PLACE#{place_id:text}", f"{_IMAGE}#{_RECEIPT}#METADATA"), UPSTREAM),
        Alternate("GSI3", Key.of("MERCHANT_VALIDATION", "STATUS#{validation_status}"), UPSTREAM),
    )
    notes: ClassVar = (
        (
            "The merchant in GSI1 is written in upper case with `_` for spaces, from the canonical name if there "
            "is one: so all spellings of a merchant, and upstream's items, are in the same partition."
        ),
        "The confidence in GSI2 has four decimals, so that it sorts.",
        "GSI3 finds receipts by place; the documents have no index for that.",
    )

    image_id: ImageId
    receipt_id: ReceiptId
    place_id: str | None = None
    """The id of the merchant's place in Google Places; null if no place was found."""
    merchant_name: str | None = None
    """The name of the merchant."""
    merchant_category: str | None = None
    """The kind of merchant, such as `restaurant`."""
    address: str | None = None
    """The address of the merchant."""
    phone_number: str | None = None
    """The phone number of the merchant."""
    match_confidence: Unit | None = None
    """How certain it is that the place is the merchant, from 0 to 1; null for many receipts."""
    matched_fields: TextSet = ()
    """Which details agree between the receipt and the place, usually among `name`, `phone` and `address`."""
    validated_by: str | None = None
    """How the merchant was found: `PHONE_LOOKUP`, `ADDRESS_LOOKUP`, `NEARBY_LOOKUP`, `TEXT_SEARCH` or `INFERENCE`."""
    validation_status: MerchantMatch | None = None
    """How well the place that was found fits the receipt; null if that was not decided."""
    timestamp: Timestamp | None = None
    """When the merchant was looked up."""
    reasoning: str | None = None
    """Why this merchant was chosen, in words."""
    canonical_place_id: str | None = None
    """The Google Places id that stands for all spellings of this merchant; null if none was chosen."""
    canonical_merchant_name: str | None = None
    """The one name that stands for all spellings of this merchant; null if none was chosen."""
    canonical_address: str | None = None
    """The one address that stands for all spellings of this merchant; null if none was chosen."""
    canonical_phone_number: str | None = None
    """The one phone number that stands for all spellings of this merchant; null if none was chosen."""

    @property
    def merchant_key(self) -> str | None:
        name = self.canonical_merchant_name or self.merchant_name
        return merchant_key(name) if name else None


def merchant_key(name: str) -> str:
    """A merchant's name as it stands in keys."""
    return name.upper().replace(" ", "_")
