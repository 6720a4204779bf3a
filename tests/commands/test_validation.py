"""Verdicts on spectra are given once, end their eligibility, and quarantine waits for a person."""

from typing import Any

import pytest

from tests.commands.conftest import Changing
from tests.commands.nova_steps import (
    SPECTRUM,
    STATES,
    a_fetched,
    a_quarantined,
    a_stub,
    an_approved,
    checked,
    stored,
)

VERDICTS: dict[str, dict[str, Any]] = {
    "VALID": {"instrument": "UVES", "snr": 12.5, "normalizationNotes": ["Å to nm"]},
    "QUARANTINED": {"quarantineReasonCode": "UNKNOWN_PROFILE", "errorFingerprint": "0123456789ab"},
    "TERMINAL": {"errorFingerprint": "0123456789ab"},
}
STATE = ("acquisition_status", "validation_status", "eligibility", "last_attempt_outcome", "manual_review_status")
AFTER = {
    "VALID": ("ACQUIRED", "VALID", "NONE", "SUCCESS", None),
    "QUARANTINED": ("ACQUIRED", "QUARANTINED", "NONE", "QUARANTINE", "PENDING"),
    "TERMINAL": ("ACQUIRED", "TERMINAL_INVALID", "NONE", "TERMINAL_FAILURE", None),
    "DUPLICATE": ("SKIPPED_DUPLICATE", "UNVALIDATED", "NONE", "SUCCESS", None),
}
JUDGED = {"fetched", "approved"}
SAME = {("valid", "VALID"), ("quarantined", "QUARANTINED"), ("useless", "TERMINAL")}


def _state(record: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(record.get(name) for name in STATE)


@pytest.mark.parametrize("verdict", AFTER)
def test_a_verdict_settles_everything_at_once_and_takes_the_spectrum_out_of_the_index(
    api: Changing, verdict: str
) -> None:
    ids = a_fetched(api)
    told = VERDICTS.get(verdict) or {"duplicateOfDataProductId": a_stub(api, ids["novaId"])["dataProductId"]}
    made = api.do("recordValidation", SPECTRUM, **ids, verdict=verdict, **told)
    record = stored(api, ids)
    assert _state(record) == AFTER[verdict]
    assert not {"GSI1PK", "GSI1SK", "next_eligible_attempt_at"} & record.keys()
    for name in told.keys() & made.keys():
        assert made[name] == told[name]
    assert api.do("recordValidation", SPECTRUM, **ids, verdict=verdict, **told) == made
    assert stored(api, ids) == record


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("verdict", ["VALID", "QUARANTINED", "TERMINAL", "DUPLICATE"])
def test_a_verdict_is_given_on_what_was_fetched_and_not_judged(api: Changing, state: str, verdict: str) -> None:
    ids = STATES[state](api)
    reason = {"quarantineReasonCode": "UNKNOWN_PROFILE"} if verdict == "QUARANTINED" else {}
    if verdict == "DUPLICATE":
        reason = {"duplicateOfDataProductId": a_stub(api, ids["novaId"])["dataProductId"]}
    before = stored(api, ids)
    answer = api.change("recordValidation", SPECTRUM, **ids, verdict=verdict, **reason)
    if state in JUDGED:
        assert "errors" not in answer
        assert _state(stored(api, ids))[:4] == AFTER[verdict][:4]
        return
    assert ("errors" not in answer) is ((state, verdict) in SAME)
    if "errors" in answer:
        assert answer["errors"][0]["errorType"] == "Conflict"
        assert answer["errors"][0]["errorInfo"]["current"]["dataProductId"] == ids["dataProductId"]
    assert stored(api, ids) == before


def test_the_same_verdict_in_other_words_is_a_conflict(api: Changing) -> None:
    ids = checked(api, verdict="VALID", snr=10.0)
    assert api.refusal("recordValidation", SPECTRUM, **ids, verdict="VALID", snr=11.0)["errorType"] == "Conflict"


def test_an_expectation_that_is_outdated_is_refused(api: Changing) -> None:
    ids = an_approved(api)
    given = {**ids, "verdict": "VALID"}
    error = api.refusal("recordValidation", SPECTRUM, **given, expectedValidationStatus="UNVALIDATED")
    assert error["errorInfo"]["current"]["validationStatus"] == "QUARANTINED"
    assert api.do("recordValidation", SPECTRUM, **given, expectedValidationStatus="QUARANTINED")


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("decision", ["APPROVE", "TERMINAL"])
def test_only_what_is_in_quarantine_can_be_reviewed(api: Changing, state: str, decision: str) -> None:
    ids = STATES[state](api)
    before = stored(api, ids)
    answer = api.change("reviewSpectra", SPECTRUM, **ids, decision=decision)
    after = stored(api, ids)
    is_repeat = (state, decision) in {("approved", "APPROVE"), ("given up", "TERMINAL")}
    if state in {"quarantined", "approved"} or is_repeat:
        assert "errors" not in answer
        assert (after == before) is is_repeat
    else:
        assert answer["errors"][0]["errorType"] == "Conflict"
        assert after == before


def test_an_approved_spectrum_is_wanted_again_at_once_and_stays_in_quarantine_until_it_is_checked(
    api: Changing,
) -> None:
    ids = a_quarantined(api)
    api.do("reviewSpectra", SPECTRUM, **ids, decision="APPROVE")
    record = stored(api, ids)
    assert _state(record)[1:3] == ("QUARANTINED", "ACQUIRE")
    assert record["manual_review_status"] == "CLEARED_RETRY_APPROVED"
    assert record["GSI1SK"] == f"ELIG#ACQUIRE#SPECTRA#ESO#{ids['dataProductId']}"
    assert "next_eligible_attempt_at" not in record
    given = {"outcome": "STARTED", "expectedAttempt": 1}
    api.do("recordAcquisition", SPECTRUM, **ids, **given)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="ACQUIRED", expectedAttempt=2, sha256="ab" * 32)
    again = {"verdict": "QUARANTINED", "quarantineReasonCode": "CHECKSUM_MISMATCH"}
    made = api.do("recordValidation", SPECTRUM, **ids, **again)
    assert (made["manualReviewStatus"], made["quarantineReasonCode"]) == ("PENDING", "CHECKSUM_MISMATCH")


