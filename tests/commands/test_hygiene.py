"""Wrong labels are replaced and other names brought together, all at once, and nothing is half done."""

from typing import Any

import pytest

from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from tests.commands.conftest import Changing
from tests.commands.receipts import call, image_with_words, label, put, record_of, side_by_side, without

LABEL = "{ label validationStatus reasoning labelProposedBy labelConsolidatedFrom timestampAdded }"
FINDING = "{ hygieneId alias canonicalLabel reasoning gptAgreed sourceBatchId exampleIds timestamp }"


@pytest.fixture
def word(api: Changing) -> dict[str, Any]:
    ids = image_with_words(api, words=3)
    put(api, *(label({**ids, "wordId": each}, "AMOUNT") for each in (1, 2, 3)))
    return ids


def status_of(api: Changing, ids: dict[str, Any], name: str) -> str | None:
    stored = record_of(api, label(ids, name))
    return ReceiptWordLabel.from_record(stored).validation_status.name if stored else None


def test_the_old_label_becomes_invalid_and_the_new_one_tells_where_it_comes_from(
    api: Changing, word: dict[str, Any]
) -> None:
    made = api.do("relabel", LABEL, **word, label="amount", newLabel="grand_total", reasoning="It is the sum.")
    assert (made["label"], made["labelConsolidatedFrom"]) == ("GRAND_TOTAL", "AMOUNT")
    assert made["validationStatus"] == "PENDING"
    assert status_of(api, word, "AMOUNT") == "INVALID"


def test_relabelling_again_changes_nothing(api: Changing, word: dict[str, Any]) -> None:
    made = api.do("relabel", LABEL, **word, label="AMOUNT", newLabel="TAX")
    assert api.do("relabel", LABEL, **word, label="AMOUNT", newLabel="TAX") == made
    assert api.calls[0][1].session.meter.write_units == 0


def test_there_and_back_again(api: Changing, word: dict[str, Any]) -> None:
    api.do("relabel", LABEL, **word, label="AMOUNT", newLabel="TAX")
    back = api.do("relabel", LABEL, **word, label="TAX", newLabel="AMOUNT", reasoning="It was right.")
    assert (back["validationStatus"], back["labelConsolidatedFrom"]) == ("PENDING", "TAX")
    assert status_of(api, word, "TAX") == "INVALID"


def test_a_right_label_that_somebody_has_validated_stays_validated(api: Changing, word: dict[str, Any]) -> None:
    put(api, label(word, "TAX", validation_status=ValidationStatus.VALID))
    kept = api.do("relabel", LABEL, **word, label="AMOUNT", newLabel="TAX")
    assert (kept["validationStatus"], kept["labelConsolidatedFrom"]) == ("VALID", "AMOUNT")


@pytest.mark.parametrize(
    ("changed", "error_type", "field"),
    [
        ({"newLabel": "amount"}, "BadInput", "input.newLabel"),
        ({"newLabel": "A#B"}, "BadInput", "input.newLabel"),
        ({"label": "COUPON"}, "NotFound", "input.label"),
        ({"expectedStatus": "VALID"}, "Conflict", "input"),
    ],
)
def test_what_cannot_be_relabelled_stays_as_it_is(
    api: Changing, word: dict[str, Any], changed: dict[str, Any], error_type: str, field: str | None
) -> None:
    error = api.refusal("relabel", LABEL, **{**word, "label": "AMOUNT", "newLabel": "TAX", **changed})
    assert (error["errorType"], error["errorInfo"].get("field")) == (error_type, field)
    assert (status_of(api, word, "AMOUNT"), status_of(api, word, "TAX")) == ("NONE", None)


def test_of_many_who_relabel_one_wins(api: Changing, word: dict[str, Any]) -> None:
    asked = {**word, "label": "AMOUNT", "expectedStatus": "NONE"}
    answers = side_by_side(12, lambda n: call("relabel", **asked, newLabel=f"TAX{n}"))
    won = [answer["data"]["label"] for answer in answers if not answer.get("errorType")]
    assert len(won) == 1
    assert [n for n in range(12) if status_of(api, word, f"TAX{n}")] == [int(won[0].removeprefix("TAX"))]


