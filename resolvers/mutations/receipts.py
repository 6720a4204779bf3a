"""Whose a receipt is, and which words make up its fields."""

from typing import ClassVar

from entities.fields import Counted, TextSet, Timestamp, Unit
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import MerchantMatch, ReceiptMetadata
from loaders.reading import Reading
from resolvers.inputs import Input
from resolvers.mutations.below import OfReceipt, UpperWord, set_below


class SetReceiptMetadataInput(OfReceipt):
    """The merchant of a receipt, as far as it was found out."""

    about: ClassVar[str] = "ReceiptMetadata"

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
    expected_timestamp: Timestamp | None = None


def set_receipt_metadata(reading: Reading, input: SetReceiptMetadataInput) -> ReceiptMetadata:
    """In place of what was known before; the indexes by merchant, place and confidence move with it."""
    metadata = ReceiptMetadata(**{"timestamp": reading.now} | input.only("expected_timestamp"))
    own = () if input.timestamp else ("timestamp",)
    return set_below(reading, input, metadata, expected={"timestamp": input.expected_timestamp}, stamps=own)


class FieldWordInput(Input):
    """A word that belongs to a field of a receipt."""

    about: ClassVar[str] = "FieldWord"

    line_id: Counted
    word_id: Counted
    label: UpperWord | None = None


class SetReceiptFieldInput(OfReceipt):
    """The words that make up one field of a receipt."""

    about: ClassVar[str] = "ReceiptField"

    field_type: UpperWord
    words: tuple[FieldWordInput, ...]
    reasoning: str | None = None
    timestamp_added: Timestamp | None = None
    expected_timestamp_added: Timestamp | None = None


def set_receipt_field(reading: Reading, input: SetReceiptFieldInput) -> ReceiptField:
    """In place of what was thought before."""
    given = input.model_dump(exclude_none=True, exclude={"expected_timestamp_added"})
    field = ReceiptField(**{"timestamp_added": reading.now} | given)
    own = () if input.timestamp_added else ("timestamp_added",)
    return set_below(reading, input, field, expected={"timestamp_added": input.expected_timestamp_added}, stamps=own)
