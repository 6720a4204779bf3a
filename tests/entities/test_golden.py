"""Items as real writers of several ages stored them: each is read into the right type, with the right values."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from entities.attributes import decode_item
from entities.fields import Part
from entities.item import Item
from entities.registry import Unknown, read_item
from entities.tables import CATS, DOCUMENTS, NOVAE, RECEIPTS, Table

TABLE_OF = {
    "cats": CATS,
    "documents": DOCUMENTS,
    "documents_early": DOCUMENTS,
    "novae": NOVAE,
    "receipts_head": RECEIPTS,
    "receipts_mid": RECEIPTS,
    "receipts_old": RECEIPTS,
}

TYPE_OF = {
    "BATCH_SUMMARY": "BatchSummary",
    "COMPACTION_RUN": "CompactionRun",
    "COMPLETION_BATCH_RESULT": "CompletionBatchResult",
    "EMBEDDING_BATCH_RESULT": "EmbeddingBatchResult",
    "FileObject": "FileObject",
    "GPT_INITIAL_TAGGING": "GPTInitialTagging",
    "GPT_VALIDATION": "GPTValidation",
    "IMAGE": "Image",
    "INSTANCE": "Instance",
    "INSTANCE_JOB": "InstanceJob",
    "JOB": "Job",
    "JOB_CHECKPOINT": "JobCheckpoint",
    "JOB_DEPENDENCY": "JobDependency",
    "JOB_LOG": "JobLog",
    "JOB_METRIC": "JobMetric",
    "JOB_RESOURCE": "JobResource",
    "JOB_STATUS": "JobStatus",
    "JobRun": "JobRun",
    "LABEL_HYGIENE_RESULT": "LabelHygieneResult",
    "LABEL_METADATA": "LabelMetadata",
    "LETTER": "Letter",
    "LINE": "Line",
    "LocatorAlias": "LocatorAlias",
    "NameMapping": "NameMapping",
    "Nova": "Nova",
    "NovaReference": "NovaReference",
    "PLACES_CACHE": "PlacesCache",
    "QUEUE": "Queue",
    "QUEUE_JOB": "QueueJob",
    "RECEIPT": "Receipt",
    "RECEIPT_CHATGPT_VALIDATION": "ReceiptChatGPTValidation",
    "RECEIPT_FIELD": "ReceiptField",
    "RECEIPT_LABEL_ANALYSIS": "ReceiptLabelAnalysis",
    "RECEIPT_LETTER": "ReceiptLetter",
    "RECEIPT_LINE": "ReceiptLine",
    "RECEIPT_LINE_ITEM_ANALYSIS": "ReceiptLineItemAnalysis",
    "RECEIPT_METADATA": "ReceiptMetadata",
    "RECEIPT_STRUCTURE_ANALYSIS": "ReceiptStructureAnalysis",
    "RECEIPT_VALIDATION_CATEGORY": "ReceiptValidationCategory",
    "RECEIPT_VALIDATION_RESULT": "ReceiptValidationResult",
    "RECEIPT_VALIDATION_SUMMARY": "ReceiptValidationSummary",
    "RECEIPT_WORD": "ReceiptWord",
    "RECEIPT_WORD_LABEL": "ReceiptWordLabel",
    "RECEIPT_WORD_TAG": "ReceiptWordTag",
    "Reference": "Reference",
    "WORD": "Word",
    "WORD_TAG": "WordTag",
}
"""What each discriminator means; every other one belongs to somebody else."""

A_DURATION = 1_209_600
"""What the writer of cats stored as a time of expiry."""

NAMES_IN_KEYS = {"RECEIPT": "receipt_id", "LINE": "line_id", "WORD": "word_id", "LETTER": "letter_id"}


def test_every_item_is_read_into_the_right_type(golden: Path) -> None:
    for table, record in _records(golden):
        discriminator = record.get(table.discriminator or "")
        item = read_item(table, record)
        if discriminator in {None, "DataProduct"}:
            assert type(item).__name__ == _type_without_name(record)
        elif discriminator in TYPE_OF:
            assert type(item).__name__ == TYPE_OF[discriminator]
        else:
            assert item == Unknown(discriminator, table.key_of(record))


def test_ids_that_stand_only_in_the_keys_are_found_there(golden: Path) -> None:
    for table, record in _records(golden):
        item = read_item(table, record)
        for name, value in _ids_in_text(record).items():
            if isinstance(item, Item) and name in type(item).model_fields:
                assert getattr(item, name) == value, (type(item), name)


def test_every_stored_value_is_the_value_of_its_field(golden: Path) -> None:
    """Attribute by attribute: nothing that a field knows is lost or changed, whatever its type."""
    compared = 0
    for table, record in _records(golden):
        item = read_item(table, record)
        if not isinstance(item, Item):
            continue
        written = item.to_record()
        for field in type(item).stored_fields:
            stored = record.get(field.attributes[0])
            if isinstance(stored, str | int | float | bool) and stored not in {"", A_DURATION, *field.nothing}:
                _assert_same(stored, written.get(field.attributes[0]), getattr(item, field.name))
                compared += 1
    assert compared > 600


def test_an_item_is_found_again_where_it_was_read(golden: Path) -> None:
    for table, record in _records(golden):
        item = read_item(table, record)
        if isinstance(item, Item):
            assert item.primary_key() == table.key_of(record)


def test_a_completion_result_knows_its_image_though_only_an_index_key_tells(golden: Path) -> None:
    results = [record for _, record in _records(golden) if record.get("TYPE") == "COMPLETION_BATCH_RESULT"]
    for record in results:
        result: Any = read_item(RECEIPTS, record)
        assert f"IMAGE#{result.image_id}#RECEIPT#" in record["GSI3PK"]
        assert (result.receipt_id, result.line_id, result.word_id, result.original_label) == (1, 1, 1, "TOTAL")
    assert len(results) == 2


def test_documents_are_read_from_both_ages(golden: Path) -> None:
    jobs: list[Any] = [read_item(table, record) for table, record in _records(golden) if table is DOCUMENTS]
    done, running, early, failed = jobs
    assert done.submitted_at == datetime(2026, 11, 16, 0, 26, 59, 461572, tzinfo=UTC)
    assert done.completed_at == datetime(2026, 11, 16, 0, 27, 1, 178000, tzinfo=UTC)
    assert done.result_key is not None
    assert done.error is None
    assert running.result_key is None
    assert running.textract_id == "85881f192102ed78e518632432581db81912bc0215356e85cc6afab8f7310252"
    assert early.result_key == "results/33734881-2d23-4ae9-ad31-8900f18503a5/analysis.json"
    assert early.completed_at == datetime(2026, 11, 16, 0, 27, 32, 750000, tzinfo=UTC)
    assert early.textract_id is None
    assert failed.error == "Textract processing failed"


def test_cats_are_read_with_their_answer_and_without_their_false_expiry(golden: Path) -> None:
    cat, kitten = (read_item(table, record) for table, record in _records(golden) if table is CATS)
    assert [(each.is_cat, each.status, each.expires_at) for each in (cat, kitten)] == [  # type: ignore[union-attr]
        (True, "success", None),
        (False, "success", None),
    ]
    assert cat.uploaded_on == datetime(2025, 4, 12, 18, tzinfo=UTC)  # type: ignore[union-attr]


def test_a_nova_keeps_its_partial_date_and_a_status_that_few_know(golden: Path) -> None:
    novae: list[Any] = [
        read_item(table, record) for table, record in _records(golden) if record.get("entity_type") == "Nova"
    ]
    assert [(each.discovery_date, each.status.value) for each in novae] == [("2012-06-00", "ACTIVE"), (None, "HIDDEN")]
    assert novae[0].aliases == ("NOVA Sco 2012", "Gaia DR3 4043499439062100096", "Nova Sco 2012 #2")


def _records(golden: Path) -> Iterator[tuple[Table, dict[str, Any]]]:
    for name, table in TABLE_OF.items():
        for line in (golden / f"{name}.jsonl").read_text().splitlines():
            yield table, decode_item(json.loads(line))


def _type_without_name(record: dict[str, Any]) -> str:
    """What an item is whose discriminator does not tell: the facts name these and no others."""
    if "JobID" in record:
        return "TextractJob"
    if "img_fprint" in record:
        return "CatImage"
    if record.get("product_type"):
        return "PhotometryTable" if record["product_type"] == "PHOTOMETRY_TABLE" else "SpectraProduct"
    return "LabelMetadata" if record["PK"].startswith("LABEL#") else "ReceiptChatGPTValidation"


def _ids_in_text(record: dict[str, Any]) -> dict[str, Any]:
    """Ids by plain splitting of the keys: no template involved."""
    parts = f"{record.get('PK', '')}#{record.get('SK', '')}".split("#")
    pairs = list(pairwise(parts))
    ids: dict[str, Any] = {NAMES_IN_KEYS[name]: int(value) for name, value in pairs if _is_id(name, value)}
    if parts[0] == "IMAGE":
        ids["image_id"] = parts[1]
    return ids


def _is_id(name: str, value: str) -> bool:
    return name in NAMES_IN_KEYS and value.isdigit()


def _assert_same(stored: Any, written: Any, value: Any) -> None:
    if isinstance(value, datetime):
        assert value.tzinfo is UTC
    elif isinstance(stored, float):
        assert value == pytest.approx(stored, abs=1e-15)
    elif isinstance(value, bool | dict | list) or written is None:
        assert value is not None
    elif not isinstance(value, Part):
        assert value == stored
