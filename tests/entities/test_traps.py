"""The traps that real data and the documents hold, one test each."""

from datetime import UTC, datetime
from typing import Any

import pytest
from pydantic import ValidationError

from entities.cats import CatImage
from entities.documents import TextractJob
from entities.errors import Unreadable
from entities.item import Item
from entities.jobs import Job, QueueJob
from entities.novae.nova import Nova
from entities.receipts.batches import EmbeddingBatchResult
from entities.receipts.images import Image
from entities.receipts.labels import GPTValidation, ReceiptWordLabel, WordTag
from entities.receipts.places import PlacesCache, SearchType
from entities.receipts.receipt import ReceiptMetadata
from entities.receipts.validations import ReceiptChatGPTValidation, ReceiptValidationResult
from entities.registry import type_of
from entities.tables import RECEIPTS
from tests.read_item import Unknown, read_item

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
IMAGE_ID = "0cefbe98-9ddc-4673-bb27-520aba4d8b6c"


def test_a_job_that_only_a_lambda_ever_touched_is_readable() -> None:
    phantom = TextractJob.from_record(
        {"JobID": "incoming/test", "Status": "PROCESSING", "UpdatedAt": "2026-11-16T12:00:00Z"}
    )
    assert (phantom.job_id, phantom.submitted_at, phantom.document_key) == ("incoming/test", None, None)


@pytest.mark.parametrize("label_key", ["LABEL#DATE", "LABEL#DATE" + "_" * 30])
def test_a_label_is_the_same_padded_or_not(label_key: str) -> None:
    record = {
        "PK": f"IMAGE#{IMAGE_ID}",
        "SK": "RECEIPT#00001#LINE#00002#WORD#00003#LABEL#DATE",
        "TYPE": "RECEIPT_WORD_LABEL",
        "GSI1PK": label_key,
    }
    label = ReceiptWordLabel.from_record(record)
    assert (label.label, label.receipt_id, label.line_id, label.word_id) == ("DATE", 1, 2, 3)
    assert label.index_keys()["GSI1PK"] == "LABEL#DATE"


@pytest.mark.parametrize("tag_key", ["FOOD", "_" * 36 + "FOOD"])
def test_a_tag_is_the_same_padded_or_not(tag_key: str) -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": f"LINE#00001#WORD#00002#TAG#{tag_key}", "TYPE": "WORD_TAG"}
    assert WordTag.from_record(record | {"tag_name": "FOOD"}).tag == "FOOD"
    assert type_of(RECEIPTS, record) is WordTag


def test_tags_are_written_in_upper_case() -> None:
    tag = WordTag(image_id=IMAGE_ID, line_id=1, word_id=2, tag="food", timestamp_added=NOON)
    assert tag.to_record()["SK"] == "LINE#00001#WORD#00002#TAG#FOOD"


def test_an_unpadded_sort_key_is_read_and_a_padded_one_written() -> None:
    key = "RECEIPT#1#ANALYSIS#VALIDATION#CHATGPT#2025-09-20T08:41:00+00:00"
    found = read_item(RECEIPTS, {"PK": f"IMAGE#{IMAGE_ID}", "SK": key})
    assert isinstance(found, ReceiptChatGPTValidation)
    assert found.receipt_id == 1
    assert found.primary_key()["SK"] == key
    ours = ReceiptChatGPTValidation(image_id=IMAGE_ID, receipt_id=1, timestamp=NOON, revised_status="valid")
    assert ours.primary_key()["SK"] == "RECEIPT#00001#ANALYSIS#VALIDATION#CHATGPT#2026-11-16T12:00:00.000000Z"


def test_a_result_without_a_time_is_not_in_the_index_by_time() -> None:
    result = ReceiptValidationResult(image_id=IMAGE_ID, receipt_id=1, field_name="total", result_index=10, type="error")
    assert result.to_record()["SK"].endswith("#RESULT#00010")
    assert "GSI1PK" not in result.to_record()


def test_a_result_with_the_text_none_in_its_index_key_is_readable() -> None:
    record = {
        "PK": f"IMAGE#{IMAGE_ID}",
        "SK": "RECEIPT#00001#ANALYSIS#VALIDATION#CATEGORY#total#RESULT#0",
        "TYPE": "RECEIPT_VALIDATION_RESULT",
        "GSI1PK": "ANALYSIS_TYPE",
        "GSI1SK": "VALIDATION#None#CATEGORY#total#RESULT",
        "validation_timestamp": None,
    }
    assert ReceiptValidationResult.from_record(record).validation_timestamp is None


def test_an_item_that_makes_no_sense_is_named() -> None:
    with pytest.raises(Unreadable, match=r"Image \(PK=IMAGE#x, SK=IMAGE\): width: Field required"):
        read_item(RECEIPTS, {"PK": "IMAGE#x", "SK": "IMAGE", "TYPE": "IMAGE", "height": 1})


@pytest.mark.parametrize("type_name", ["RECEIPT_PLACE", "OCR_JOB", "AIUsageMetric", "NEVER_SEEN"])
def test_types_of_other_programs_are_unknown_and_break_nothing(type_name: str) -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": "RECEIPT#00001#PLACE", "TYPE": type_name}
    assert read_item(RECEIPTS, record) == Unknown(type_name, {"PK": record["PK"], "SK": record["SK"]})


