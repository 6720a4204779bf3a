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
    """Whether a line or a word has been turned into a vector."""

    NONE = "NONE"
    PENDING = "PENDING"
    SUCCESS = "SUCCESS"
    FAILED = "FAILED"
    NOISE = "NOISE"


class MerchantMatch(OpenEnum):
    """How sure the merchant of a receipt is."""

    MATCHED = "MATCHED"
    UNSURE = "UNSURE"
    NO_MATCH = "NO_MATCH"


class Receipt(Picture, Located):
    """A receipt that was cut out of an image."""

    type_name: ClassVar[str] = "RECEIPT"
    key: ClassVar[Key] = Key.of(_IMAGE, _RECEIPT)
    indexes: ClassVar = {"GSI1": Key.of(_IMAGE, _RECEIPT), "GSI2": Key.of("RECEIPT", f"{_IMAGE}#{_RECEIPT}")}
    alternates: ClassVar = (Alternate("GSI1", Key.of("IMAGE", f"{_IMAGE}#{_RECEIPT}"), SEED_000, is_early=True),)
    notes: ClassVar = (
        "All four corners are kept: the documents forget `top_right`.",
        "The two documents differ in GSI1; the later one is written, both are read.",
    )

    image_id: ImageId
    receipt_id: ReceiptId


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
    embedding_status: Needed[EmbeddingStatus] = None
    is_noise: Flag = False


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
    embedding_status: Needed[EmbeddingStatus] = None
    is_noise: Flag = False
    tags: TextSet = ()
    extracted_data: dict[str, str | None] | None = None


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
    """The merchant of a receipt, as far as it was found out."""

    type_name: ClassVar[str] = "RECEIPT_METADATA"
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
            "The merchant in GSI1 is written in upper case with `_` for spaces, from the canonical name where there "
            "is one: so spellings of one merchant meet, and upstream's items lie in the same partition."
        ),
        "The confidence in GSI2 has four decimals, so that it sorts.",
        "GSI3 finds receipts by place: no document has an index for that.",
    )

    image_id: ImageId
    receipt_id: ReceiptId
    place_id: str | None = None
    merchant_name: str | None = None
    merchant_category: str | None = None
    address: str | None = None
    phone_number: str | None = None
    match_confidence: Unit | None = None
    matched_fields: TextSet = ()
    validated_by: str | None = None
    validation_status: MerchantMatch | None = None
    timestamp: Timestamp | None = None
    reasoning: str | None = None
    canonical_place_id: str | None = None
    canonical_merchant_name: str | None = None
    canonical_address: str | None = None
    canonical_phone_number: str | None = None

    @property
    def merchant_key(self) -> str | None:
        name = self.canonical_merchant_name or self.merchant_name
        return merchant_key(name) if name else None


def merchant_key(name: str) -> str:
    """A merchant's name as it stands in keys."""
    return name.upper().replace(" ", "_")
