"""Deleting an image takes all that belongs to it, leaves everything else, and can be gone on with."""

from typing import Any

import pytest

from entities.receipts.batches import BatchStatus, BatchSummary, BatchType, CompletionBatchResult, EmbeddingBatchResult
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import EmbeddingStatus
from resolvers.routing.routes import routes
from tests.commands.conftest import Changing
from tests.commands.receipts import (
    NOW,
    call,
    image_with_words,
    label,
    partition,
    put,
    put_record,
    record_of,
    through,
)
from tests.commands.test_import import Breaking, image, items_in

DELETION = "{ imageId isComplete deleted types { typeName count } }"


def belongings(ids: dict[str, Any]) -> list[Any]:
    """What lies in other partitions but is named after the image."""
    receipt = {"image_id": ids["imageId"], "receipt_id": 1}
    word = {**receipt, "line_id": 1, "word_id": 1, "batch_id": "shared"}
    return [
        ReceiptField(**receipt, field_type="DATE", timestamp_added=NOW),
        CompletionBatchResult(**word, original_label="TAX", status=BatchStatus.COMPLETED),
        EmbeddingBatchResult(**word, status=EmbeddingStatus.SUCCESS),
    ]


def test_an_image_is_deleted_with_everything_and_counted_by_type(api: Changing) -> None:
    ids, other = image_with_words(api), image_with_words(api)
    theirs = {"PK": f"IMAGE#{ids['imageId']}", "SK": "OCR_JOB#1", "TYPE": "OCR_JOB"}
    summary = BatchSummary(batch_id="shared", batch_type=BatchType.COMPLETION, submitted_at=NOW)
    put(api, label(ids), *belongings(ids), *belongings(other), summary)
    put_record(api, theirs)
    before = partition(api, f"IMAGE#{other['imageId']}")
    made = api.do("deleteImage", DELETION, imageId=ids["imageId"])
    assert {each["typeName"]: each["count"] for each in made["types"]} == {
        "Image": 1,
        "Line": 1,
        "Word": 2,
        "Receipt": 1,
        "ReceiptLine": 1,
        "ReceiptWord": 2,
        "ReceiptWordLabel": 1,
        "ReceiptField": 1,
        "CompletionBatchResult": 1,
        "EmbeddingBatchResult": 1,
        "OCR_JOB": 1,
    }
    assert (made["deleted"], made["isComplete"]) == (13, True)
    assert partition(api, f"IMAGE#{ids['imageId']}") == []
    assert [record_of(api, each) for each in belongings(ids)] == [None] * 3
    assert None not in [record_of(api, each) for each in (*belongings(other), summary)]
    assert partition(api, f"IMAGE#{other['imageId']}") == before


def test_deleting_again_deletes_nothing(api: Changing) -> None:
    ids = image_with_words(api)
    api.do("deleteImage", DELETION, imageId=ids["imageId"])
    again = api.do("deleteImage", DELETION, imageId=ids["imageId"])
    assert again == {"imageId": ids["imageId"], "isComplete": True, "deleted": 0, "types": []}


@pytest.mark.no_cover
@pytest.mark.parametrize("writes", range(0, 14, 2))
def test_a_deletion_that_breaks_off_is_gone_on_with_and_the_image_goes_last(api: Changing, writes: int) -> None:
    given = image(count=10)
    call("importImage", **given)
    with through(api, Breaking(api.store._client, writes, loses_answer=bool(writes % 4))):
        call("deleteImage", imageId=given["imageId"])
    left = partition(api, f"IMAGE#{given['imageId']}")
    assert not left or any(record["SK"] == "IMAGE" for record in left)
    made = api.do("deleteImage", DELETION, imageId=given["imageId"])
    assert (made["deleted"], made["isComplete"]) == (len(left), True)
    assert partition(api, f"IMAGE#{given['imageId']}") == []


def test_what_was_deleted_can_come_in_again(api: Changing) -> None:
    given = image(count=1)
    call("importImage", **given)
    assert api.do("deleteImage", DELETION, imageId=given["imageId"])["deleted"] == items_in(given)
    assert api.do("importImage", "{ written }", **given)["written"] == items_in(given)


def test_where_the_time_is_too_short_it_stops_and_says_so(api: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("commands.receipts.deletions.PAGE", 10)
    monkeypatch.setattr("commands.receipts.deletions.RESERVE_SECONDS", 1_000)
    given = image(count=4, receipts=0)
    call("importImage", **given)
    made = api.do("deleteImage", DELETION, imageId=given["imageId"])
    assert made["isComplete"] is False
    assert 0 < made["deleted"] < items_in(given)
    monkeypatch.undo()
    assert api.do("deleteImage", DELETION, imageId=given["imageId"])["isComplete"] is True


def test_a_name_that_would_forge_a_key_is_refused(api: Changing) -> None:
    error = api.refusal("deleteImage", DELETION, imageId="a#b")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.imageId")


def test_only_operators_may_delete() -> None:
    assert routes()["Mutation.deleteImage"].access == ("iam", "operators")
