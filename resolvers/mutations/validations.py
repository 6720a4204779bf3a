"""The validation of a receipt, replaced as a whole: summary, categories and results; and second opinions on it."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

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
from loaders.dynamo.session import MAX_TRANSACTION_ACTIONS
from loaders.dynamo.writes import Action, Delete
from loaders.errors import BadInput
from loaders.many import do_in_steps
from loaders.reading import Reading
from loaders.writing import put, put_new, same_or_refused, still, transact
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.below import OfReceipt, check_size, says_the_same, settled, stored_now, the_receipt

Word = Annotated[str, Field(min_length=1)]
TABLE = ReceiptValidationSummary.table
KINDS = ("error", "warning", "info", "success")


class ResultSummaryInput(Input):
    """How many results of each kind a category has."""

    about: ClassVar[str] = "ResultSummary"

    error_count: int | None = None
    warning_count: int | None = None
    info_count: int | None = None
    success_count: int | None = None


class ValidationResultInput(Input):
    """One finding; results are numbered in the order in which they come."""

    about: ClassVar[str] = "ReceiptValidationResult"

    type: Word
    message: str | None = None
    reasoning: str | None = None
    field: str | None = None
    expected_value: str | None = None
    actual_value: str | None = None
    metadata: Json = None


class ValidationCategoryInput(Input):
    """One kind of field that was checked, with each finding."""

    about: ClassVar[str] = "ReceiptValidationCategory"

    field_name: Word
    field_category: str | None = None
    status: Word
    reasoning: str | None = None
    result_summary: ResultSummaryInput | None = None
    metadata: Json = None
    results: tuple[ValidationResultInput, ...] = ()


class PutValidationInput(OfReceipt):
    """The validation of a receipt, whole."""

    about: ClassVar[str] = "ReceiptValidationSummary"

    overall_status: Word
    overall_reasoning: str | None = None
    validation_timestamp: Timestamp | None = None
    version: str | None = None
    field_summary: Json = None
    metadata: Json = None
    timestamp_added: Timestamp | None = None
    timestamp_updated: Timestamp | None = None
    categories: tuple[ValidationCategoryInput, ...] = ()
    expected_validation_timestamp: Timestamp | None = None


_TOO_MANY = (
    f"More than {MAX_TRANSACTION_ACTIONS - 2} changes cannot be made at once, and only what is made at once can "
    "depend on an expectation. Leave out expectedValidationTimestamp."
)


def put_validation(reading: Reading, input: PutValidationInput) -> ReceiptValidationSummary:
    """In one transaction; where it is too large for one, the summary comes last, and a repeat completes the rest."""
    summary, below = _items(reading, input)
    own = () if input.validation_timestamp else ("validation_timestamp",)

    def plan() -> tuple[list[Action | None], ReceiptValidationSummary]:
        above = the_receipt(reading, input)
        found = stored_now(reading, summary)
        before = _below_now(reading, summary)
        if found and says_the_same(found.item, summary, ignoring=own) and _are_there(below, before, own):
            return [], found.item
        expected = {"validation_timestamp": input.expected_validation_timestamp}
        action, stored = settled(found, summary, expected=expected)
        changes = _changes(below, before)
        if len(changes) + 2 > MAX_TRANSACTION_ACTIONS:
            if input.expected_validation_timestamp:
                raise BadInput(_TOO_MANY, field="input.categories")
            do_in_steps(reading, changes)
            changes = []
        return [still(above), *changes, action], stored

    return transact(reading, plan)


class CorrectionInput(Input):
    """A value that the second opinion would change."""

    about: ClassVar[str] = "Correction"

    field_name: Word
    original_value: str | None = None
    corrected_value: str | None = None
    explanation: str | None = None


class RecordChatGptValidationInput(OfReceipt):
    """A second opinion on a validation."""

    about: ClassVar[str] = "ReceiptChatGPTValidation"

    timestamp: Timestamp
    original_status: str | None = None
    revised_status: Word
    reasoning: str | None = None
    corrections: tuple[CorrectionInput, ...] = ()
    prompt: str | None = None
    response: str | None = None
    metadata: Json = None


def record_chat_gpt_validation(reading: Reading, input: RecordChatGptValidationInput) -> ReceiptChatGPTValidation:
    """Every opinion is kept, by the time at which it was asked for."""
    opinion = ReceiptChatGPTValidation(**input.model_dump(exclude_none=True))
    check_size(opinion)

    def plan() -> tuple[list[Action | None], ReceiptChatGPTValidation]:
        found = stored_now(reading, opinion)
        if found:
            return [], same_or_refused(found.item, opinion)
        return [still(the_receipt(reading, input)), put_new(opinion)], opinion

    return transact(reading, plan)


def _items(reading: Reading, input: PutValidationInput) -> tuple[ReceiptValidationSummary, list[Item]]:
    values: dict[str, Any] = input.model_dump(exclude_none=True, exclude={"expected_validation_timestamp"})
    values.setdefault("validation_timestamp", reading.now)
    categories = values.pop("categories")
    shared = {name: values[name] for name in ("image_id", "receipt_id", "validation_timestamp")}
    below: list[Item] = []
    for place, category in enumerate(categories):
        if any(category["field_name"] == other["field_name"] for other in categories[:place]):
            field = f"input.categories.{place}.fieldName"
            raise BadRequest(f"{field} names a field for the second time.", field=field)
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


def _below_now(reading: Reading, summary: ReceiptValidationSummary) -> dict[str, Record]:
    """The categories and results that are stored, by sort key, whoever wrote them."""
    key = summary.primary_key()
    query = Query(TABLE, None, key["PK"], Begins(f"{key['SK']}#CATEGORY#"), is_consistent=True)
    return {record["SK"]: record for record in reading.session.query(query)}


def _are_there(below: list[Item], before: dict[str, Record], own: Collection[str]) -> bool:
    wanted = {item.primary_key()["SK"]: item for item in below}
    return wanted.keys() == before.keys() and all(
        says_the_same(type(item).from_record(before[key]), item, ignoring=own) for key, item in wanted.items()
    )


def _changes(below: list[Item], before: dict[str, Record]) -> list[Action]:
    """What is new or says something else is stored, and what the validation no longer has is removed."""
    wanted = {item.primary_key()["SK"]: item for item in below}
    stale: list[Action] = [Delete(TABLE, TABLE.key_of(record)) for key, record in before.items() if key not in wanted]
    changed = (
        item
        for key, item in wanted.items()
        if key not in before or not says_the_same(type(item).from_record(before[key]), item)
    )
    return [*(put(item) for item in changed), *stale]
