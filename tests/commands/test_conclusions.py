"""What is concluded about a receipt takes the place of what was concluded before, and nothing stale is left."""

import json
from typing import Any

import pytest

from entities.receipts.receipt import ReceiptMetadata
from entities.receipts.validations import ReceiptValidationResult
from tests.commands.conftest import Changing
from tests.commands.receipts import NOW, call, image_with_words, partition, put_record, record_of, without

AT = "2026-11-16T12:00:00.000000Z"
CONCLUSIONS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("setReceiptMetadata", "{ merchantName timestamp }", {"merchantName": "A"}, {"merchantName": "B"}),
    (
        "setReceiptField",
        "{ fieldType reasoning timestampAdded words { lineId wordId label } }",
        {"fieldType": "address", "words": [{"lineId": 1, "wordId": 1}]},
        {"fieldType": "address", "words": [{"lineId": 1, "wordId": 2, "label": "DATE"}]},
    ),
    (
        "putLabelAnalysis",
        "{ timestampAdded labels { labelType wordId } }",
        {"labels": [{"labelType": "DATE", "wordId": 1}]},
        {"labels": []},
    ),
    (
        "putStructureAnalysis",
        "{ timestampAdded sections { name lineIds } }",
        {"sections": [{"name": "body", "lineIds": [1]}]},
        {"sections": []},
    ),
    (
        "putLineItemAnalysis",
        "{ timestampAdded total items { description } }",
        {"items": [{"description": "Milk"}], "total": "1.10"},
        {"items": [], "total": "2.20"},
    ),
]


@pytest.fixture
def receipt(api: Changing) -> dict[str, Any]:
    return without(image_with_words(api), "lineId", "wordId")


@pytest.mark.parametrize(("mutation", "selection", "first", "second"), CONCLUSIONS)
def test_a_conclusion_is_stored_repeated_and_replaced(
    api: Changing,
    receipt: dict[str, Any],
    mutation: str,
    selection: str,
    first: dict[str, Any],
    second: dict[str, Any],
) -> None:
    made = api.do(mutation, selection, **receipt, **first)
    assert api.do(mutation, selection, **receipt, **first) == made
    assert api.calls[0][1].session.meter.write_units == 0
    at = made.get("timestampAdded") or made["timestamp"]
    name = "expectedTimestampAdded" if "timestampAdded" in made else "expectedTimestamp"
    other = api.do(mutation, selection, **receipt, **second, **{name: at})
    assert other != made
    error = api.refusal(mutation, selection, **receipt, **first, **{name: at})
    assert error["errorType"] == "Conflict"
    assert error["errorInfo"]["current"]["imageId"] == receipt["imageId"]


@pytest.mark.parametrize(("mutation", "selection", "first", "second"), CONCLUSIONS)
def test_nothing_is_concluded_about_a_receipt_that_is_not_there(
    api: Changing,
    receipt: dict[str, Any],
    mutation: str,
    selection: str,
    first: dict[str, Any],
    second: dict[str, Any],
) -> None:
    before = partition(api, f"IMAGE#{receipt['imageId']}")
    error = api.refusal(mutation, selection, **{**receipt, "receiptId": 2}, **first)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.receiptId")
    name = "expectedTimestamp" if mutation == "setReceiptMetadata" else "expectedTimestampAdded"
    assert api.refusal(mutation, selection, **receipt, **second, **{name: AT})["errorType"] == "Conflict"
    assert partition(api, f"IMAGE#{receipt['imageId']}") == before


@pytest.mark.parametrize(
    ("mutation", "given", "field"),
    [
        ("setReceiptMetadata", {"matchConfidence": 1.5}, "input.matchConfidence"),
        ("setReceiptField", {"fieldType": "A#B", "words": []}, "input.fieldType"),
        ("setReceiptField", {"fieldType": "A", "words": [{"lineId": 0, "wordId": 1}]}, "input.words.0.lineId"),
        ("putLabelAnalysis", {"labels": [{"labelType": "A#B"}]}, "input.labels.0.labelType"),
        ("putValidation", {"overallStatus": ""}, "input.overallStatus"),
        ("putValidation", {"overallStatus": "a#b"}, "input.overallStatus"),
        (
            "putValidation",
            {"overallStatus": "valid", "categories": [{"fieldName": "a", "status": "valid"}] * 2},
            "input.categories.1.fieldName",
        ),
    ],
)
def test_a_conclusion_that_makes_no_sense_is_refused_by_name(
    api: Changing, receipt: dict[str, Any], mutation: str, given: dict[str, Any], field: str
) -> None:
    error = api.refusal(mutation, "{ __typename }", **receipt, **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)


def test_a_receipt_moves_to_its_new_merchant_and_keeps_what_others_added(
    api: Changing, receipt: dict[str, Any]
) -> None:
    before = ReceiptMetadata(image_id=receipt["imageId"], receipt_id=1, merchant_name="Old Shop", timestamp=NOW)
    put_record(api, {**before.to_record(), "theirs": "kept"})
    api.do("setReceiptMetadata", "{ merchantName }", **receipt, merchantName="New Shop", placeId="p")
    stored = record_of(api, before)
    assert stored
    assert (stored["theirs"], stored["GSI1PK"], stored["GSI3PK"]) == ("kept", "MERCHANT#NEW_SHOP", "PLACE#p")
    listed = api.get('{ receiptMetadata(merchantName: "new shop", first: 100) { nodes { imageId } } }')
    assert {"imageId": receipt["imageId"]} in listed["receiptMetadata"]["nodes"]


