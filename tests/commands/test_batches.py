"""Batches only go forward and their results are kept once; places are kept, and their queries counted once each."""

from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from entities.receipts.batches import BatchStatus, BatchSummary, BatchType
from entities.receipts.places import PlacesCache, SearchType
from entities.tables import RECEIPTS
from tests.commands.conftest import Changing
from tests.commands.receipts import NOW, call, partition, put, put_record, record_of, side_by_side, through, without
from tests.loaders.fakes import FakeClock, Fault, Faulty

BATCH = "{ batchId batchType status openaiBatchId resultFileId submittedAt wordCount }"
STATUSES = [status.value for status in BatchStatus]
FORWARD = ["PENDING", "VALIDATING", "IN_PROGRESS", "FINALIZING", "COMPLETED"]
ENDS = {"COMPLETED", "FAILED", "EXPIRED", "CANCELLED"}


def is_allowed(before: str, after: str) -> bool:
    if before == after:
        return True
    if before in ENDS:
        return False
    if before == "CANCELING":
        return after in ENDS
    return after not in FORWARD or FORWARD.index(after) > FORWARD.index(before)


@pytest.fixture
def batch(api: Changing) -> BatchSummary:
    made = BatchSummary(batch_id=str(uuid4()), batch_type=BatchType.COMPLETION, submitted_at=NOW)
    put(api, made)
    return made


@pytest.mark.parametrize("before", STATUSES)
@pytest.mark.parametrize("after", STATUSES)
def test_every_step_of_a_batch(api: Changing, batch: BatchSummary, before: str, after: str) -> None:
    put(api, batch.model_copy(update={"status": BatchStatus(before)}))
    asked = {"batchId": batch.batch_id, "status": after, "expectedStatus": before}
    if not is_allowed(before, after):
        error = api.refusal("setBatchStatus", BATCH, **asked)
        assert (error["errorType"], error["errorInfo"]["current"]["status"]) == ("Conflict", before)
        return
    assert api.do("setBatchStatus", BATCH, **asked)["status"] == after
    stored = record_of(api, batch)
    assert stored
    assert stored["GSI1PK"] == f"STATUS#{after}"


def test_a_batch_is_made_once_however_far_it_has_come(api: Changing) -> None:
    given = {"batchId": str(uuid4()), "batchType": "LINE_EMBEDDING", "wordCount": 3}
    made = api.do("createBatch", BATCH, **given)
    assert made["status"] == "PENDING"
    assert api.do("createBatch", BATCH, **given) == made
    later = api.do(
        "setBatchStatus", BATCH, batchId=given["batchId"], status="COMPLETED", resultFileId="f", openaiBatchId="o"
    )
    assert (later["resultFileId"], later["openaiBatchId"]) == ("f", "o")
    assert api.do("createBatch", BATCH, **given) == later
    error = api.refusal("createBatch", BATCH, **{**given, "wordCount": 4})
    assert error["errorInfo"]["current"]["wordCount"] == 3


def test_of_fifty_pollers_with_one_expectation_exactly_one_wins(api: Changing, batch: BatchSummary) -> None:
    asked = {"batchId": batch.batch_id, "status": "COMPLETED", "expectedStatus": "PENDING"}
    answers = side_by_side(50, lambda n: call("setBatchStatus", **asked, resultFileId=f"f{n}"))
    won = [answer["data"] for answer in answers if not answer.get("errorType")]
    assert {answer.get("errorType") for answer in answers} == {None, "Conflict"}
    stored = record_of(api, batch)
    assert stored
    assert [each["resultFileId"] for each in won] == [stored["result_file_id"]]


def completions(count: int, **more: Any) -> list[dict[str, Any]]:
    word = {"imageId": "i", "receiptId": 1, "lineId": 1, "originalLabel": "TAX"}
    return [{**word, "wordId": each, **more} for each in range(1, count + 1)]


RESULTS = "{ batchId written skipped }"


