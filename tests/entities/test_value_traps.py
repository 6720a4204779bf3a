"""The traps that single values hold: times, dates, flags, enums and the many ways of saying nothing."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from entities.cats import CatImage
from entities.documents import TextractJob
from entities.jobs import Health, Job, JobState
from entities.novae.nova import Nova
from entities.receipts.batches import BatchSummary
from entities.receipts.images import Image
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


def test_an_unknown_enum_value_is_kept_when_read_and_refused_when_written() -> None:
    record = {"PK": "JOB#1", "SK": "JOB", "TYPE": "JOB", "status": "hibernating"}
    job = Job.from_record(record)
    assert (job.status.value, job.status.is_known) == ("hibernating", False)
    with pytest.raises(ValidationError, match="`status` must be one of pending, running"):
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


def _cat(**fields: Any) -> CatImage:
    return CatImage(batch_id=1, fingerprint="f", client_id="c", s3_key="k", uploaded_at=NOON, **fields)


def _nova(**fields: Any) -> Nova:
    return Nova(nova_id="n", primary_name="GK Per", primary_name_normalized="gk per", **fields)


def test_one_odd_optional_value_costs_only_itself() -> None:
    record = {"PK": "JOB#1", "SK": "JOB", "TYPE": "JOB", "name": "n", "created_at": "Sep 20 2025", "status": "running"}
    job = Job.from_record(record)
    assert (job.name, job.created_at, job.status) == ("n", None, JobState.RUNNING)
    assert job.problem is not None
    assert "created_at" in job.problem.why


def test_numbers_where_text_is_meant_are_read_as_text() -> None:
    assert Nova.from_record({"PK": "n", "SK": "NOVA", "nova_id": "n", "schema_version": 1}).schema_version == "1"


def test_an_enum_that_has_an_unknown_of_its_own_still_knows_what_it_does_not_know() -> None:
    assert not Health("weird").is_known
    assert Health("unknown").is_known
