"""The validation of a receipt, replaced as a whole (summary, categories and results), and second opinions on it."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.bulk import write_in_batches
from commands.changes import put, put_new, still, transact
from commands.comparison import same_or_refused, says_the_same
from commands.inputs import Input
from commands.receipts.receipt_writes import OfReceipt, attributes_of, check_size, settled, stored_now, the_receipt
from entities.attributes import Record
from entities.fields import Json, Timestamp
from entities.item import Item
from entities.receipts.validations import (
    ReceiptChatGPTValidation,
    ReceiptValidationCategory,
    ReceiptValidationResult,
    ReceiptValidationSummary,
)
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import MAX_TRANSACTION_ACTIONS, Action, Delete
from loaders.errors import BadInput
from loaders.request import Request

Word = Annotated[str, Field(min_length=1)]
TABLE = ReceiptValidationSummary.table
KINDS = ("error", "warning", "info", "success")


class ResultSummaryInput(Input):
    """How many findings of each type a category has."""

    about: ClassVar[str] = "ResultSummary"

    error_count: int | None = None
    warning_count: int | None = None
    info_count: int | None = None
    success_count: int | None = None


class ValidationResultInput(Input):
    """A single finding; findings are numbered in the order in which they are given."""

    about: ClassVar[str] = "ReceiptValidationResult"

    type: Word
    message: str | None = None
    reasoning: str | None = None
    field: str | None = None
    expected_value: str | None = None
    actual_value: str | None = None
    metadata: Json = None


class ValidationCategoryInput(Input):
    """The validation of one kind of field of a receipt, with its findings."""

    about: ClassVar[str] = "ReceiptValidationCategory"

    field_name: Word
    field_category: str | None = None
    status: Word
    reasoning: str | None = None
    result_summary: ResultSummaryInput | None = None
    """How many findings of each type the category has; counted from `results` if left out."""
    metadata: Json = None
    results: tuple[ValidationResultInput, ...] = ()
    """The findings, in order."""


class PutValidationInput(OfReceipt):
    """The validation of a receipt; it replaces the one that the receipt has, if any, with all its findings."""

    about: ClassVar[str] = "ReceiptValidationSummary"

    overall_status: Word
    overall_reasoning: str | None = None
    validation_timestamp: Timestamp | None = None
    """When the receipt was validated; defaults to now."""
    version: str | None = None
    field_summary: Json = None
    metadata: Json = None
    timestamp_added: Timestamp | None = None
    timestamp_updated: Timestamp | None = None
    categories: tuple[ValidationCategoryInput, ...] = ()
    """The result for each kind of field that was validated."""
    expected_validation_timestamp: Timestamp | None = None
    """If given, the call fails with `Conflict` unless the stored validation still has this `validationTimestamp`."""


_TOO_MANY = (
    f"This makes more than {MAX_TRANSACTION_ACTIONS - 2} changes, too many to depend on an expectation. "
    "Leave out `expected_validation_timestamp`."
)


def put_validation(request: Request, input: PutValidationInput) -> ReceiptValidationSummary:
    """Replace a validation in one transaction, or if it does not fit, with its summary last: a repeat goes on."""
    summary, below = _items(request, input)
    own = () if input.validation_timestamp else ("validation_timestamp",)

    def writes() -> tuple[list[Action | None], ReceiptValidationSummary]:
        above = the_receipt(request, input)
        found = stored_now(request, summary)
        before = _below_now(request, summary)
        if found and says_the_same(found.item, summary, ignoring=own) and _are_there(below, before, own):
            return [], found.item
        expected = {"validation_timestamp": input.expected_validation_timestamp}
        action, stored = settled(found, summary, expected=expected)
        changes = _changes(below, before)
        if len(changes) + 2 > MAX_TRANSACTION_ACTIONS:
            if input.expected_validation_timestamp:
                raise BadInput(_TOO_MANY, field="categories")
            write_in_batches(request, changes, check=still(above))
            changes = []
        as_expected = still(found, *attributes_of(summary, expected)) if found else None
        return [still(above), *changes, action or as_expected], stored

    return transact(request, writes)


class CorrectionInput(Input):
    """A value that ChatGPT would correct."""

    about: ClassVar[str] = "Correction"

    field_name: Word
    original_value: str | None = None
    corrected_value: str | None = None
    explanation: str | None = None


class RecordChatGptValidationInput(OfReceipt):
    """A second opinion of ChatGPT on the validation of a receipt."""

    about: ClassVar[str] = "ReceiptChatGPTValidation"

    timestamp: Timestamp
    original_status: str | None = None
    revised_status: Word
    reasoning: str | None = None
    corrections: tuple[CorrectionInput, ...] = ()
    prompt: str | None = None
    response: str | None = None
    metadata: Json = None


def record_chat_gpt_validation(request: Request, input: RecordChatGptValidationInput) -> ReceiptChatGPTValidation:
    """Store a second opinion. Its time identifies it, and none is replaced."""
    opinion = ReceiptChatGPTValidation(**input.model_dump(exclude_none=True))
    check_size(opinion)

    def writes() -> tuple[list[Action | None], ReceiptChatGPTValidation]:
        found = stored_now(request, opinion)
        if found:
            return [], same_or_refused(found.item, opinion)
        return [still(the_receipt(request, input)), put_new(opinion)], opinion

    return transact(request, writes)


def _items(request: Request, input: PutValidationInput) -> tuple[ReceiptValidationSummary, list[Item]]:
    values: dict[str, Any] = input.model_dump(exclude_none=True, exclude={"expected_validation_timestamp"})
    values.setdefault("validation_timestamp", request.now)
    categories = values.pop("categories")
    shared = {name: values[name] for name in ("image_id", "receipt_id", "validation_timestamp")}
    below: list[Item] = []
    for place, category in enumerate(categories):
        if any(category["field_name"] == other["field_name"] for other in categories[:place]):
            field = f"categories.{place}.field_name"
            raise BadInput(f"`{field}` is the same as in an earlier category.", field=field)
        results = category.pop("results")
        category.setdefault("result_summary", _counted(results))
        below.append(ReceiptValidationCategory(**shared, **category))
        of_field = {**shared, "field_name": category["field_name"]}
        below += (ReceiptValidationResult(**of_field, result_index=n, **each) for n, each in enumerate(results))
    for item in below:
        check_size(item)
    return ReceiptValidationSummary(**values), below


def _counted(results: Sequence[dict[str, Any]]) -> dict[str, int]:
    counts = Counter(result["type"] for result in results)
    return {f"{kind}_count": counts[kind] for kind in KINDS}


def _below_now(request: Request, summary: ReceiptValidationSummary) -> dict[str, Record]:
    """The stored categories and results by sort key, of all writers."""
    key = summary.primary_key()
    query = Query(TABLE, None, key["PK"], Begins(f"{key['SK']}#CATEGORY#"), is_consistent=True)
    return {record["SK"]: record for record in request.session.query(query)}


def _are_there(below: list[Item], before: dict[str, Record], own: Collection[str]) -> bool:
    wanted = {item.primary_key()["SK"]: item for item in below}
    return wanted.keys() == before.keys() and all(
        says_the_same(type(item).from_record(before[key]), item, ignoring=own) for key, item in wanted.items()
    )


def _changes(below: list[Item], before: dict[str, Record]) -> list[Action]:
    """The actions that store new and changed items, and delete those that the validation no longer has."""
    wanted = {item.primary_key()["SK"]: item for item in below}
    stale: list[Action] = [Delete(TABLE, TABLE.key_of(record)) for key, record in before.items() if key not in wanted]
    changed = (
        item
        for key, item in wanted.items()
        if key not in before or not says_the_same(type(item).from_record(before[key]), item)
    )
    return [*(put(item) for item in changed), *stale]