def test_results_are_kept_listed_skipped_and_replaced(api: Changing, batch: BatchSummary) -> None:
    ids = {"batchId": batch.batch_id}
    embeddings = [without(each, "originalLabel") for each in completions(20)]
    given = {**ids, "completions": completions(120, status="PENDING"), "embeddings": embeddings}
    assert api.do("recordBatchResults", RESULTS, **given) == {**ids, "written": 140, "skipped": 0}
    assert api.do("recordBatchResults", RESULTS, **given) == {**ids, "written": 0, "skipped": 140}
    assert api.calls[0][1].session.meter.write_units == 0
    for record in partition(api, f"BATCH#{batch.batch_id}")[:3]:
        put_record(api, {**record, "theirs": 1})
    more = {**ids, "completions": completions(120, status="COMPLETED", gptSuggestedLabel="TIP")}
    assert api.do("recordBatchResults", RESULTS, **more)["written"] == 120
    text = """query ($id: ID!) { batch(batchId: $id) {
      completionResults(status: COMPLETED, first: 100) { nodes { gptSuggestedLabel } pageInfo { hasNextPage } }
      embeddingResults(first: 100) { nodes { status } } } }"""
    found = api.get(text, id=batch.batch_id)["batch"]
    assert (len(found["completionResults"]["nodes"]), len(found["embeddingResults"]["nodes"])) == (100, 20)
    assert found["completionResults"]["pageInfo"]["hasNextPage"] is True
    records = partition(api, f"BATCH#{batch.batch_id}")
    assert (len(records), sum("theirs" in record for record in records)) == (141, 3)


@pytest.mark.parametrize(
    ("mutation", "changed", "error_type", "field"),
    [
        ("recordBatchResults", {"batchId": "nobody"}, "NotFound", "input.batchId"),
        ("recordBatchResults", {"completions": completions(1) * 2}, "BadInput", "input.completions.1"),
        (
            "recordBatchResults",
            {"completions": completions(2, labelConfidence=2)},
            "BadInput",
            "input.completions.0.labelConfidence",
        ),
        (
            "recordBatchResults",
            {"completions": completions(1, originalLabel="A#")},
            "BadInput",
            "input.completions.0.originalLabel",
        ),
        ("setBatchStatus", {"batchId": "nobody", "status": "FAILED"}, "NotFound", "input.batchId"),
        ("createBatch", {"batchId": "a#b", "batchType": "COMPLETION"}, "BadInput", "input.batchId"),
        ("createBatch", {"batchType": "COMPLETION", "wordCount": -1}, "BadInput", "input.wordCount"),
    ],
)
def test_what_makes_no_sense_of_a_batch_is_refused(
    api: Changing, batch: BatchSummary, mutation: str, changed: dict[str, Any], error_type: str, field: str
) -> None:
    error = api.refusal(mutation, "{ batchId }", **{"batchId": batch.batch_id, **changed})
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert len(partition(api, f"BATCH#{batch.batch_id}")) == 1


PLACE = "{ searchValue placeId queryCount lastUpdated placesResponse }"
HOURS = [f"2026-11-16T{hour:02d}:00:00.000000Z" for hour in range(24)]


@pytest.fixture
def place() -> dict[str, Any]:
    return {"searchType": "ADDRESS", "searchValue": f"Street {uuid4()}", "placeId": "p", "placesResponse": '{"a":1}'}


def test_every_query_of_a_place_is_counted_once(api: Changing, place: dict[str, Any]) -> None:
    for number, hour in enumerate(HOURS[:3], 1):
        for _ in range(2):
            kept = api.do("cachePlace", PLACE, **place, queriedAt=hour)
            assert (kept["queryCount"], kept["lastUpdated"]) == (number, hour)
    read = "query ($v: String!) { place(searchType: ADDRESS, searchValue: $v) " + PLACE + " }"
    assert api.get(read, v=place["searchValue"])["place"] == kept


