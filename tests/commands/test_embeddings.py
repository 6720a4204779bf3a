"""Lines and words on their way to vectors, and the runs that merge those: every step that is allowed, and no other."""

from typing import Any

import pytest

from entities.receipts.compaction import CompactionRun, CompactionState
from entities.receipts.receipt import EmbeddingStatus, ReceiptLine, ReceiptWord
from tests.commands.conftest import Changing
from tests.commands.receipts import (
    NOW,
    TEXT,
    call,
    image_with_words,
    partition,
    put,
    put_record,
    record_of,
    side_by_side,
    without,
)

BOTH = "{ ... on ReceiptLine { lineId embeddingStatus isNoise } ... on ReceiptWord { wordId embeddingStatus isNoise } }"
STATUSES = [status.value for status in EmbeddingStatus]
REFUSED = {
    *(("SUCCESS", to) for to in ("FAILED", "NOISE")),
    ("FAILED", "SUCCESS"),
    *(("NOISE", to) for to in ("SUCCESS", "FAILED")),
}


@pytest.fixture
def ids(api: Changing) -> dict[str, Any]:
    return image_with_words(api, words=3)


def word(ids: dict[str, Any], number: int = 1, **more: Any) -> ReceiptWord:
    return ReceiptWord(
        image_id=ids["imageId"],
        receipt_id=1,
        line_id=1,
        word_id=number,
        **{**TEXT, "embedding_status": EmbeddingStatus.NONE, **more},
    )


@pytest.mark.parametrize("before", STATUSES)
@pytest.mark.parametrize("after", STATUSES)
def test_every_step_of_an_embedding(api: Changing, ids: dict[str, Any], before: str, after: str) -> None:
    put(api, word(ids, embedding_status=EmbeddingStatus(before), is_noise=before == "NOISE"))
    asked = {"targets": [ids], "embeddingStatus": after, "expectedStatus": before}
    if (before, after) in REFUSED:
        error = api.refusal("setEmbeddingStatus", BOTH, **asked)
        assert (error["errorType"], error["errorInfo"]["current"]["embeddingStatus"]) == ("Conflict", before)
        return
    moved: Any
    (moved,) = api.do("setEmbeddingStatus", BOTH, **asked)
    assert moved == {"wordId": 1, "embeddingStatus": after, "isNoise": after == "NOISE"}
    stored = record_of(api, word(ids))
    assert stored
    assert stored["GSI1PK"] == f"EMBEDDING_STATUS#{after}"


def test_lines_and_words_move_together_in_the_order_in_which_they_were_named(
    api: Changing, ids: dict[str, Any]
) -> None:
    targets = [{**ids, "wordId": 3}, without(ids, "wordId"), {**ids, "wordId": 1}]
    moved: Any = api.do("setEmbeddingStatus", BOTH, targets=targets, embeddingStatus="PENDING")
    assert [each.get("wordId", "line") for each in moved] == [3, "line", 1]
    listed = api.get("{ receiptLines(embeddingStatus: PENDING, first: 100) { nodes { imageId } } }")
    assert {"imageId": ids["imageId"]} in listed["receiptLines"]["nodes"]
    again = api.do("setEmbeddingStatus", BOTH, targets=targets, embeddingStatus="PENDING")
    assert again == moved
    assert api.calls[0][1].session.meter.write_units == 0


def test_one_that_is_not_as_expected_keeps_all_others_where_they_are(api: Changing, ids: dict[str, Any]) -> None:
    put(api, word(ids, 2, embedding_status=EmbeddingStatus.SUCCESS))
    before = partition(api, f"IMAGE#{ids['imageId']}")
    targets = [{**ids, "wordId": each} for each in (1, 2, 3)]
    error = api.refusal("setEmbeddingStatus", BOTH, targets=targets, embeddingStatus="PENDING", expectedStatus="NONE")
    assert error["errorInfo"]["current"]["wordId"] == 2
    assert partition(api, f"IMAGE#{ids['imageId']}") == before


def test_a_hundred_at_once_and_not_one_more(api: Changing) -> None:
    ids = image_with_words(api, words=101)
    targets = [{**ids, "wordId": each} for each in range(1, 102)]
    moved = api.do("setEmbeddingStatus", BOTH, targets=targets[:100], embeddingStatus="PENDING")
    assert len(moved) == 100
    error = api.refusal("setEmbeddingStatus", BOTH, targets=targets, embeddingStatus="SUCCESS")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.targets")


@pytest.mark.parametrize(
    ("targets", "error_type", "field"),
    [
        ([], "BadInput", "input.targets"),
        ([{}, {}], "BadInput", "input.targets"),
        ([{}, {"wordId": 9}], "NotFound", "input.targets.1"),
        ([{"receiptId": 0}], "BadInput", "input.targets.0.receiptId"),
    ],
)
def test_targets_that_make_no_sense_are_refused(
    api: Changing, ids: dict[str, Any], targets: list[dict[str, Any]], error_type: str, field: str
) -> None:
    named = [{**ids, **each} for each in targets]
    error = api.refusal("setEmbeddingStatus", BOTH, targets=named, embeddingStatus="PENDING")
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)


