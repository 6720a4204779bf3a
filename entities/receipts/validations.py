"""The validation of a receipt: summary, categories, single results, and a second opinion."""

from typing import ClassVar

from entities.fields import InKey, Json, Needed, Ordinal, Part, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import UPSTREAM, ImageId, ReceiptId, ReceiptsItem

_IMAGE = "IMAGE#{image_id}"
_RECEIPT = "RECEIPT#{receipt_id:05d}"
_VALIDATION = _RECEIPT + "#ANALYSIS#VALIDATION"
_CATEGORY = _VALIDATION + "#CATEGORY#{field_name}"


class _Validation(ReceiptsItem):
    """What every part of a validation has."""

    image_id: ImageId
    receipt_id: ReceiptId
    metadata: Json = None


class ReceiptValidationSummary(_Validation):
    """Whether a receipt as a whole is valid."""

    type_name: ClassVar[str] = "RECEIPT_VALIDATION_SUMMARY"
    key: ClassVar[Key] = Key.of(_IMAGE, _VALIDATION)
    indexes: ClassVar = {
        "GSI1": Key.of("ANALYSIS_TYPE", "VALIDATION#{validation_timestamp}"),
        "GSI3": Key.of("VALIDATION_STATUS#{overall_status}", "TIMESTAMP#{validation_timestamp}"),
    }
    alternates: ClassVar = (
        Alternate(
            "GSI2",
            Key.of("VALIDATION_SUMMARY_STATUS#{overall_status}", "TIMESTAMP#{validation_timestamp}"),
            UPSTREAM,
        ),
    )

    overall_status: Needed[str] = None
    overall_reasoning: str | None = None
    validation_timestamp: Needed[Timestamp] = None
    version: str | None = None
    field_summary: Json = None
    timestamp_added: Timestamp | None = None
    timestamp_updated: Timestamp | None = None


class ResultSummary(Part):
    """How many results of each kind a category has."""

    error_count: int | None = None
    warning_count: int | None = None
    info_count: int | None = None
    success_count: int | None = None


class ReceiptValidationCategory(_Validation):
    """Whether one kind of field of a receipt is valid."""

    type_name: ClassVar[str] = "RECEIPT_VALIDATION_CATEGORY"
    key: ClassVar[Key] = Key.of(_IMAGE, _CATEGORY)
    indexes: ClassVar = {
        "GSI1": Key.of("ANALYSIS_TYPE", "VALIDATION#{validation_timestamp}#CATEGORY#{field_name}"),
        "GSI3": Key.of("FIELD_STATUS#{field_name}#{status}", f"{_IMAGE}#{_RECEIPT}"),
    }
    alternates: ClassVar = (
        Alternate(
            "GSI1",
            Key.of("VALIDATION_STATUS#{status}", "VALIDATION#{validation_timestamp}#CATEGORY#{field_name}"),
            UPSTREAM,
        ),
    )

    field_name: str
    field_category: str | None = None
    status: Needed[str] = None
    reasoning: str | None = None
    result_summary: ResultSummary | None = None
    validation_timestamp: Timestamp | None = None


class ReceiptValidationResult(_Validation):
    """One finding of a validation."""

    type_name: ClassVar[str] = "RECEIPT_VALIDATION_RESULT"
    key: ClassVar[Key] = Key.of(_IMAGE, _CATEGORY + "#RESULT#{result_index:05d}")
    indexes: ClassVar = {
        "GSI1": Key.of("ANALYSIS_TYPE", "VALIDATION#{validation_timestamp}#CATEGORY#{field_name}#RESULT"),
        "GSI3": Key.of("RESULT_TYPE#{type}", f"{_IMAGE}#{_RECEIPT}" + "#CATEGORY#{field_name}"),
    }
    alternates: ClassVar = (Alternate(None, Key.of(_IMAGE, _CATEGORY + "#RESULT#{result_index:d}"), UPSTREAM),)
    notes: ClassVar = ("`result_index` is padded: otherwise result 10 would sort before result 2.",)

    field_name: InKey[str]
    result_index: InKey[Ordinal]
    type: Needed[str] = None
    message: str | None = None
    reasoning: str | None = None
    field: str | None = None
    expected_value: str | None = None
    actual_value: str | None = None
    validation_timestamp: Timestamp | None = None


class Correction(Part):
    """A value that the second opinion would change."""

    field_name: str | None = None
    original_value: str | None = None
    corrected_value: str | None = None
    explanation: str | None = None


class ReceiptChatGPTValidation(_Validation):
    """A second opinion on a validation."""

    type_name: ClassVar[str] = "RECEIPT_CHATGPT_VALIDATION"
    key: ClassVar[Key] = Key.of(_IMAGE, _VALIDATION + "#CHATGPT#{timestamp}")
    indexes: ClassVar = {
        "GSI1": Key.of("ANALYSIS_TYPE", "VALIDATION_CHATGPT#{timestamp}"),
        "GSI3": Key.of("VALIDATION_STATUS#{revised_status}", "CHATGPT#{timestamp}"),
    }
    alternates: ClassVar = (
        Alternate(
            None,
            Key.of(_IMAGE, "RECEIPT#{receipt_id:d}#ANALYSIS#VALIDATION#CHATGPT#{timestamp}"),
            UPSTREAM,
        ),
    )
    notes: ClassVar = ("The status in GSI3 is the revised one: that is what people look for.",)

    timestamp: Timestamp
    original_status: str | None = None
    revised_status: Needed[str] = None
    reasoning: str | None = None
    corrections: tuple[Correction, ...] = ()
    prompt: str | None = None
    response: str | None = None