def test_a_spectrum_that_is_given_up_stays_so(api: Changing) -> None:
    ids = a_quarantined(api)
    made = api.do("reviewSpectra", SPECTRUM, **ids, decision="TERMINAL")
    state = (made["validationStatus"], made["eligibility"], made["manualReviewStatus"])
    assert state == ("TERMINAL_INVALID", "NONE", "CLEARED_TERMINAL")
    assert "GSI1PK" not in stored(api, ids)
    start = {"outcome": "STARTED", "expectedAttempt": 1, "force": True}
    assert api.refusal("recordAcquisition", SPECTRUM, **ids, **start)["errorType"] == "Conflict"


def test_a_review_may_expect_that_nobody_has_looked(api: Changing) -> None:
    ids = an_approved(api)
    given = {**ids, "decision": "TERMINAL"}
    assert api.refusal("reviewSpectra", SPECTRUM, **given, expectedReviewStatus="PENDING")["errorType"] == "Conflict"
    assert api.do("reviewSpectra", SPECTRUM, **given, expectedReviewStatus="CLEARED_RETRY_APPROVED")


@pytest.mark.parametrize(
    ("given", "kind", "field"),
    [
        ({"verdict": "QUARANTINED"}, "BadInput", "input.quarantineReasonCode"),
        ({"verdict": "VALID", "quarantineReasonCode": "OTHER"}, "BadInput", "input.quarantineReasonCode"),
        ({"verdict": "DUPLICATE"}, "BadInput", "input.duplicateOfDataProductId"),
        ({"verdict": "DUPLICATE", "duplicateOfDataProductId": "none"}, "NotFound", "input.duplicateOfDataProductId"),
        ({"verdict": "VALID", "wavelengthMinNm": 2.0, "wavelengthMaxNm": 1.0}, "BadInput", "input.wavelengthMinNm"),
        ({"verdict": "UNKNOWN"}, "BadInput", "input.verdict"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(api: Changing, given: dict[str, Any], kind: str, field: str) -> None:
    ids = a_fetched(api)
    before = stored(api, ids)
    error = api.refusal("recordValidation", SPECTRUM, **ids, **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == (kind, field)
    assert stored(api, ids) == before


def test_nothing_is_a_duplicate_of_itself(api: Changing) -> None:
    ids = a_fetched(api)
    given = {"verdict": "DUPLICATE", "duplicateOfDataProductId": ids["dataProductId"]}
    error = api.refusal("recordValidation", SPECTRUM, **ids, **given)
    assert error["errorInfo"]["field"] == "input.duplicateOfDataProductId"


def test_a_spectrum_is_in_the_index_exactly_while_it_should_be_fetched(api: Changing) -> None:
    for state, make in STATES.items():
        record = stored(api, make(api))
        is_indexed = {"GSI1PK", "GSI1SK"} <= record.keys()
        assert is_indexed is (record["eligibility"] == "ACQUIRE"), state
        assert is_indexed is (state in {"stub", "started", "fetched", "approved"})