def test_attributes_that_nobody_declared_are_passed_over() -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": "IMAGE", "width": 1, "height": 2, "novelty": {"a": 1}}
    assert Image.from_record(record).width == 1


def test_the_nothing_of_an_index_is_left_out_not_written() -> None:
    metadata = ReceiptMetadata(image_id=IMAGE_ID, receipt_id=1, merchant_name="Twin Peaks")
    record = metadata.to_record()
    assert record["GSI1PK"] == "MERCHANT#TWIN_PEAKS"
    assert {"GSI2PK", "GSI2SK", "GSI3PK", "GSI3SK"}.isdisjoint(record)


A_LABEL: dict[str, Any] = {
    "image_id": IMAGE_ID,
    "receipt_id": 1,
    "line_id": 1,
    "word_id": 1,
    "label": "A",
    "timestamp_added": NOON,
}
A_PLACE: dict[str, Any] = {"search_type": SearchType.URL, "place_id": "p", "last_updated": NOON}
A_QUERY: dict[str, Any] = {
    "image_id": IMAGE_ID,
    "receipt_id": 1,
    "query": "q",
    "response": "r",
    "timestamp_added": NOON,
}


@pytest.mark.parametrize(
    ("entity", "values", "field"),
    [
        (ReceiptWordLabel, A_LABEL | {"label": "A#B"}, "label"),
        (ReceiptWordLabel, A_LABEL | {"line_id": 100_000}, "line_id"),
        (ReceiptWordLabel, A_LABEL | {"image_id": ""}, "image_id"),
        (ReceiptWordLabel, A_LABEL | {"receipt_id": 0}, "receipt_id"),
        (QueueJob, {"queue_name": "a#b", "job_id": "1", "enqueued_at": NOON}, "queue_name"),
        (PlacesCache, A_PLACE | {"search_value": "x" * 1100}, "search_value"),
        (Job, {"job_id": "1", "name": "n", "created_at": NOON}, "created_by"),
        (GPTValidation, A_QUERY | {"tag": "A"}, "tag"),
    ],
)
def test_what_must_not_be_stored_is_refused_by_the_name_of_its_field(
    entity: type[Item], values: dict[str, Any], field: str
) -> None:
    with pytest.raises(ValidationError, match=field):
        entity(**values)


def test_a_misspelt_field_is_refused() -> None:
    with pytest.raises(ValidationError, match="heigth"):
        Image(image_id=IMAGE_ID, width=1, heigth=2)  # type: ignore[call-arg]


def test_results_of_two_images_in_one_batch_do_not_overwrite_each_other() -> None:
    keys = [
        EmbeddingBatchResult.key_for(batch_id="b", image_id=image, receipt_id=1, line_id=1, word_id=1)
        for image in ("i-1", "i-2")
    ]
    assert keys[0] != keys[1]


def test_a_places_value_is_found_as_upstream_pads_it() -> None:
    cached = PlacesCache(search_type=SearchType.PHONE, search_value="+1 (555) 010", place_id="p", last_updated=NOON)
    assert cached.padded_value == "_" * 20 + "+1(555)010"


def _cat(**fields: Any) -> CatImage:
    return CatImage(batch_id=1, fingerprint="f", client_id="c", s3_key="k", uploaded_at=NOON, **fields)


def _nova(**fields: Any) -> Nova:
    return Nova(nova_id="n", primary_name="GK Per", primary_name_normalized="gk per", **fields)


def test_equal_data_are_equal_items_wherever_they_were_found() -> None:
    item: Item = _cat()
    assert CatImage.from_record(item.to_record()) == item
    assert item != _nova()


def test_a_label_with_a_hash_in_it_is_read_though_it_would_not_be_written() -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": "RECEIPT#00001#LINE#00002#WORD#00003#LABEL#A#B"}
    label = read_item(RECEIPTS, record | {"TYPE": "RECEIPT_WORD_LABEL"})
    assert isinstance(label, ReceiptWordLabel)
    assert (label.label, label.word_id) == ("A#B", 3)


def test_a_filled_up_tag_without_its_attribute_is_read_without_its_filling() -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": "LINE#00001#WORD#00002#TAG#" + "_" * 36 + "FOOD", "TYPE": "WORD_TAG"}
    assert WordTag.from_record(record).tag == "FOOD"


def test_a_copy_lies_where_the_item_lies() -> None:
    stored = "LINE#00001#WORD#00002#TAG#" + "_" * 36 + "FOOD"
    tag = WordTag.from_record({"PK": f"IMAGE#{IMAGE_ID}", "SK": stored, "TYPE": "WORD_TAG", "tag_name": "FOOD"})
    assert tag.model_copy(update={"validated": True}).primary_key()["SK"] == stored


def test_an_embedding_result_of_the_documents_own_shape_is_readable() -> None:
    record = {
        "PK": "BATCH#b",
        "SK": "RESULT#RECEIPT#1#LINE#2#WORD#3#LABEL#DATE",
        "TYPE": "EMBEDDING_BATCH_RESULT",
        "GSI3PK": f"IMAGE#{IMAGE_ID}#RECEIPT#00001",
        "GSI3SK": "BATCH#b#STATUS#SUCCESS",
    }
    result = EmbeddingBatchResult.from_record(record)
    assert (result.image_id, result.line_id, result.word_id, result.label) == (IMAGE_ID, 2, 3, "DATE")
