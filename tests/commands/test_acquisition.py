"""Attempts to fetch a spectrum count when they begin, wait longer each time, and stop at gates."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from commands.novae.acquisition import RecordAcquisitionInput, backoff, record_acquisition
from entities.times import format_time, parse_time
from loaders.errors import Conflict
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.nova_steps import FILE, SPECTRUM, STATES, a_failed, a_fetched, a_started, a_stub, stored

STARTS = {"stub", "started", "fetched", "approved"}
"""States from which an attempt may begin once the wait is over."""
FORCED = STARTS | {"failed for good", "duplicate"}
ENDS = {"started"}
REPEATS = {("failed for good", "TERMINAL_FAILURE"), ("fetched", "ACQUIRED"), ("valid", "ACQUIRED")}


def _attempts(api: Changing, ids: dict[str, Any]) -> int:
    return int(stored(api, ids)["attempt_count"])


def test_an_attempt_counts_before_anybody_knows_how_it_ends(api: Changing) -> None:
    ids = a_stub(api)
    made = api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=0)
    assert (made["attemptCount"], made["lastAttemptOutcome"], made["acquisitionStatus"]) == (1, None, "STUB")
    assert parse_time(made["nextEligibleAttemptAt"]) - parse_time(made["lastAttemptAt"]) == timedelta(seconds=60)
    query = "query ($id: ID!) { nova(novaId: $id) { eligibleSpectra(readyOnly: true) { dataProductId } } }"
    assert api.get(query, id=ids["novaId"])["nova"]["eligibleSpectra"] == []


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("force", [False, True])
def test_an_attempt_begins_only_where_the_gates_are_open(api: Changing, state: str, force: bool) -> None:
    ids = STATES[state](api)
    before = stored(api, ids)
    given = {**ids, "outcome": "STARTED", "expectedAttempt": before["attempt_count"], "force": force}
    if state in (FORCED if force else STARTS):
        made = api.do("recordAcquisition", SPECTRUM, **given)
        assert (made["attemptCount"], made["eligibility"]) == (before["attempt_count"] + 1, "ACQUIRE")
    else:
        error = api.refusal("recordAcquisition", SPECTRUM, **given)
        assert (error["errorType"], error["errorInfo"]["current"]["dataProductId"]) == (
            "Conflict",
            ids["dataProductId"],
        )
        assert stored(api, ids) == before


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("outcome", ["ACQUIRED", "RETRYABLE_FAILURE", "TERMINAL_FAILURE"])
def test_only_an_attempt_that_is_going_on_can_end(api: Changing, state: str, outcome: str) -> None:
    ids = STATES[state](api)
    before = stored(api, ids)
    given = {**ids, "outcome": outcome, "expectedAttempt": before["attempt_count"]}
    answer = api.change("recordAcquisition", SPECTRUM, **given, **(FILE if outcome == "ACQUIRED" else {}))
    repeats = (state, outcome) in REPEATS
    if state in ENDS or repeats:
        assert "errors" not in answer
        assert (stored(api, ids) == before) is repeats
    else:
        assert answer["errors"][0]["errorType"] == "Conflict"
        assert stored(api, ids) == before


def test_the_wait_grows_with_every_attempt_and_then_stays(api: Changing) -> None:
    ids = a_stub(api)
    waits = []
    for attempt in range(5):
        api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=attempt, force=True)
        ended = api.do(
            "recordAcquisition",
            SPECTRUM,
            **ids,
            outcome="RETRYABLE_FAILURE",
            expectedAttempt=attempt + 1,
            errorFingerprint="0123456789ab",
        )
        waits.append((parse_time(ended["nextEligibleAttemptAt"]) - parse_time(ended["updatedAt"])).total_seconds())
    assert waits == [60, 300, 3600, 86_400, 86_400]
    assert [backoff(number).total_seconds() for number in (1, 2, 3, 4, 50)] == [60, 300, 3600, 86_400, 86_400]


def test_a_spectrum_must_wait_unless_somebody_insists(api: Changing) -> None:
    ids = a_stub(api)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=0)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="RETRYABLE_FAILURE", expectedAttempt=1)
    given = {**ids, "outcome": "STARTED", "expectedAttempt": 1}
    assert "must not be tried before" in api.refusal("recordAcquisition", SPECTRUM, **given)["message"]
    assert api.do("recordAcquisition", SPECTRUM, **given, force=True)["attemptCount"] == 2


def test_a_failure_that_may_pass_leaves_the_spectrum_in_the_index_and_one_for_good_does_not(api: Changing) -> None:
    ids = a_started(api)
    made = api.do("recordAcquisition", SPECTRUM, **ids, outcome="RETRYABLE_FAILURE", expectedAttempt=1)
    assert (made["acquisitionStatus"], made["eligibility"]) == ("FAILED_RETRYABLE", "ACQUIRE")
    assert {"GSI1PK", "GSI1SK"} <= stored(api, ids).keys()
    record = stored(api, a_failed(api))
    assert (record["acquisition_status"], record["last_attempt_outcome"]) == ("FAILED_RETRYABLE", "TERMINAL_FAILURE")
    assert record["eligibility"] == "NONE"
    assert not {"GSI1PK", "GSI1SK", "next_eligible_attempt_at"} & record.keys()


def test_a_fetched_spectrum_keeps_its_checksums(api: Changing) -> None:
    ids = a_started(api)
    sha, given = "ab" * 32, {"outcome": "ACQUIRED", "expectedAttempt": 1}
    made = api.do("recordAcquisition", SPECTRUM, **ids, **given, sha256=sha, etag='"9b2c"', byteLength=184_233)
    assert (made["acquisitionStatus"], made["sha256"], made["etag"]) == ("ACQUIRED", sha, "9b2c")
    assert made["eligibility"] == "ACQUIRE", "until it is checked"


def test_the_same_attempt_told_twice_counts_once(api: Changing) -> None:
    ids = a_stub(api)
    by_time = {"outcome": "STARTED", "expectedAttempt": 0, "attemptedAt": format_time(datetime.now(UTC))}
    first = api.do("recordAcquisition", SPECTRUM, **ids, **by_time)
    assert api.do("recordAcquisition", SPECTRUM, **ids, **by_time) == first
    other = a_stub(api)
    by_execution = {"outcome": "STARTED", "expectedAttempt": 0, "executionArn": "arn:aws:states:one"}
    first = api.do("recordAcquisition", SPECTRUM, **other, **by_execution)
    assert api.do("recordAcquisition", SPECTRUM, **other, **by_execution) == first
    by_execution["executionArn"] = "arn:aws:states:two"
    assert api.refusal("recordAcquisition", SPECTRUM, **other, **by_execution)["errorType"] == "Conflict"
    assert _attempts(api, other) == 1


def test_of_fifty_workers_who_expect_the_same_exactly_one_begins(api: Changing) -> None:
    ids = a_stub(api)

    def begin(worker: int) -> bool:
        given = read_input(
            RecordAcquisitionInput,
            {**ids, "outcome": "STARTED", "expectedAttempt": 0, "executionArn": f"arn:{worker}", "force": True},
        )
        try:
            return record_acquisition(Request(api.store.session(60)), given).last_execution_arn == f"arn:{worker}"
        except Conflict:
            return False

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(begin, range(50))) == 1
    assert _attempts(api, ids) == 1


@pytest.mark.parametrize(
    ("given", "kind", "field"),
    [
        ({"expectedAttempt": -1, "outcome": "STARTED"}, "BadInput", "input.expectedAttempt"),
        ({"expectedAttempt": 1, "outcome": "ACQUIRED", **FILE, "byteLength": -1}, "BadInput", "input.byteLength"),
        ({"expectedAttempt": 1, "outcome": "ACQUIRED", "sha256": "xyz"}, "BadInput", "input.sha256"),
        ({"expectedAttempt": 1, "outcome": "UNKNOWN"}, "BadInput", "input.outcome"),
        (
            {"expectedAttempt": 1, "outcome": "ACQUIRED", **FILE, "dataProductId": "none"},
            "NotFound",
            "input.dataProductId",
        ),
        ({"expectedAttempt": 1, "outcome": "ACQUIRED", **FILE, "provider": "E#O"}, "BadInput", "input.provider"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(api: Changing, given: dict[str, Any], kind: str, field: str) -> None:
    ids = a_fetched(api)
    before = stored(api, ids)
    error = api.refusal("recordAcquisition", SPECTRUM, **{**ids, **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (kind, field)
    assert stored(api, ids) == before
