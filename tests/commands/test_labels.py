"""Labels are proposed once, judged by whoever is first, and found again under what became of them."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from tests.commands.conftest import Changing
from tests.commands.receipts import (
    call,
    image_with_words,
    label,
    partition,
    put,
    put_record,
    record_of,
    side_by_side,
    through,
)
from tests.loaders.fakes import FakeClock, Fault, Faulty

LABEL = "{ id label validationStatus reasoning labelProposedBy labelConsolidatedFrom timestampAdded }"
STATUSES = [status.value for status in ValidationStatus]


@pytest.fixture
def word(api: Changing) -> dict[str, Any]:
    return image_with_words(api)


@pytest.fixture
def unchanged(api: Changing, word: dict[str, Any]) -> Iterator[None]:
    """Whatever is asked, the image stays as it is."""
    before = partition(api, f"IMAGE#{word['imageId']}")
    yield
    assert partition(api, f"IMAGE#{word['imageId']}") == before


def test_a_label_is_added_in_upper_case_and_found_with_its_word(api: Changing, word: dict[str, Any]) -> None:
    made = api.do("addLabel", LABEL, **word, label="grand_total", reasoning="It says so.", labelProposedBy="gpt")
    assert (made["label"], made["validationStatus"]) == ("GRAND_TOTAL", "NONE")
    query = "query ($id: ID!) { receipt(imageId: $id, receiptId: 1) { words { wordId labels " + LABEL + " } } }"
    words = api.get(query, id=word["imageId"])["receipt"]["words"]
    assert words[0]["labels"] == [made]
    assert words[1]["labels"] == []


def test_labels_that_nobody_listed_are_welcome(api: Changing, word: dict[str, Any]) -> None:
    assert api.do("addLabel", LABEL, **word, label="GIFT WRAP")["label"] == "GIFT WRAP"


def test_adding_a_label_again_changes_nothing_even_after_it_was_judged(api: Changing, word: dict[str, Any]) -> None:
    made = api.do("addLabel", LABEL, **word, label="DATE", reasoning="early")
    assert api.do("addLabel", LABEL, **word, label="DATE", reasoning="early") == made
    judged = api.do("validateLabel", LABEL, **word, label="DATE", validationStatus="VALID", reasoning="late")
    assert api.do("addLabel", LABEL, **word, label="DATE", reasoning="early") == judged


def test_the_same_label_from_somebody_else_is_a_conflict_that_shows_the_first(
    api: Changing, word: dict[str, Any]
) -> None:
    api.do("addLabel", LABEL, **word, label="DATE", labelProposedBy="gpt")
    error = api.refusal("addLabel", LABEL, **word, label="DATE", labelProposedBy="me")
    assert error["errorType"] == "Conflict"
    assert error["errorInfo"]["current"]["labelProposedBy"] == "gpt"


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("changed", "error_type", "field"),
    [
        ({"label": "DATE#TIME"}, "BadInput", "input.label"),
        ({"label": ""}, "BadInput", "input.label"),
        ({"label": " DATE"}, "BadInput", "input.label"),
        ({"label": "D\u0000"}, "BadInput", "input.label"),
        ({"label": "D" * 1100}, "BadInput", "input.label"),
        ({"receiptId": 0}, "BadInput", "input.receiptId"),
        ({"wordId": -1}, "BadInput", "input.wordId"),
        ({"wordId": 100_000}, "BadInput", "input.wordId"),
        ({"imageId": "a#b"}, "BadInput", "input.imageId"),
        ({"wordId": 9}, "NotFound", "input.wordId"),
        ({"imageId": "nobody"}, "NotFound", "input.wordId"),
        ({"reasoning": "x" * 410_000}, "TooLarge", None),
    ],
)
def test_what_makes_no_label_is_refused_by_name(
    api: Changing, word: dict[str, Any], changed: dict[str, Any], error_type: str, field: str | None
) -> None:
    error = api.refusal("addLabel", LABEL, **{**word, "label": "DATE", **changed})
    assert error["errorType"] == error_type, error
    assert field is None or error["errorInfo"]["field"] == field, error


def test_a_status_that_does_not_exist_never_reaches_us(api: Changing, word: dict[str, Any]) -> None:
    answer = api.change("validateLabel", LABEL, **word, label="DATE", validationStatus="MAYBE")
    assert "MAYBE" in answer["errors"][0]["message"]
    assert answer["data"] is None


@pytest.mark.parametrize("before", STATUSES)
@pytest.mark.parametrize("after", STATUSES)
def test_a_label_may_be_judged_in_every_way_but_never_be_unseen(
    api: Changing, word: dict[str, Any], before: str, after: str
) -> None:
    put(api, label(word, validation_status=ValidationStatus(before)))
    asked = {**word, "label": "DATE", "validationStatus": after, "reasoning": "why", "expectedStatus": before}
    if after == "NONE" != before:
        error = api.refusal("validateLabel", LABEL, **asked)
        assert error["errorType"] == "Conflict"
        assert error["errorInfo"]["current"]["validationStatus"] == before
        return
    assert api.do("validateLabel", LABEL, **asked)["validationStatus"] == after
    stored = record_of(api, label(word))
    assert stored
    assert (stored["validation_status"], stored["GSI3PK"]) == (after, f"VALIDATION_STATUS#{after}")


def test_judging_without_an_expectation_again_changes_nothing(api: Changing, word: dict[str, Any]) -> None:
    put(api, label(word))
    first = api.do("validateLabel", LABEL, **word, label="DATE", validationStatus="VALID", reasoning="why")
    assert api.do("validateLabel", LABEL, **word, label="DATE", validationStatus="VALID", reasoning="why") == first
    assert api.calls[0][1].session.meter.write_units == 0


def test_a_label_that_is_not_as_expected_stays_and_is_shown(api: Changing, word: dict[str, Any]) -> None:
    put(api, label(word, validation_status=ValidationStatus.INVALID))
    error = api.refusal("validateLabel", LABEL, **word, label="DATE", validationStatus="VALID", expectedStatus="NONE")
    assert error["errorInfo"]["current"]["validationStatus"] == "INVALID"
    assert error["errorInfo"]["current"]["label"] == "DATE"


def test_a_label_that_is_not_there_cannot_be_judged(api: Changing, word: dict[str, Any]) -> None:
    error = api.refusal("validateLabel", LABEL, **word, label="DATE", validationStatus="VALID")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.label")


def test_of_fifty_judges_with_one_expectation_exactly_one_wins(api: Changing, word: dict[str, Any]) -> None:
    put(api, label(word, validation_status=ValidationStatus.PENDING))
    asked = {**word, "label": "DATE", "validationStatus": "VALID", "expectedStatus": "PENDING"}
    answers = side_by_side(50, lambda n: call("validateLabel", **asked, reasoning=f"{n}"))
    won = [answer["data"] for answer in answers if not answer.get("errorType")]
    lost = [answer for answer in answers if answer.get("errorType")]
    assert (len(won), {answer["errorType"] for answer in lost}) == (1, {"Conflict"})
    stored = record_of(api, label(word))
    assert stored
    assert stored["reasoning"] == won[0]["reasoning"]
    assert all(answer["errorInfo"]["current"]["reasoning"] == won[0]["reasoning"] for answer in lost)


def test_what_others_keep_in_a_label_survives(api: Changing, word: dict[str, Any]) -> None:
    record = label(word).to_record() | {"GSI1PK": "LABEL#DATE".ljust(40, "_"), "theirs": {"a": 1}}
    put_record(api, record)
    api.do("validateLabel", LABEL, **word, label="DATE", validationStatus="VALID")
    stored = record_of(api, label(word))
    assert stored
    assert (stored["theirs"], stored["GSI1PK"]) == ({"a": 1}, record["GSI1PK"])


def test_labels_of_a_status_are_listed_under_their_new_one(api: Changing, word: dict[str, Any]) -> None:
    put(api, label(word, "RARE_ONE"))
    api.do("validateLabel", LABEL, **word, label="RARE_ONE", validationStatus="NEEDS_REVIEW")
    query = 'query ($s: ValidationStatus) { labels(label: "RARE_ONE", validationStatus: $s) { nodes { label } } }'
    assert api.get(query, s="NEEDS_REVIEW")["labels"]["nodes"] == [{"label": "RARE_ONE"}]
    assert api.get(query, s="NONE")["labels"]["nodes"] == []


def test_a_label_has_the_item_type_that_watchers_listen_to(api: Changing, word: dict[str, Any]) -> None:
    api.do("addLabel", LABEL, **word, label="DATE")
    stored = record_of(api, label(word))
    assert stored
    assert stored["TYPE"] == ReceiptWordLabel.type_name


@pytest.mark.parametrize("seed", range(5))
def test_lost_answers_and_repeats_have_no_second_effect(api: Changing, word: dict[str, Any], seed: int) -> None:
    """Twenty labels through bad weather, each asked for again until somebody says that it is there."""
    random = Random(seed)
    weather: list[Fault] = ["lost", "time-out", "throttled", "closed", None, None]
    names = [f"LABEL_{number}" for number in range(20)]
    before = len(partition(api, f"IMAGE#{word['imageId']}"))
    with through(api, Faulty(api.store._client, lambda _: random.choice(weather), FakeClock(), random)):
        for name in names:
            until_done(lambda: call("addLabel", **word, label=name))  # noqa: B023  asked before the next name comes
            until_done(lambda: call("validateLabel", **word, label=name, validationStatus="VALID"))  # noqa: B023
            until_done(lambda: call("relabel", **word, label=name, newLabel=f"NEW_{name}"))  # noqa: B023
    labels = [record for record in partition(api, f"IMAGE#{word['imageId']}") if "#LABEL#" in record["SK"]]
    assert len(labels) == 40
    assert len(partition(api, f"IMAGE#{word['imageId']}")) == before + 40
    found = {record["SK"].rpartition("#")[2]: record["validation_status"] for record in labels}
    assert found == dict.fromkeys(names, "INVALID") | {f"NEW_{name}": "PENDING" for name in names}


def until_done(ask: Callable[[], dict[str, Any]]) -> None:
    """Ask again, as a client does who got no answer."""
    for _ in range(20):
        answer = ask()
        if answer.get("errorType") not in {"Unavailable", "Throttled"}:
            assert not answer.get("errorType"), answer
            return
    raise AssertionError("the weather never cleared")
