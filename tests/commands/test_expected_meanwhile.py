"""What a caller expects still holds when the change is made, not only when it was looked at."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from entities.receipts.labels import ValidationStatus
from tests.commands.conftest import Changing
from tests.commands.receipts import Meanwhile, call, image_with_words, label, put, record_of, through, without
from tests.commands.test_conclusions import CONCLUSIONS, read_validation, validation

AT = "2026-11-16T12:00:00.000000Z"
LATER = "2026-11-16T13:00:00.000000Z"
VALID = ValidationStatus.VALID
INVALID = ValidationStatus.INVALID


@pytest.fixture
def word(api: Changing) -> dict[str, Any]:
    return image_with_words(api)


def raced(
    api: Changing, work: Callable[[], Any], mutation: str, operation: str = "transact_write_items", **given: Any
) -> dict[str, Any]:
    """The answer to a mutation, where another caller was faster between its look and its first write."""
    with through(api, Meanwhile(api.store._client, work, operation)):
        return call(mutation, **given)


def differing(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Something else again, that overlaps with neither."""
    return {**first, ("reasoning" if "fieldType" in second or "merchantName" in second else "version"): "other"}


@pytest.mark.parametrize(("mutation", "selection", "first", "second"), CONCLUSIONS)
def test_a_conclusion_that_was_replaced_meanwhile_is_not_replaced_again(
    api: Changing,
    word: dict[str, Any],
    mutation: str,
    selection: str,
    first: dict[str, Any],
    second: dict[str, Any],
) -> None:
    receipt = without(word, "lineId", "wordId")
    name = "timestamp" if mutation == "setReceiptMetadata" else "timestampAdded"
    expected = f"expected{name[0].upper()}{name[1:]}"
    api.do(mutation, selection, **receipt, **first, **{name: AT})
    other = partial(call, mutation, **receipt, **differing(first, second), **{name: LATER})
    answer = raced(api, other, mutation, **receipt, **second, **{name: AT, expected: AT})
    assert (answer["errorType"], answer["errorInfo"]["current"][name]) == ("Conflict", LATER)


def test_a_label_s_meaning_that_was_replaced_meanwhile_is_not_replaced_again(api: Changing) -> None:
    given = {"label": "MEANWHILE", "lastUpdated": AT}
    api.do("putLabelMetadata", "{ label }", **given)
    other = partial(call, "putLabelMetadata", **{**given, "lastUpdated": LATER, "labelTarget": "money"})
    more = {"description": "d", "expectedLastUpdated": AT}
    answer = raced(api, other, "putLabelMetadata", "update_item", **given, **more)
    assert (answer["errorType"], answer["errorInfo"]["current"]["lastUpdated"]) == ("Conflict", LATER)


def test_findings_do_not_change_under_a_validation_that_was_replaced_meanwhile(
    api: Changing, word: dict[str, Any]
) -> None:
    receipt = without(word, "lineId", "wordId")
    api.do("putValidation", "{ id }", **receipt, **validation(3, "total"), validationTimestamp=AT)
    other = partial(call, "putValidation", **receipt, **validation(1, "date"), validationTimestamp=LATER)
    same = {"validationTimestamp": AT, "expectedValidationTimestamp": AT}
    answer = raced(api, other, "putValidation", **receipt, **validation(2, "total"), **same)
    assert answer["errorType"] == "Conflict"
    assert [each["fieldName"] for each in read_validation(api, receipt)["categories"]] == ["date"]


@pytest.mark.parametrize("operation", ["update_item", "delete_item"])
def test_a_label_that_is_judged_meanwhile_is_not_removed(api: Changing, word: dict[str, Any], operation: str) -> None:
    put(api, label(word))
    judge = partial(call, "validateLabel", **word, label="DATE", validationStatus="VALID")
    answer = raced(api, judge, "removeLabel", operation, **word, label="DATE", expectedStatus="NONE")
    assert (answer["errorType"], answer["errorInfo"]["current"]["validationStatus"]) == ("Conflict", "VALID")
    stored = record_of(api, label(word))
    assert stored
    assert (stored["validation_status"], "deleted_by" in stored) == ("VALID", False)


def test_a_label_that_is_judged_meanwhile_gets_no_other_reason(api: Changing, word: dict[str, Any]) -> None:
    put(api, label(word, "TOTAL", validation_status=INVALID))
    judge = partial(put, api, label(word, "TOTAL", validation_status=VALID))
    given = {**word, "label": "TOTAL", "validationStatus": "INVALID", "expectedStatus": "INVALID", "reasoning": "new"}
    answer = raced(api, judge, "validateLabel", "update_item", **given)
    assert (answer["errorType"], answer["errorInfo"]["current"]["validationStatus"]) == ("Conflict", "VALID")


def test_a_batch_that_moves_on_meanwhile_gets_no_other_ids(api: Changing) -> None:
    api.do("createBatch", "{ status }", batchId="raced", batchType="COMPLETION")
    move = partial(call, "setBatchStatus", batchId="raced", status="COMPLETED")
    given = {"batchId": "raced", "status": "PENDING", "expectedStatus": "PENDING", "resultFileId": "f"}
    answer = raced(api, move, "setBatchStatus", "update_item", **given)
    assert (answer["errorType"], answer["errorInfo"]["current"]["status"]) == ("Conflict", "COMPLETED")


@pytest.mark.parametrize("has_new", [True, False])
def test_a_label_that_is_judged_meanwhile_is_not_replaced(api: Changing, word: dict[str, Any], has_new: bool) -> None:
    old, new = label(word, "TOTAL", validation_status=INVALID), label(word, "GRAND_TOTAL", validation_status=VALID)
    put(api, old, *([new] if has_new else []))
    before = record_of(api, new)
    judge = partial(put, api, label(word, "TOTAL", validation_status=VALID))
    given = {**word, "label": "TOTAL", "newLabel": "GRAND_TOTAL", "expectedStatus": "INVALID"}
    answer = raced(api, judge, "relabel", **given)
    assert (answer["errorType"], answer["errorInfo"]["current"]["validationStatus"]) == ("Conflict", "VALID")
    assert record_of(api, new) == before