@pytest.mark.parametrize("moment", ["1969-12-31T23:59:59Z", "2020-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_an_expiry_that_has_passed_or_cannot_be_stored_is_refused_and_nothing_is_stored(
    api: Changing, place: dict[str, Any], moment: str
) -> None:
    answer = call("cachePlace", **place, expiresAt=moment)
    assert (answer["errorType"], answer["errorInfo"]["field"]) == ("BadInput", "input.expiresAt")
    assert api.do("cachePlace", PLACE, **place)["queryCount"] == 1


def test_without_a_time_every_call_counts(api: Changing, place: dict[str, Any]) -> None:
    assert [api.do("cachePlace", PLACE, **place)["queryCount"] for _ in range(3)] == [1, 2, 3]


def test_many_who_ask_for_a_place_at_once_are_all_counted_and_repeats_are_not(
    api: Changing, place: dict[str, Any]
) -> None:
    answers = side_by_side(16, lambda n: call("cachePlace", **place, queriedAt=HOURS[n // 2]))
    assert [answer.get("errorMessage") for answer in answers] == [None] * 16
    assert api.do("cachePlace", PLACE, **place, queriedAt=HOURS[20])["queryCount"] == 9


def test_a_place_that_upstream_keeps_is_counted_where_it_lies(api: Changing, place: dict[str, Any]) -> None:
    theirs = PlacesCache(
        search_type=SearchType.ADDRESS,
        search_value=place["searchValue"],
        place_id="p",
        last_updated=NOW,
        query_count=4,
    )
    record = theirs.to_record() | {"SK": f"VALUE#{theirs.padded_value}", "theirs": 1}
    put_record(api, record)
    assert api.do("cachePlace", PLACE, **place)["queryCount"] == 5
    assert record_of(api, theirs) is None
    stored = api.store.session(60).get(RECEIPTS, RECEIPTS.key_of(record), is_consistent=True)
    assert stored
    assert (stored["theirs"], stored["query_count"]) == (1, 5)


def expired(place: dict[str, Any]) -> PlacesCache:
    """An answer that DynamoDB has not deleted yet, although its time is over."""
    return PlacesCache(
        search_type=SearchType.ADDRESS,
        search_value=place["searchValue"],
        place_id="p",
        last_updated=NOW,
        query_count=7,
        normalized_value="old",
        expires_at=datetime(2020, 1, 1, tzinfo=UTC),
    )


def test_an_answer_that_has_expired_is_replaced_although_it_is_still_stored(
    api: Changing, place: dict[str, Any]
) -> None:
    put(api, expired(place))
    selection = "{ placeId queryCount normalizedValue expiresAt }"
    kept = api.do("cachePlace", selection, **place)
    assert kept == {"placeId": "p", "queryCount": 1, "normalizedValue": None, "expiresAt": None}
    assert api.do("cachePlace", selection, **place)["queryCount"] == 2
    put(api, expired(place))
    assert api.do("cachePlace", selection, **place, expiresAt="2096-01-01T00:00:00Z")["queryCount"] == 1


def test_many_who_replace_an_expired_answer_at_once_are_all_counted(api: Changing, place: dict[str, Any]) -> None:
    put(api, expired(place))
    answers = side_by_side(8, lambda n: call("cachePlace", **place, queriedAt=HOURS[n // 2]))
    assert [answer.get("errorMessage") for answer in answers] == [None] * 8
    assert api.do("cachePlace", PLACE, **place, queriedAt=HOURS[20])["queryCount"] == 5


@pytest.mark.parametrize("field", ["searchValue", "placeId"])
def test_a_place_without_a_name_is_refused(api: Changing, place: dict[str, Any], field: str) -> None:
    error = api.refusal("cachePlace", PLACE, **{**place, field: ""})
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", f"input.{field}")


@pytest.mark.parametrize("seed", range(10))
def test_lost_answers_and_retries_have_no_second_effect(api: Changing, place: dict[str, Any], seed: int) -> None:
    """Everything is asked twice through bad weather, and once more when the sun shines."""
    random = Random(seed)
    weather: list[Fault] = ["lost", "time-out", "throttled", "closed", None, None, None]
    batch_id = str(uuid4())
    faulty = Faulty(api.store._client, lambda _: random.choice(weather), FakeClock(), random)
    with through(api, faulty):
        for hour in HOURS[:5]:
            for _ in range(2):
                call("cachePlace", **place, queriedAt=hour)
            call("createBatch", batchId=batch_id, batchType="COMPLETION", submittedAt=HOURS[0])
    for hour in HOURS[:5]:
        kept = api.do("cachePlace", PLACE, **place, queriedAt=hour)
    assert kept["queryCount"] == 5
    api.do("createBatch", BATCH, batchId=batch_id, batchType="COMPLETION", submittedAt=HOURS[0])
    assert len(partition(api, f"BATCH#{batch_id}")) == 1
