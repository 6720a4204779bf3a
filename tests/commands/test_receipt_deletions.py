"""Receipts, batches and labels are deleted with all that belongs to them, and nothing else; a repeat goes on."""

from typing import Any

import pytest

from entities.receipts.batches import BatchStatus, BatchSummary, BatchType, CompletionBatchResult, EmbeddingBatchResult
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptField, ValidationStatus
from entities.receipts.receipt import EmbeddingStatus
from resolvers.routing.routes import routes
from tests.commands.conftest import Changing
from tests.commands.receipts import NOW, call, image_with_words, label, partition, put, put_record, record_of, through
from tests.commands.test_delete_image import belongings
from tests.commands.test_import import Breaking, image

RECEIPT = "{ imageId receiptId isComplete deleted types { typeName count } }"
BATCH = "{ batchId isComplete deleted types { typeName count } }"


def of_receipt(ids: dict[str, Any]) -> dict[str, Any]:
    return {"imageId": ids["imageId"], "receiptId": ids["receiptId"]}


def counts(made: dict[str, Any]) -> dict[str, int]:
    return {each["typeName"]: each["count"] for each in made["types"]}


def test_a_receipt_is_deleted_with_everything_and_its_image_stays(api: Changing) -> None:
    ids, other = image_with_words(api), image_with_words(api)
    theirs = {"PK": f"IMAGE#{ids['imageId']}", "SK": "RECEIPT#00001#SECTION#FOOTER", "TYPE": "RECEIPT_SECTION"}
    unpadded = {
        "PK": f"IMAGE#{ids['imageId']}",
        "SK": "RECEIPT#1#ANALYSIS#VALIDATION#CHATGPT#2026-01-01T00:00:00",
        "TYPE": "RECEIPT_CHATGPT_VALIDATION",
    }
    neighbour = {"PK": f"IMAGE#{ids['imageId']}", "SK": "RECEIPT#00010", "TYPE": "RECEIPT", "width": 1, "height": 1}
    put(api, label(ids), *belongings(ids), *belongings(other))
    for record in (theirs, unpadded, neighbour):
        put_record(api, record)
    before = partition(api, f"IMAGE#{other['imageId']}")
    made = api.do("deleteReceipt", RECEIPT, **of_receipt(ids))
    assert counts(made) == {
        "Receipt": 1,
        "ReceiptLine": 1,
        "ReceiptWord": 2,
        "ReceiptWordLabel": 1,
        "ReceiptField": 1,
        "ReceiptChatGPTValidation": 1,
        "CompletionBatchResult": 1,
        "EmbeddingBatchResult": 1,
        "RECEIPT_SECTION": 1,
    }
    assert (made["deleted"], made["isComplete"]) == (10, True)
    left = {record["SK"] for record in partition(api, f"IMAGE#{ids['imageId']}")}
    assert left == {"IMAGE", "LINE#00001", "LINE#00001#WORD#00001", "LINE#00001#WORD#00002", "RECEIPT#00010"}
    assert [record_of(api, each) for each in belongings(ids)] == [None] * 3
    assert partition(api, f"IMAGE#{other['imageId']}") == before


def test_its_image_counts_one_receipt_less_and_only_once(api: Changing) -> None:
    ids = image_with_words(api)
    for _ in range(2):
        api.do("deleteReceipt", RECEIPT, **of_receipt(ids))
    record = next(each for each in partition(api, f"IMAGE#{ids['imageId']}") if each["SK"] == "IMAGE")
    assert (record["receipt_count"], record["GSI3SK"]) == (0, "NUM_RECEIPTS#00000")
    assert Image.from_record(record).deleted_by is None


def test_deleting_a_receipt_again_deletes_nothing(api: Changing) -> None:
    ids = image_with_words(api)
    api.do("deleteReceipt", RECEIPT, **of_receipt(ids))
    again = api.do("deleteReceipt", RECEIPT, **of_receipt(ids))
    assert again == {**of_receipt(ids), "isComplete": True, "deleted": 0, "types": []}


@pytest.mark.no_cover
@pytest.mark.parametrize("writes", range(0, 10, 2))
def test_a_deletion_that_breaks_off_is_gone_on_with_and_the_receipt_goes_last(api: Changing, writes: int) -> None:
    given = image(count=6, receipts=1)
    call("importImage", **given)
    ids = {"imageId": given["imageId"], "receiptId": 1}
    with through(api, Breaking(api.store._client, writes, loses_answer=bool(writes % 4))):
        call("deleteReceipt", **ids)
    left = _of_receipt(api, given["imageId"])
    assert not left or any(record["SK"] == "RECEIPT#00001" for record in left)
    made = api.do("deleteReceipt", RECEIPT, **ids)
    assert (made["deleted"], made["isComplete"]) == (len(left), True)
    assert _of_receipt(api, given["imageId"]) == []


