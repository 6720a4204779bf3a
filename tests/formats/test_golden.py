"""Items as real writers of several ages stored them: each is read into the right type, with the right values."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from entities.attributes import decode_item
from entities.tables import CATS, DOCUMENTS, RECEIPTS, Table
from tests.formats.checks import (
    ids_in_keys_are_found,
    items_lie_where_they_were_read,
    stored_values_are_field_values,
)
from tests.read_item import TABLE_OF, Unknown, read_item

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
    assert ids_in_keys_are_found(_records(golden)) > 100


def test_every_stored_value_is_the_value_of_its_field(golden: Path) -> None:
    """Attribute by attribute: nothing that a field knows is lost or changed, whatever its type."""
    assert stored_values_are_field_values(_records(golden)) > 600


def test_an_item_is_found_again_where_it_was_read(golden: Path) -> None:
    assert items_lie_where_they_were_read(_records(golden)) > 80


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
