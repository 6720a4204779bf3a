"""The merchant of a receipt, and the words that make up its fields."""

from typing import ClassVar

from commands.inputs import Input
from commands.receipts.receipt_writes import OfReceipt, UpperWord, set_below
from entities.fields import Counted, TextSet, Timestamp, Unit
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import MerchantMatch, ReceiptMetadata
from loaders.request import Request


class SetReceiptMetadataInput(OfReceipt):
    """The merchant of a receipt; it replaces what is stored."""

    about: ClassVar[str] = "ReceiptMetadata"

    place_id: str | None = None
    merchant_name: str | None = None
    merchant_category: str | None = None
    address: str | None = None
    phone_number: str | None = None
    match_confidence: Unit | None = None
    """How certain it is that the place is the merchant, from 0 to 1."""
    matched_fields: TextSet = ()
    validated_by: str | None = None
    validation_status: MerchantMatch | None = None
    timestamp: Timestamp | None = None
    """When the merchant was looked up; defaults to now."""
    reasoning: str | None = None
    canonical_place_id: str | None = None
    canonical_merchant_name: str | None = None
    canonical_address: str | None = None
    canonical_phone_number: str | None = None
    expected_timestamp: Timestamp | None = None
    """If given, the call fails with `Conflict` unless `ReceiptMetadata.timestamp` still has this value."""


def set_receipt_metadata(request: Request, input: SetReceiptMetadataInput) -> ReceiptMetadata:
    """Replace the metadata of a receipt, in the indexes by merchant, place and confidence too."""
    metadata = ReceiptMetadata(**{"timestamp": request.now} | input.only("expected_timestamp"))
    own = () if input.timestamp else ("timestamp",)
    return set_below(request, input, metadata, expected={"timestamp": input.expected_timestamp}, stamps=own)


class FieldWordInput(Input):
    """A word that belongs to a field of a receipt."""

    about: ClassVar[str] = "FieldWord"

    line_id: Counted
    word_id: Counted
    label: UpperWord | None = None


class SetReceiptFieldInput(OfReceipt):
    """The words that make up one field of a receipt; they replace what is stored."""

    about: ClassVar[str] = "ReceiptField"

    field_type: UpperWord
    words: tuple[FieldWordInput, ...]
    reasoning: str | None = None
    timestamp_added: Timestamp | None = None
    """When the field was stored; defaults to now."""
    expected_timestamp_added: Timestamp | None = None
    """If given, the call fails with `Conflict` unless `ReceiptField.timestampAdded` still has this value."""


def set_receipt_field(request: Request, input: SetReceiptFieldInput) -> ReceiptField:
    """Replace the words of a field."""
    given = input.model_dump(exclude_none=True, exclude={"expected_timestamp_added"})
    field = ReceiptField(**{"timestamp_added": request.now} | given)
    own = () if input.timestamp_added else ("timestamp_added",)
    return set_below(request, input, field, expected={"timestamp_added": input.expected_timestamp_added}, stamps=own)