def test_where_the_time_is_too_short_it_stops_and_says_so(api: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commands.receipts.receipt_deletions.PAGE", 2)
    monkeypatch.setattr("commands.receipts.receipt_deletions.RESERVE_SECONDS", 1_000)
    ids = image_with_words(api)
    made = api.do("deleteReceipt", RECEIPT, **of_receipt(ids))
    assert made["isComplete"] is False
    assert 0 < made["deleted"] < 4
    monkeypatch.undo()
    assert api.do("deleteReceipt", RECEIPT, **of_receipt(ids))["isComplete"] is True


def results(batch_id: str, number: int) -> list[Any]:
    word: dict[str, Any] = {"image_id": "i", "receipt_id": 1, "line_id": 1, "batch_id": batch_id}
    completed = [
        CompletionBatchResult(**word, word_id=each, original_label="TAX", status=BatchStatus.COMPLETED)
        for each in range(number)
    ]
    return [*completed, EmbeddingBatchResult(**word, word_id=1, status=EmbeddingStatus.SUCCESS)]


def test_a_batch_is_deleted_with_its_results(api: Changing) -> None:
    batches = [BatchSummary(batch_id=each, batch_type=BatchType.COMPLETION, submitted_at=NOW) for each in ("d1", "d2")]
    put(api, *batches, *results("d1", 30), *results("d2", 1))
    made = api.do("deleteBatch", BATCH, batchId="d1")
    assert counts(made) == {"BatchSummary": 1, "CompletionBatchResult": 30, "EmbeddingBatchResult": 1}
    assert (made["deleted"], made["isComplete"]) == (32, True)
    assert partition(api, "BATCH#d1") == []
    assert len(partition(api, "BATCH#d2")) == 3
    assert api.do("deleteBatch", BATCH, batchId="d1")["deleted"] == 0


def test_a_batch_and_its_results_expire_together(api: Changing) -> None:
    ids = image_with_words(api)
    expiry = "2096-11-16T12:00:00.000000Z"
    api.do("createBatch", "{ expiresAt }", batchId="e1", batchType="COMPLETION", expiresAt=expiry)
    api.do("recordBatchResults", "{ written }", batchId="e1", completions=[{**ids, "originalLabel": "TAX"}])
    assert {record["time_to_live"] for record in partition(api, "BATCH#e1")} == {4003905600}
    past = api.refusal("createBatch", "{ id }", batchId="e2", batchType="COMPLETION", expiresAt="2020-01-01T00:00:00Z")
    assert (past["errorType"], past["errorInfo"]["field"]) == ("BadInput", "input.expiresAt")


def test_a_label_is_removed_and_the_word_is_returned(api: Changing) -> None:
    ids = image_with_words(api)
    put(api, label(ids), label(ids, "TAX"))
    made = api.do("removeLabel", "{ wordId labels { label } }", **ids, label="date")
    assert made == {"wordId": 1, "labels": [{"label": "TAX"}]}
    assert api.do("removeLabel", "{ labels { label } }", **ids, label="DATE") == {"labels": [{"label": "TAX"}]}


def test_a_label_that_was_judged_meanwhile_is_not_removed(api: Changing) -> None:
    ids = image_with_words(api)
    put(api, label(ids, validation_status=ValidationStatus.VALID))
    error = api.refusal("removeLabel", "{ id }", **ids, label="DATE", expectedStatus="NONE")
    assert error["errorType"] == "Conflict"
    assert error["errorInfo"]["current"]["validationStatus"] == "VALID"
    assert record_of(api, label(ids)) is not None


def test_no_label_is_removed_from_a_word_that_does_not_exist(api: Changing) -> None:
    ids = {**image_with_words(api), "wordId": 99}
    error = api.refusal("removeLabel", "{ id }", **ids, label="DATE")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.wordId")


def test_fields_of_another_receipt_with_a_number_that_begins_alike_stay(api: Changing) -> None:
    ids = image_with_words(api)
    near = ReceiptField(image_id=ids["imageId"], receipt_id=11, field_type="DATE", timestamp_added=NOW)
    put(api, near)
    api.do("deleteReceipt", RECEIPT, **of_receipt(ids))
    assert record_of(api, near) is not None


def test_only_operators_delete_and_editors_remove() -> None:
    assert routes()["Mutation.deleteReceipt"].access == routes()["Mutation.deleteBatch"].access == ("iam", "operators")
    assert routes()["Mutation.removeLabel"].access == ("iam", "editors", "operators")


def _of_receipt(api: Changing, image_id: str) -> list[Any]:
    return [each for each in partition(api, f"IMAGE#{image_id}") if str(each["SK"]).startswith("RECEIPT#00001")]