def test_a_finding_is_recorded_together_with_the_words_that_it_corrects(api: Changing, word: dict[str, Any]) -> None:
    words = [{**word, "wordId": each} for each in (1, 2)]
    found = {"hygieneId": "h1", "alias": "amount", "canonicalLabel": "line_total", "exampleIds": ["b", "a"]}
    made = api.do("consolidateLabel", FINDING, **found, words=words, gptAgreed=True, sourceBatchId="b1")
    assert (made["alias"], made["canonicalLabel"], made["exampleIds"]) == ("AMOUNT", "LINE_TOTAL", ["a", "b"])
    assert [status_of(api, each, "AMOUNT") for each in words] == ["INVALID", "INVALID"]
    assert [status_of(api, each, "LINE_TOTAL") for each in words] == ["PENDING", "PENDING"]
    listed = api.get('{ labelHygiene(alias: "AMOUNT") { nodes ' + FINDING + " } }")["labelHygiene"]["nodes"]
    assert listed == [made]
    third = [{**word, "wordId": 3}]
    again = api.do("consolidateLabel", FINDING, **found, words=third, gptAgreed=True, sourceBatchId="b1")
    assert again == made
    assert status_of(api, third[0], "LINE_TOTAL") == "PENDING"


def test_a_word_without_the_label_spoils_the_whole_finding(api: Changing, word: dict[str, Any]) -> None:
    words = [word, {**word, "wordId": 9}]
    error = api.refusal(
        "consolidateLabel", FINDING, hygieneId="h2", alias="AMOUNT", canonicalLabel="COUPON", words=words
    )
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.words.1")
    assert status_of(api, word, "AMOUNT") == "NONE"
    assert api.get('{ labelHygiene(canonicalLabel: "COUPON") { nodes { alias } } }')["labelHygiene"]["nodes"] == []


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"canonicalLabel": "AMOUNT"}, "input.canonicalLabel"),
        ({"alias": "A#"}, "input.alias"),
        ({"words": "twice"}, "input.words"),
        ({"words": "too many"}, "input.words"),
    ],
)
def test_findings_that_make_no_sense_are_refused(
    api: Changing, word: dict[str, Any], changed: dict[str, Any], field: str
) -> None:
    words = {"twice": [word, word], "too many": [{**word, "wordId": each} for each in range(50)]}
    given = {"hygieneId": "h3", "alias": "AMOUNT", "canonicalLabel": "TAX", **changed}
    if "words" in given:
        given["words"] = words[given["words"]]
    error = api.refusal("consolidateLabel", FINDING, **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)


MEANING = "{ label status aliases description schemaVersion lastUpdated labelTarget receiptRefs { imageId receiptId } }"


def test_the_meaning_of_a_label_is_written_and_rewritten(api: Changing) -> None:
    given: dict[str, Any] = {
        "label": "tip_line",
        "aliases": ["GRATUITY", "TIPS"],
        "description": "What was given.",
        "schemaVersion": 1,
        "labelTarget": "totals",
        "receiptRefs": [{"imageId": "i", "receiptId": 1}],
    }
    made = api.do("putLabelMetadata", MEANING, **given)
    assert made["label"] == "TIP_LINE"
    assert api.get('{ labelMetadata(label: "TIP_LINE") ' + MEANING + " }")["labelMetadata"] == made
    assert api.do("putLabelMetadata", MEANING, **given) == made
    known = {**given, "status": "DEPRECATED", "expectedLastUpdated": made["lastUpdated"]}
    later = api.do("putLabelMetadata", MEANING, **without(known, "labelTarget"))
    assert (later["status"], later["labelTarget"]) == ("DEPRECATED", None)
    error = api.refusal("putLabelMetadata", MEANING, **known)
    assert error["errorInfo"]["current"]["status"] == "DEPRECATED"


def test_a_meaning_that_nobody_wrote_yet_was_not_changed_at_any_time(api: Changing) -> None:
    error = api.refusal("putLabelMetadata", MEANING, label="NEVER", expectedLastUpdated="2026-11-16T00:00:00Z")
    assert error["errorType"] == "Conflict"