VALIDATION = """{ overallStatus validationTimestamp
  categories { fieldName status resultSummary { errorCount successCount } results { resultIndex type message } } }"""


def validation(results: int, *names: str) -> dict[str, Any]:
    found = [{"type": "error" if n % 2 else "success", "message": f"{n}"} for n in range(results)]
    categories = [{"fieldName": name, "status": "valid", "results": found} for name in names]
    return {"overallStatus": "valid", "categories": categories}


def read_validation(api: Changing, receipt: dict[str, Any]) -> dict[str, Any]:
    text = "query ($id: ID!) { receipt(imageId: $id, receiptId: 1) { validation " + VALIDATION + " } }"
    found: dict[str, Any] = api.get(text, id=receipt["imageId"])["receipt"]["validation"]
    return found


@pytest.mark.parametrize("results", [3, 150])
def test_a_validation_replaces_the_one_before_wholly(api: Changing, receipt: dict[str, Any], results: int) -> None:
    stale = ReceiptValidationResult(
        image_id=receipt["imageId"], receipt_id=1, field_name="total", result_index=0, type="error"
    )
    put_record(api, {**stale.to_record(), "SK": stale.primary_key()["SK"].replace("#00000", "#0")})
    made = api.do("putValidation", VALIDATION, **receipt, **validation(results, "total", "date"))
    assert read_validation(api, receipt) == made
    assert [len(category["results"]) for category in made["categories"]] == [results, results]
    assert made["categories"][0]["resultSummary"]["errorCount"] == results // 2
    smaller = api.do("putValidation", VALIDATION, **receipt, **validation(2, "total"))
    assert [len(category["results"]) for category in smaller["categories"]] == [2]
    assert read_validation(api, receipt) == smaller
    below = [record for record in partition(api, f"IMAGE#{receipt['imageId']}") if "#CATEGORY#" in record["SK"]]
    assert len(below) == 3


def test_the_same_validation_again_changes_nothing(api: Changing, receipt: dict[str, Any]) -> None:
    made = api.do("putValidation", VALIDATION, **receipt, **validation(3, "total"))
    assert api.do("putValidation", VALIDATION, **receipt, **validation(3, "total")) == made
    assert api.calls[0][1].session.meter.write_units == 0


def test_a_validation_that_is_not_as_expected_stays(api: Changing, receipt: dict[str, Any]) -> None:
    made = api.do("putValidation", VALIDATION, **receipt, **validation(3, "total"), validationTimestamp=AT)
    error = api.refusal(
        "putValidation",
        VALIDATION,
        **receipt,
        **validation(120, "date"),
        expectedValidationTimestamp=made["validationTimestamp"].replace("12:", "11:"),
    )
    assert error["errorInfo"]["current"]["overallStatus"] == "valid"
    assert read_validation(api, receipt) == made


def test_more_than_one_transaction_holds_cannot_depend_on_an_expectation(
    api: Changing, receipt: dict[str, Any]
) -> None:
    made = api.do("putValidation", VALIDATION, **receipt, **validation(3, "total"), validationTimestamp=AT)
    given = {**receipt, **validation(120, "date"), "expectedValidationTimestamp": made["validationTimestamp"]}
    error = api.refusal("putValidation", VALIDATION, **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.categories")
    assert read_validation(api, receipt) == made


def test_second_opinions_are_kept_by_their_time(api: Changing, receipt: dict[str, Any]) -> None:
    given = {**receipt, "timestamp": AT, "revisedStatus": "valid", "metadata": json.dumps({"model": "m"})}
    selection = "{ timestamp revisedStatus metadata }"
    made = api.do("recordChatGptValidation", selection, **given)
    assert api.do("recordChatGptValidation", selection, **given) == made
    error = api.refusal("recordChatGptValidation", selection, **{**given, "revisedStatus": "invalid"})
    assert error["errorInfo"]["current"]["revisedStatus"] == "valid"
    api.do("recordChatGptValidation", selection, **{**given, "timestamp": "2026-11-16T13:00:00Z"})
    text = "query ($id: ID!) { receipt(imageId: $id, receiptId: 1) { chatGptValidations { timestamp } } }"
    assert len(api.get(text, id=receipt["imageId"])["receipt"]["chatGptValidations"]) == 2


def test_what_is_too_large_for_an_item_is_refused_before_anything_is_written(
    api: Changing, receipt: dict[str, Any]
) -> None:
    before = partition(api, f"IMAGE#{receipt['imageId']}")
    huge = validation(2, "total")
    huge["categories"][0]["reasoning"] = "x" * 410_000
    assert call("putValidation", **receipt, **huge)["errorType"] == "TooLarge"
    assert call("setReceiptMetadata", **receipt, reasoning="x" * 410_000)["errorType"] == "TooLarge"
    assert partition(api, f"IMAGE#{receipt['imageId']}") == before
