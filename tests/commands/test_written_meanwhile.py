"""Nothing is left behind by writers who store something below what is being deleted."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from entities.receipts.batches import BatchSummary, BatchType
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptField, ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import Receipt
from entities.tables import RECEIPTS
from loaders.dynamo.writes import Changes
from tests.commands.conftest import Changing
from tests.commands.receipts import (
    NOW,
    Meanwhile,
    call,
    image_with_words,
    label,
    partition,
    put,
    record_of,
    through,
    without,
)
from tests.commands.test_batches import completions
from tests.commands.test_conclusions import validation
from tests.commands.test_import import PICTURE, image, lines

AT = "2026-11-16T12:00:00Z"
BELOW_A_RECEIPT: list[tuple[str, dict[str, Any]]] = [
    ("setReceiptMetadata", {"merchantName": "A"}),
    ("setReceiptField", {"fieldType": "WEBSITE", "words": []}),
    ("putLabelAnalysis", {"labels": []}),
    ("putStructureAnalysis", {"sections": []}),
    ("putLineItemAnalysis", {"items": []}),
    ("putValidation", validation(3, "total")),
    ("recordChatGptValidation", {"timestamp": AT, "revisedStatus": "valid"}),
    ("recordGptValidation", {"query": "q", "response": "r"}),
    ("recordGptInitialTagging", {"query": "q", "response": "r"}),
    ("startCompaction", {"runId": "r"}),
]


@pytest.fixture
def receipt(api: Changing) -> dict[str, Any]:
    return without(image_with_words(api), "lineId", "wordId")


def mark(api: Changing, key: dict[str, Any]) -> None:
    """What a deletion does first."""
    api.store.session(60).update(RECEIPTS, key, Changes(set={"deleted_by": "ann"}))


def left(api: Changing, image_id: str) -> list[str]:
    """All that is stored of an image, and its field in another partition."""
    field = ReceiptField(image_id=image_id, receipt_id=1, field_type="WEBSITE", timestamp_added=NOW)
    elsewhere = [str(field.primary_key()["PK"])] if record_of(api, field) else []
    return [record["SK"] for record in partition(api, f"IMAGE#{image_id}")] + elsewhere


@pytest.mark.parametrize(("mutation", "given"), BELOW_A_RECEIPT)
@pytest.mark.parametrize("is_marked_before", [True, False])
def test_nothing_is_stored_below_a_receipt_that_is_being_deleted(
    api: Changing, receipt: dict[str, Any], mutation: str, given: dict[str, Any], is_marked_before: bool
) -> None:
    before = left(api, receipt["imageId"])
    begin = partial(mark, api, Receipt.key_for(image_id=receipt["imageId"], receipt_id=1))
    if is_marked_before:
        begin()
    client = api.store._client
    with through(api, client if is_marked_before else Meanwhile(client, begin, "transact_write_items")):
        answer = call(mutation, **receipt, **given)
    assert (answer["errorType"], answer["errorMessage"]) == ("Conflict", "This Receipt is being deleted.")
    assert left(api, receipt["imageId"]) == before


@pytest.mark.parametrize(("mutation", "given"), BELOW_A_RECEIPT)
@pytest.mark.parametrize("index", ["GSI1", "GSI3"])
@pytest.mark.parametrize("deletion", ["deleteReceipt", "deleteImage"])
def test_a_deletion_that_waits_for_the_indexes_leaves_nothing_behind(
    api: Changing, receipt: dict[str, Any], mutation: str, given: dict[str, Any], index: str, deletion: str
) -> None:
    put(api, Image(image_id=receipt["imageId"], width=1, height=1, timestamp_added=NOW, s3_bucket="b", s3_key="k"))
    ids = receipt if deletion == "deleteReceipt" else {"imageId": receipt["imageId"]}
    answers: list[dict[str, Any]] = []
    write = lambda: answers.append(call(mutation, **receipt, **given))  # noqa: E731
    with through(api, Meanwhile(api.store._client, write, "query", IndexName=index)):
        assert call(deletion, **ids)["data"]["isComplete"]
    assert [answer["errorType"] for answer in answers] == ["Conflict"]
    assert [each for each in left(api, receipt["imageId"]) if each.startswith(("RECEIPT#", "FIELD#"))] == []


def test_a_validation_that_takes_several_transactions_leaves_nothing_behind(
    api: Changing, receipt: dict[str, Any]
) -> None:
    delete = partial(call, "deleteReceipt", **receipt)
    with through(api, Meanwhile(api.store._client, delete, "transact_write_items", after=1)):
        answer = call("putValidation", **receipt, **validation(150, "total", "date"))
    assert answer["errorType"] == "NotFound"
    assert [each for each in left(api, receipt["imageId"]) if each.startswith("RECEIPT#")] == []


@pytest.fixture
def batch(api: Changing) -> BatchSummary:
    made = BatchSummary(batch_id=str(uuid4()), batch_type=BatchType.COMPLETION, submitted_at=NOW)
    put(api, made)
    return made


def test_no_results_are_stored_in_a_batch_that_is_being_deleted(api: Changing, batch: BatchSummary) -> None:
    mark(api, batch.primary_key())
    answer = call("recordBatchResults", batchId=batch.batch_id, completions=completions(2))
    assert (answer["errorType"], answer["errorMessage"]) == ("Conflict", "This BatchSummary is being deleted.")
    assert len(partition(api, f"BATCH#{batch.batch_id}")) == 1


@pytest.mark.parametrize("transactions", range(3))
def test_results_that_take_several_transactions_leave_nothing_behind(
    api: Changing, batch: BatchSummary, transactions: int
) -> None:
    delete = partial(call, "deleteBatch", batchId=batch.batch_id)
    with through(api, Meanwhile(api.store._client, delete, "transact_write_items", after=transactions)):
        answer = call("recordBatchResults", batchId=batch.batch_id, completions=completions(250))
    assert answer["errorType"] == "NotFound"
    assert partition(api, f"BATCH#{batch.batch_id}") == []


@pytest.mark.parametrize(("transactions", "stored"), [(-1, 0), (0, 0), (1, 99), (2, 140)])
@pytest.mark.parametrize("is_counted", [True, False])
def test_no_receipt_comes_into_an_image_that_is_being_deleted(
    api: Changing, transactions: int, stored: int, is_counted: bool
) -> None:
    """What was stored before the mark, the deletion finds."""
    given = image(count=10, receipts=1)
    call("importImage", **given)
    key = Image.key_for(image_id=given["imageId"])
    if not is_counted:
        api.store.session(60).update(RECEIPTS, key, Changes(remove=("receipt_count",)))
    corners = {name: given["receipts"][0][name] for name in ("topLeft", "topRight", "bottomLeft", "bottomRight")}
    more = {**PICTURE, **corners, "receiptId": 2, "lines": lines(20)}
    begin = partial(mark, api, key)
    if transactions == -1:
        begin()
    with through(api, Meanwhile(api.store._client, begin, "transact_write_items", after=transactions)):
        answer = call("importImage", **{**given, "receipts": [*given["receipts"], more]})
    assert (answer["errorType"], answer["errorMessage"]) == ("Conflict", "This Image is being deleted.")
    come = [each for each in left(api, given["imageId"]) if each.startswith("RECEIPT#00002")]
    assert (len(come), "RECEIPT#00002" in come) == (stored, False)


def test_a_label_does_not_replace_one_that_is_gone_meanwhile(api: Changing) -> None:
    ids = image_with_words(api)
    old = label(ids, "TOTAL", validation_status=ValidationStatus.INVALID)
    new: ReceiptWordLabel = label(ids, "GRAND_TOTAL")
    put(api, old)
    delete = partial(call, "deleteReceipt", imageId=ids["imageId"], receiptId=1)
    with through(api, Meanwhile(api.store._client, delete, "transact_write_items")):
        answer = call("relabel", **ids, label="TOTAL", newLabel="GRAND_TOTAL")
    assert answer["errorType"] == "NotFound"
    assert record_of(api, new) is None
