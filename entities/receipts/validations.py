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
    """Further details of the validation as JSON, such as its source or the model that was asked."""


class ReceiptValidationSummary(_Validation):
    """The validation of a receipt as a whole."""

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
    """The result for the receipt as a whole, usually `valid`, `invalid` or `needs_review`."""
    overall_reasoning: str | None = None
    """Why the receipt as a whole got this result."""
    validation_timestamp: Needed[Timestamp] = None
    """When the receipt was validated."""
    version: str | None = None
    """The version of the program that validated the receipt, such as `1.0.0`."""
    field_summary: Json = None
    """The result of each field as JSON: `status`, `count` of findings, `has_errors` and `has_warnings`."""
    timestamp_added: Timestamp | None = None
    """When the validation was stored."""
    timestamp_updated: Timestamp | None = None
    """When the validation was last changed; null if it never was."""


class ResultSummary(Part):
    """How many findings of each type a category has."""

    error_count: int | None = None
    """How many findings are errors."""
    warning_count: int | None = None
    """How many findings are warnings."""
    info_count: int | None = None
    """How many findings are for information only."""
    success_count: int | None = None
    """How many findings confirm that something is right."""


class ReceiptValidationCategory(_Validation):
    """The validation of one kind of field of a receipt."""

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
    """The kind of field that was validated, such as `business_identity` or `total`."""
    field_category: str | None = None
    """The group that this kind of field belongs to, such as `Payment`."""
    status: Needed[str] = None
    """The result for this kind of field, usually `valid`, `invalid` or `needs_review`."""
    reasoning: str | None = None
    """Why this kind of field got this result."""
    result_summary: ResultSummary | None = None
    """How many findings of each type the category has."""
    validation_timestamp: Timestamp | None = None
    """When the receipt was validated."""


class ReceiptValidationResult(_Validation):
    """A single finding of a validation."""

    type_name: ClassVar[str] = "RECEIPT_VALIDATION_RESULT"
    key: ClassVar[Key] = Key.of(_IMAGE, _CATEGORY + "#RESULT#{result_index:05d}")
    indexes: ClassVar = {
        "GSI1": Key.of("ANALYSIS_TYPE", "VALIDATION#{validation_timestamp}#CATEGORY#{field_name}#RESULT"),
        "GSI3": Key.of("RESULT_TYPE#{type}", f"{_IMAGE}#{_RECEIPT}" + "#CATEGORY#{field_name}"),
    }
    alternates: ClassVar = (Alternate(None, Key.of(_IMAGE, _CATEGORY + "#RESULT#{result_index:d}"), UPSTREAM),)
    notes: ClassVar = ("`result_index` is padded: otherwise result 10 would sort before result 2.",)

    field_name: InKey[str]
    """The kind of field that the finding belongs to, such as `business_identity` or `total`."""
    result_index: InKey[Ordinal]
    """The number of the finding within its category, counted from 0."""
    type: Needed[str] = None
    """How serious the finding is, usually `error`, `warning`, `info` or `success`."""
    message: str | None = None
    """The finding, in a sentence."""
    reasoning: str | None = None
    """The reason for the finding."""
    field: str | None = None
    """The exact field that the finding is about, such as `total`."""
    expected_value: str | None = None
    """The value that the field should have, as text."""
    actual_value: str | None = None
    """The value that the field has, as text."""
    validation_timestamp: Timestamp | None = None
    """When the receipt was validated."""


class Correction(Part):
    """A value that ChatGPT would correct."""

    field_name: str | None = None
    """The field to correct, such as `total`."""
    original_value: str | None = None
    """The value that the field has now, as text; null if it has none."""
    corrected_value: str | None = None
    """The value that the field should have instead, as text."""
    explanation: str | None = None
    """Why the value should be corrected."""


class ReceiptChatGPTValidation(_Validation):
    """A second opinion of ChatGPT on the validation of a receipt."""

    type_name: ClassVar[str] = "RECEIPT_CHATGPT_VALIDATION"
    is_always_typed: ClassVar[bool] = False
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
    """When ChatGPT was asked; a receipt has at most one opinion of the same time."""
    original_status: str | None = None
    """The result of the validation before ChatGPT was asked, such as `needs_review`."""
    revised_status: Needed[str] = None
    """The result according to ChatGPT, usually `valid`, `invalid` or `needs_review`."""
    reasoning: str | None = None
    """Why ChatGPT came to this result."""
    corrections: tuple[Correction, ...] = ()
    """The values that ChatGPT would correct."""
    prompt: str | None = None
    """The question to ChatGPT, word for word."""
    response: str | None = None
    """The answer of ChatGPT, word for word."""