def test_lines_of_the_first_writers_enter_the_index(api: Changing, ids: dict[str, Any]) -> None:
    line = ReceiptLine(image_id=ids["imageId"], receipt_id=1, line_id=1, **TEXT, embedding_status=EmbeddingStatus.NONE)
    early = {name: value for name, value in line.to_record().items() if "GSI" not in name and "embed" not in name}
    put_record(api, {**early, "theirs": 1})
    target = without(ids, "wordId")
    api.do("setEmbeddingStatus", BOTH, targets=[target], embeddingStatus="PENDING", expectedStatus="NONE")
    stored = record_of(api, line)
    assert stored
    assert (stored["GSI1PK"], stored["theirs"]) == ("EMBEDDING_STATUS#PENDING", 1)


RUN = "{ runId linesState linesStartedAt linesFinishedAt linesError linesMergedVectors wordsState wordsDeltaPrefix }"
STATES = [state.value for state in CompactionState]


def run(ids: dict[str, Any], **more: Any) -> CompactionRun:
    return CompactionRun(image_id=ids["imageId"], receipt_id=1, run_id="r", created_at=NOW, **more)


@pytest.fixture
def receipt(ids: dict[str, Any]) -> dict[str, Any]:
    return {**without(ids, "lineId", "wordId"), "runId": "r"}


def test_a_run_is_made_known_begun_and_finished_for_lines_and_words_each(
    api: Changing, receipt: dict[str, Any]
) -> None:
    made = api.do("startCompaction", RUN, **receipt, wordsDeltaPrefix="w/")
    assert (made["linesState"], made["wordsState"], made["wordsDeltaPrefix"]) == ("PENDING", "PENDING", "w/")
    begun = api.do("startCompaction", RUN, **receipt, collection="LINES")
    assert (begun["linesState"], begun["wordsState"]) == ("PROCESSING", "PENDING")
    assert api.do("startCompaction", RUN, **receipt, collection="LINES") == begun
    assert api.calls[0][1].session.meter.write_units == 0
    ended = api.do("finishCompaction", RUN, **receipt, collection="LINES", state="COMPLETED", mergedVectors=7)
    assert (ended["linesState"], ended["linesMergedVectors"], ended["wordsState"]) == ("COMPLETED", 7, "PENDING")
    assert api.do("finishCompaction", RUN, **receipt, collection="LINES", state="COMPLETED", mergedVectors=7) == ended


@pytest.mark.parametrize("before", STATES)
def test_only_what_waits_or_failed_can_start(api: Changing, receipt: dict[str, Any], before: str) -> None:
    put(api, run(receipt, lines_state=CompactionState(before), lines_error="late"))
    asked = {**receipt, "collection": "LINES", "expectedState": before}
    if before == "COMPLETED":
        error = api.refusal("startCompaction", RUN, **asked)
        assert error["errorInfo"]["current"]["linesState"] == before
        return
    begun = api.do("startCompaction", RUN, **asked)
    assert begun["linesState"] == "PROCESSING"
    assert begun["linesError"] == ("late" if before == "PROCESSING" else None)


@pytest.mark.parametrize("before", STATES)
@pytest.mark.parametrize("after", ["COMPLETED", "FAILED"])
def test_only_what_runs_can_finish(api: Changing, receipt: dict[str, Any], before: str, after: str) -> None:
    put(api, run(receipt, words_state=CompactionState(before)))
    asked = {**receipt, "collection": "WORDS", "state": after}
    if before in {"PROCESSING", after}:
        assert api.do("finishCompaction", RUN, **asked)["wordsState"] == after
    else:
        error = api.refusal("finishCompaction", RUN, **asked)
        assert (error["errorType"], error["errorInfo"]["current"]["wordsState"]) == ("Conflict", before)


@pytest.mark.parametrize(
    ("mutation", "changed", "error_type", "field"),
    [
        ("finishCompaction", {"state": "PENDING"}, "BadInput", "input.state"),
        ("finishCompaction", {"state": "COMPLETED", "error": "e"}, "BadInput", "input.error"),
        ("finishCompaction", {"state": "FAILED", "mergedVectors": -1}, "BadInput", "input.mergedVectors"),
        ("finishCompaction", {"state": "FAILED", "runId": "other"}, "NotFound", "input.runId"),
        ("startCompaction", {"runId": "a#b"}, "BadInput", "input.runId"),
        ("startCompaction", {"receiptId": 2}, "NotFound", "input.receiptId"),
    ],
)
def test_runs_that_make_no_sense_are_refused(
    api: Changing, receipt: dict[str, Any], mutation: str, changed: dict[str, Any], error_type: str, field: str
) -> None:
    error = api.refusal(mutation, RUN, **{**receipt, "collection": "LINES", **changed})
    assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)


def test_a_run_of_other_vectors_is_another_run(api: Changing, receipt: dict[str, Any]) -> None:
    put(api, run(receipt, lines_delta_prefix="l/"))
    assert api.refusal("startCompaction", RUN, **receipt, linesDeltaPrefix="m/")["errorType"] == "Conflict"


def test_of_many_who_start_one_collection_one_wins_while_the_other_collection_is_free(
    api: Changing, receipt: dict[str, Any]
) -> None:
    put(api, run(receipt))
    asked = [{**receipt, "collection": name, "expectedState": "PENDING"} for name in ("LINES", "WORDS")]
    answers = side_by_side(20, lambda n: call("startCompaction", **asked[n % 2]))
    for place in (0, 1):
        assert [bool(answer.get("errorType")) for answer in answers[place::2]].count(False) == 1
    stored = record_of(api, run(receipt))
    assert stored
    assert (stored["lines_state"], stored["words_state"]) == ("PROCESSING", "PROCESSING")
