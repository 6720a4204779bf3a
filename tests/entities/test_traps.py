"""The traps that real data and the documents hold, one test each."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from entities.cats import CatImage
from entities.documents import TextractJob
from entities.errors import Unreadable
from entities.item import Item
from entities.jobs import Health, Job, JobState, QueueJob
from entities.novae.nova import NameMapping, Nova, normalise_name
from entities.novae.products import Eligibility, LocatorAlias, SpectraProduct
from entities.novae.references import FileObject, Reference
from entities.novae.runs import Attempt, JobRun
from entities.receipts.batches import BatchSummary, EmbeddingBatchResult
from entities.receipts.images import Image
from entities.receipts.labels import GPTValidation, ReceiptWordLabel, WordTag
from entities.receipts.places import PlacesCache, SearchType
from entities.receipts.receipt import ReceiptMetadata
from entities.receipts.validations import ReceiptChatGPTValidation, ReceiptValidationResult
from entities.registry import Unknown, read_item, type_of
from entities.tables import RECEIPTS
from entities.times import format_time, parse_time

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
IMAGE_ID = "0cefbe98-9ddc-4673-bb27-520aba4d8b6c"


@pytest.mark.parametrize(
    "stored",
    [
        "2026-11-16T12:00:00Z",
        "2026-11-16T12:00:00.000000+00:00",
        "2026-11-16T07:00:00.000000123-05:00",
        "2026-11-16T12:00:00.000Z",
        1794830400,
        "2026-11-16-12",
        "2026-11-16T12:00:00",
        1794830400000,
    ],
)
def test_a_time_is_read_from_each_of_its_formats(stored: object) -> None:
    assert parse_time(stored) == NOON


@pytest.mark.parametrize("stored", ["None", "yesterday", "", "2026-13-01T00:00:00Z", True, None, [], 10**30])
def test_what_is_not_a_time_is_refused(stored: object) -> None:
    with pytest.raises(ValueError, match="time"):
        parse_time(stored)


def test_times_are_written_so_that_text_sorts_like_time() -> None:
    moments = [NOON + timedelta(microseconds=step) for step in (0, 1, 10, 999_999, 1_000_000)]
    written = [format_time(moment) for moment in moments]
    assert written == sorted(written)
    assert {len(text) for text in written} == {27}
    assert format_time(datetime(7, 1, 1, tzinfo=UTC)) == "0007-01-01T00:00:00.000000Z"


@pytest.mark.parametrize("nothing", [{}, {"sha256": None}, {"sha256": ""}])
def test_absent_null_and_empty_all_mean_nothing(nothing: dict[str, Any]) -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": "IMAGE", "TYPE": "IMAGE", "width": 1, "height": 2, **nothing}
    assert Image.from_record(record).sha256 is None


@pytest.mark.parametrize("stand_in", ["PENDING", "N/A", "", None])
def test_a_stand_in_for_nothing_is_nothing(stand_in: str | None) -> None:
    job = TextractJob.from_record({"JobID": "1", "Status": "SUBMITTED", "ResultKey": stand_in, "TextractID": stand_in})
    assert (job.result_key, job.textract_id) == (None, None)
    batch = BatchSummary.from_record({"PK": "BATCH#b", "SK": "STATUS", "result_file_id": "N/A", "status": "PENDING"})
    assert (batch.result_file_id, batch.status) == (None, "PENDING")


def test_what_is_known_only_in_details_is_found_there() -> None:
    details = {"Error": "", "error": "broken", "textractJobId": "t-1", "CompletedAt": "2026-11-16T12:00:00.000Z"}
    job = TextractJob.from_record(
        {"JobID": "1", "Status": "ERROR", "Error": "", "TextractID": None, "Details": details}
    )
    assert (job.error, job.textract_id, job.completed_at) == ("broken", "t-1", NOON)


def test_a_job_that_only_a_lambda_ever_touched_is_readable() -> None:
    phantom = TextractJob.from_record(
        {"JobID": "incoming/test", "Status": "PROCESSING", "UpdatedAt": "2026-11-16T12:00:00Z"}
    )
    assert (phantom.job_id, phantom.submitted_at, phantom.document_key) == ("incoming/test", None, None)


def test_an_unknown_enum_value_is_kept_when_read_and_refused_when_written() -> None:
    record = {"PK": "JOB#1", "SK": "JOB", "TYPE": "JOB", "status": "hibernating"}
    job = Job.from_record(record)
    assert (job.status.value, job.status.is_known) == ("hibernating", False)
    with pytest.raises(ValidationError, match="status must be one of pending, running"):
        Job(job_id="1", name="n", created_at=NOON, created_by="me", status=JobState("hibernating"))


def test_an_enum_value_is_read_in_any_case() -> None:
    assert Job.from_record({"PK": "JOB#1", "SK": "JOB", "status": "RUNNING"}).status is JobState.RUNNING


@pytest.mark.parametrize(("stored", "meant"), [("True", True), ("False", False), (True, True), (1, True), (None, None)])
def test_whether_it_is_a_cat_is_read_however_it_was_put(stored: Any, meant: bool | None) -> None:
    assert CatImage.from_record({"batch_id": 1, "img_fprint": "f", "rek_iscat": stored}).is_cat is meant


def test_whether_it_is_a_cat_is_written_as_text_because_it_is_a_key() -> None:
    assert _cat(is_cat=True).to_record()["rek_iscat"] == "True"
    assert "rek_iscat" not in _cat(is_cat=None).to_record()


def test_a_ttl_that_is_a_duration_is_no_expiry_and_ours_is_absolute() -> None:
    assert CatImage.from_record({"batch_id": 1, "img_fprint": "f", "ttl": 1_209_600}).expires_at is None
    assert _cat(expires_at=NOON).to_record()["ttl"] == 1794830400


@pytest.mark.parametrize("date", ["2012-06-00", "1901-00-00", "2012-06-14"])
def test_a_date_may_leave_its_day_or_month_open(date: str) -> None:
    assert _nova(discovery_date=date).discovery_date == date


@pytest.mark.parametrize("date", ["2012-6-1", "2012-13-00", "June 2012", "2012-06-32"])
def test_a_date_that_is_none_is_refused(date: str) -> None:
    with pytest.raises(ValidationError, match="discovery_date"):
        _nova(discovery_date=date)


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


def test_names_with_a_hash_are_carried_safely() -> None:
    name = NameMapping(name_normalized=normalise_name("Nova Sco 2012 #2"), nova_id="n", name_raw="Nova Sco 2012 #2")
    record = name.to_record()
    assert (record["PK"], record["SK"]) == ("NAME#nova sco 2012 #2", "NOVA#n")
    assert NameMapping.from_record(record) == name


def test_locators_with_anything_in_them_are_carried_safely() -> None:
    identity = "url:https://example.org/a?b=1#c:/d"
    alias = LocatorAlias(provider="ESO", locator_identity=identity, data_product_id="p", nova_id="n")
    record = alias.to_record()
    assert record["PK"] == f"LOCATOR#ESO#{identity}"
    assert LocatorAlias.ids_of(record)["locator_identity"] == identity


@pytest.mark.parametrize(
    ("raw", "normal"), [("V1324_Sco", "v1324 sco"), ("  GK   Per ", "gk per"), ("T\tCrB", "t crb")]
)
def test_names_are_normalised_as_upstream_does(raw: str, normal: str) -> None:
    assert normalise_name(raw) == normal


def test_a_name_mapping_with_a_bare_id_as_sort_key_is_readable() -> None:
    record = {"PK": "NAME#nova sco 2012 #2", "SK": "n-1", "entity_type": "NameMapping", "name_normalized": "v1324 sco"}
    mapping = NameMapping.from_record(record)
    assert (mapping.nova_id, mapping.name_normalized) == ("n-1", "v1324 sco")


def test_only_spectra_to_be_fetched_are_in_the_eligibility_index() -> None:
    eligible = SpectraProduct(nova_id="n", provider="ESO", data_product_id="p", eligibility=Eligibility.ACQUIRE)
    done = SpectraProduct(nova_id="n", provider="ESO", data_product_id="p", eligibility=Eligibility.NONE)
    assert eligible.to_record()["GSI1SK"] == "ELIG#ACQUIRE#SPECTRA#ESO#p"
    assert {"GSI1PK", "GSI1SK"}.isdisjoint(done.to_record())


def test_a_composite_spectrum_says_so_in_its_key() -> None:
    spectrum = SpectraProduct(nova_id="n", provider="ESO", composite="COMPOSITE", data_product_id="p")
    assert spectrum.to_record()["SK"] == "PRODUCT#SPECTRA#ESO#COMPOSITE#p"
    bare = {"PK": "n", "SK": "PRODUCT#SPECTRA#ESO#COMPOSITE#p", "entity_type": "DataProduct"}
    assert SpectraProduct.from_record(bare).is_composite


def test_a_run_lies_under_its_nova_and_without_one_under_its_workflow() -> None:
    run: dict[str, Any] = {"job_run_id": "r", "workflow_name": "initialize_nova", "started_at": NOON}
    assert JobRun(nova_id="n", **run).to_record()["PK"] == "n"
    orphan = JobRun(correlation_id="c", **run).to_record()
    assert orphan["PK"] == "WORKFLOW#c"
    assert "nova_id" not in orphan
    with pytest.raises(ValidationError, match="correlation_id"):
        JobRun(**run)


def test_a_paper_is_global_by_bibcode_and_otherwise_lies_under_its_nova() -> None:
    assert Reference(bibcode="2012ATel.4157....1W", nova_id="n").to_record()["PK"] == "REFERENCE#2012ATel.4157....1W"
    assert Reference(nova_id="n", reference_id="r").to_record()["SK"] == "REF#r"
    old = {"PK": "n", "SK": "REF#r", "entity_type": "Reference", "source": "ADS"}
    assert Reference.from_record(old).reference_id == "r"


def test_attempts_are_read_unpadded_and_under_their_later_name() -> None:
    record = {"PK": "n", "SK": "ATTEMPT#r#download#10#2026-11-16T12:00:00Z", "entity_type": "Attempt"}
    assert Attempt.from_record(record).attempt_no == 10
    assert Attempt.from_record(record | {"attempt_number": 11}).attempt_no == 11


@pytest.mark.parametrize("stored", ["ingest:r-1", {"workflow": "ingest", "job_run_id": "r-1"}])
def test_who_made_a_file_is_read_as_text_or_map(stored: Any) -> None:
    record = {"PK": "n", "SK": "FILE#SPECTRA_RAW_FITS#NOVA#n#ID#f", "entity_type": "FileObject", "created_by": stored}
    file = FileObject.from_record(record)
    assert file.created_by is not None
    assert (file.created_by.workflow, file.created_by.job_run_id) == ("ingest", "r-1")
    assert (file.role.value, file.file_id, file.product_type) == ("SPECTRA_RAW_FITS", "f", None)


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


def test_one_odd_optional_value_costs_only_itself() -> None:
    record = {"PK": "JOB#1", "SK": "JOB", "TYPE": "JOB", "name": "n", "created_at": "Sep 20 2025", "status": "running"}
    job = Job.from_record(record)
    assert (job.name, job.created_at, job.status) == ("n", None, JobState.RUNNING)
    assert job.problem is not None
    assert "created_at" in job.problem.why


def test_numbers_where_text_is_meant_are_read_as_text() -> None:
    assert Nova.from_record({"PK": "n", "SK": "NOVA", "nova_id": "n", "schema_version": 1}).schema_version == "1"


def test_a_label_with_a_hash_in_it_is_read_though_it_would_not_be_written() -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": "RECEIPT#00001#LINE#00002#WORD#00003#LABEL#A#B"}
    label = read_item(RECEIPTS, record | {"TYPE": "RECEIPT_WORD_LABEL"})
    assert isinstance(label, ReceiptWordLabel)
    assert (label.label, label.word_id) == ("A#B", 3)


def test_a_filled_up_tag_without_its_attribute_is_read_without_its_filling() -> None:
    record = {"PK": f"IMAGE#{IMAGE_ID}", "SK": "LINE#00001#WORD#00002#TAG#" + "_" * 36 + "FOOD", "TYPE": "WORD_TAG"}
    assert WordTag.from_record(record).tag == "FOOD"


def test_an_enum_that_has_an_unknown_of_its_own_still_knows_what_it_does_not_know() -> None:
    assert not Health("weird").is_known
    assert Health("unknown").is_known


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
