"""A small world with something of everything, as our own writers store it, and a few items as others did."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from entities.attributes import Record
from entities.cats import CatImage, CatStatus
from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.jobs import (
    DependencyType,
    Instance,
    InstanceJob,
    InstanceState,
    Job,
    JobCheckpoint,
    JobDependency,
    JobLog,
    JobMetric,
    JobResource,
    JobState,
    JobStatus,
    Queue,
    QueueJob,
    ResourceType,
)
from entities.letters import DeadLetter, LetterQueue
from entities.novae.nova import NameKind, NameMapping, Nova
from entities.novae.products import AcquisitionState, Eligibility, LocatorAlias, PhotometryTable, SpectraProduct
from entities.novae.references import FileObject, FileRole, NovaReference, Reference
from entities.novae.runs import Attempt, JobRun
from entities.receipts.analyses import (
    AnalysedLabel,
    LineItem,
    Pattern,
    Price,
    Quantity,
    ReceiptLabelAnalysis,
    ReceiptLineItemAnalysis,
    ReceiptStructureAnalysis,
    Section,
)
from entities.receipts.base import Corners, Point
from entities.receipts.batches import (
    BatchStatus,
    BatchSummary,
    BatchType,
    CompletionBatchResult,
    EmbeddingBatchResult,
)
from entities.receipts.compaction import CompactionRun
from entities.receipts.images import Image, ImageType, Letter, Line, Word
from entities.receipts.labels import (
    GPTInitialTagging,
    GPTValidation,
    LabelHygieneResult,
    LabelMetadata,
    ReceiptField,
    ReceiptWordLabel,
    ReceiptWordTag,
    ValidationStatus,
    WordTag,
)
from entities.receipts.places import PlacesCache, SearchType
from entities.receipts.receipt import (
    EmbeddingStatus,
    Receipt,
    ReceiptLetter,
    ReceiptLine,
    ReceiptMetadata,
    ReceiptWord,
)
from entities.receipts.validations import (
    ReceiptChatGPTValidation,
    ReceiptValidationCategory,
    ReceiptValidationResult,
    ReceiptValidationSummary,
)
from tests.loaders.sample import NOW, corners, ocr
from tests.reads.cases.case import OUR_BATCH
from tests.reads.desk import on_the_desk

HOUR = timedelta(hours=1)
CONFIG = {"job_type": "training", "learning_rate": 1e-05, "grid": {"seeds": [1, 2, None]}, "augment": True}
ITEM = LineItem(
    description="Beer", quantity=Quantity(amount="2", unit="ea"), price=Price(unit_price="6.5"), line_ids=(8,)
)
SECTION = Section(name="header", line_ids=(1, 2), spatial_patterns=(Pattern(pattern_type="alignment", metadata={}),))
LABELLED = AnalysedLabel(label_type="DATE", line_id=1, bounding_box=Corners(top_left=Point(x=0.1, y=0.2)))
PICTURE: dict[str, Any] = {"s3_bucket": "raw", "s3_key": "raw/img.png", "timestamp_added": NOW}


def world() -> Iterator[Item]:
    """Everything."""
    yield from _image()
    yield from _receipt()
    yield from _conclusions()
    yield from _batches()
    yield from _jobs()
    yield from _novae()
    yield from _cats()
    yield from _documents()


def _image() -> Iterator[Item]:
    yield Image(image_id="img", width=100, height=200, image_type=ImageType.PHOTO, receipt_count=1, **PICTURE)
    yield Image(image_id="other", width=100, height=200, **PICTURE)
    yield Line(image_id="img", line_id=1, **ocr("TWIN PEAKS", 1))
    yield Word(image_id="img", line_id=1, word_id=1, tags=("FOOD",), **ocr("TWIN", 1))
    yield Word(image_id="img", line_id=1, word_id=2, **ocr("PEAKS", 2))
    yield Letter(image_id="img", line_id=1, word_id=1, letter_id=1, **ocr("T", 1))
    yield WordTag(image_id="img", line_id=1, word_id=1, tag="FOOD", timestamp_added=NOW)


def _receipt() -> Iterator[Item]:
    ids: dict[str, Any] = {"image_id": "img", "receipt_id": 1}
    yield Receipt(**ids, width=50, height=150, **PICTURE, **corners(1))
    yield ReceiptMetadata(**ids, merchant_name="Twin Peaks", place_id="P1", match_confidence=0.9, timestamp=NOW)
    for line_id in (1, 2):
        yield ReceiptLine(**ids, line_id=line_id, embedding_status=EmbeddingStatus.PENDING, **ocr("line", line_id))
        for word_id in (1, 2):
            word = {**ids, "line_id": line_id, "word_id": word_id}
            yield ReceiptWord(**word, embedding_status=EmbeddingStatus.PENDING, **ocr("word", word_id))
            yield ReceiptLetter(**word, letter_id=1, **ocr("w", 1))
    word = {**ids, "line_id": 2, "word_id": 2}
    valid = ValidationStatus.VALID
    yield ReceiptWordLabel(**word, label="GRAND_TOTAL", timestamp_added=NOW, validation_status=valid)
    yield ReceiptWordTag(**word, tag="FOOD", timestamp_added=NOW)
    answer: dict[str, Any] = {"query": "q", "response": "r", "timestamp_added": NOW}
    yield GPTValidation(**ids, **answer)
    yield GPTValidation(**word, tag="FOOD", **answer)
    yield GPTInitialTagging(**ids, **answer)


def _conclusions() -> Iterator[Item]:
    ids: dict[str, Any] = {"image_id": "img", "receipt_id": 1}
    yield ReceiptField(**ids, field_type="ADDRESS_LINE", timestamp_added=NOW)
    yield ReceiptLabelAnalysis(**ids, timestamp_added=NOW, labels=(LABELLED,), metadata={"source": [1]})
    yield ReceiptStructureAnalysis(**ids, timestamp_added=NOW, version="1", sections=(SECTION,))
    yield ReceiptLineItemAnalysis(**ids, timestamp_added=NOW, total="12.50", items=(ITEM,), total_found=True)
    yield ReceiptValidationSummary(**ids, overall_status="valid", validation_timestamp=NOW)
    yield ReceiptValidationCategory(**ids, field_name="total", status="valid", validation_timestamp=NOW)
    for index in (2, 10):
        yield ReceiptValidationResult(**ids, field_name="total", result_index=index, type="error")
    yield ReceiptChatGPTValidation(**ids, timestamp=NOW, revised_status="valid")
    yield CompactionRun(**ids, run_id="r1", created_at=NOW)
    yield PlacesCache(search_type=SearchType.PHONE, search_value="555", place_id="P1", last_updated=NOW)
    yield LabelHygieneResult(hygiene_id="h1", alias="TOTAL", canonical_label="GRAND_TOTAL", timestamp=NOW)
    yield LabelMetadata(label="GRAND_TOTAL", label_target="money", last_updated=NOW)


def _batches() -> Iterator[Item]:
    word: dict[str, Any] = {"image_id": "img", "receipt_id": 1, "line_id": 2, "word_id": 2}
    pending = BatchStatus.PENDING
    yield BatchSummary(batch_id="b1", batch_type=BatchType.COMPLETION, submitted_at=NOW, status=pending)
    yield BatchSummary(batch_id="b2", batch_type=BatchType.LINE_EMBEDDING, submitted_at=NOW, status=pending)
    done = BatchStatus.COMPLETED
    yield CompletionBatchResult(batch_id="b1", **word, original_label="TOTAL", label_target="TOTAL", status=done)
    yield EmbeddingBatchResult(batch_id="b2", **word, status=EmbeddingStatus.SUCCESS)


def _jobs() -> Iterator[Item]:
    for number, state in enumerate((JobState.RUNNING, JobState.RUNNING, JobState.FAILED)):
        job: dict[str, Any] = {"job_id": f"j{number}", "name": f"train-{number}", "created_by": "ann"}
        yield Job(**job, created_at=NOW + number * HOUR, status=state, job_config=CONFIG, tags={"team": "a"})
    job_id: dict[str, Any] = {"job_id": "j1"}
    for hour, state in enumerate((JobState.PENDING, JobState.RUNNING)):
        yield JobStatus(**job_id, status=state, updated_at=NOW + hour * HOUR, progress=50.0 * hour)
        yield JobMetric(**job_id, metric_name="val_loss", value=1.5 - hour, timestamp=NOW + hour * HOUR, epoch=hour)
        yield JobLog(**job_id, timestamp=NOW + hour * HOUR, message=f"hour {hour}")
        where: dict[str, Any] = {"s3_bucket": "models", "s3_key": f"ckpt-{hour}"}
        yield JobCheckpoint(**job_id, timestamp=NOW + hour * HOUR, is_best=hour == 0, **where)
    yield JobResource(**job_id, resource_id="gpu-1", resource_type=ResourceType.GPU, allocated_at=NOW)
    sweep = DependencyType.PARENT_SWEEP
    yield JobDependency(dependent_job_id="j1", dependency_job_id="j0", type=sweep, created_at=NOW)
    yield Queue(queue_name="gpu", created_at=NOW, job_count=2)
    yield QueueJob(queue_name="gpu", job_id="j2", enqueued_at=NOW, position=0)
    yield QueueJob(queue_name="gpu", job_id="j1", enqueued_at=NOW, position=1)
    yield Instance(instance_id="i-1", instance_type="p3", launched_at=NOW, status=InstanceState.RUNNING)
    yield InstanceJob(instance_id="i-1", job_id="j1", assigned_at=NOW)


def _novae() -> Iterator[Item]:
    nova: dict[str, Any] = {"nova_id": "n1"}
    yield Nova(**nova, primary_name="V1324 Sco", primary_name_normalized="v1324 sco")
    yield NameMapping(**nova, name_normalized="v1324 sco", name_raw="V1324 Sco", name_kind=NameKind.PRIMARY)
    yield NameMapping(**nova, name_normalized="nova sco 2012 #2", name_raw="Nova Sco 2012 #2")
    yield PhotometryTable(**nova, data_product_id="p0")
    spectrum: dict[str, Any] = {
        **nova,
        "provider": "ESO",
        "hints": {"instrument": "UVES"},
        "acquisition_status": AcquisitionState.STUB,
    }
    yield SpectraProduct(**spectrum, data_product_id="p1", eligibility=Eligibility.ACQUIRE)
    yield SpectraProduct(
        **spectrum, data_product_id="p2", eligibility=Eligibility.ACQUIRE, next_eligible_attempt_at=NOW + HOUR
    )
    yield SpectraProduct(**spectrum, data_product_id="p3", composite="COMPOSITE")
    yield LocatorAlias(**nova, provider="ESO", locator_identity="url:https://x/#1", data_product_id="p1")
    where: dict[str, Any] = {"s3_bucket": "b", "s3_key": "k", "product_type": "SPECTRA", "data_product_id": "p1"}
    yield FileObject(**nova, role=FileRole.RAW_FITS, name="primary", **where)
    yield Reference(bibcode="2012ATel.4157....1W", title="Nova Sco 2012")
    yield Reference(nova_id="n1", reference_id="r-old", title="Kept under its nova")
    yield NovaReference(**nova, reference_id="2012ATel.4157....1W")
    yield NovaReference(**nova, reference_id="r-old")
    yield JobRun(**nova, correlation_id="c1", job_run_id="run1", workflow_name="acquire", started_at=NOW)
    yield JobRun(correlation_id="c1", job_run_id="run0", workflow_name="initialize_nova", started_at=NOW - HOUR)
    yield from on_the_desk()
    for number in (1, 2, 10):
        yield Attempt(**nova, job_run_id="run1", task_name="download", attempt_no=number, timestamp=NOW)


def _cats() -> Iterator[Item]:
    for number, (status, is_cat) in enumerate(
        [(CatStatus.SUCCESS, True), (CatStatus.SUCCESS, False), (CatStatus.PENDING, None)]
    ):
        image: dict[str, Any] = {"batch_id": 7, "fingerprint": f"f{number}", "client_id": "c", "s3_key": "k"}
        logs: dict[str, Any] = {"logs": "[]", "logged_at": NOW} if number == 0 else {}
        yield CatImage(**image, uploaded_at=NOW + number * HOUR, status=status, is_cat=is_cat, **logs)
    yield from _our_cats()


def _our_cats() -> Iterator[Item]:
    """A batch that createCatBatch made: one image with a log in S3, one without, and one that waits."""
    for number, status in enumerate((CatStatus.SUCCESS, CatStatus.FAIL, CatStatus.PENDING)):
        state: dict[str, Any] = (
            {"is_cat": False, "logged_at": NOW, "rekognition_response": '{"Labels":[{"Name":"Dog"}]}'},
            {"error": "The file is empty."},
            {"waiting_since": NOW},
        )[number]
        yield CatImage(
            batch_id=OUR_BATCH,
            fingerprint=f"{number}" * 64,
            client_id="ours",
            s3_key=f"cats/done/{OUR_BATCH}/{number}",
            uploaded_at=NOW,
            status=status,
            is_managed=True,
            **state,
        )


def _documents() -> Iterator[Item]:
    for number, status in enumerate((DocumentStatus.COMPLETED, DocumentStatus.COMPLETED, DocumentStatus.PROCESSING)):
        submitted = datetime(2026, 11, 16, number, tzinfo=UTC)
        keys: dict[str, Any] = {"document_key": f"input/d{number}/a.pdf", "textract_id": f"t{number}"}
        yield TextractJob(job_id=f"d{number}", status=status, submitted_at=submitted, **keys)
    yield DeadLetter(letter_id="input:m0", queue=LetterQueue.INPUT, body="{}", reason="nonsense", received_at=NOW)


def as_others_wrote() -> Iterator[Record]:
    """Items of the receipts table in the shapes of its first writers."""
    image = "IMAGE#old"
    box = {"x": 0.1, "y": 0.1, "width": 0.1, "height": 0.1}
    text = {"text": "old", "bounding_box": box, "confidence": 1}
    receipt = {"PK": image, "SK": "RECEIPT#00001", "TYPE": "RECEIPT", "width": 1, "height": 1}
    yield {"PK": image, "SK": "IMAGE", "TYPE": "IMAGE", "GSI1PK": "IMAGE", "GSI1SK": image, "width": 1, "height": 1}
    yield receipt | {"GSI1PK": "IMAGE", "GSI1SK": f"{image}#RECEIPT#00001"} | _gsi2(f"{image}#RECEIPT#00001")
    yield {"PK": image, "SK": "RECEIPT#00001#LINE#00001", "TYPE": "RECEIPT_LINE", **text}
    word = "RECEIPT#00001#LINE#00001#WORD#00001"
    yield {"PK": image, "SK": word, "TYPE": "RECEIPT_WORD", **text, **_gsi2(f"{image}#{word}")}
    tag = "_" * 36 + "food"
    yield {
        "PK": image,
        "SK": f"LINE#00001#WORD#00001#TAG#{tag}",
        "TYPE": "WORD_TAG",
        "GSI1PK": f"TAG#{tag}",
        "GSI1SK": f"{image}#LINE#00001#WORD#00001",
        "tag_name": "food",
    }
    label = {"PK": image, "SK": f"{word}#LABEL#GRAND_TOTAL", "TYPE": "RECEIPT_WORD_LABEL", "validation_status": "VALID"}
    yield label | {
        "GSI1PK": "LABEL#GRAND_TOTAL" + "_" * 23,
        "GSI1SK": f"{image}#{word}",
        "GSI3PK": "VALIDATION_STATUS#VALID",
        "GSI3SK": f"{image}#{word}#LABEL#GRAND_TOTAL",
        **_gsi2(f"{image}#{word}"),
    }


def _gsi2(sort: str) -> Record:
    return {"GSI2PK": "RECEIPT", "GSI2SK": sort}
