"""The desk: what waits for a person in the whole catalogue, and decisions that say who, when and why."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from commands.novae.run_reviews import ReviewJobRunInput, review_job_run
from entities.novae.products import SpectraProduct
from entities.tables import NOVAE
from entities.times import format_time
from loaders.dynamo.writes import Changes
from loaders.errors import Conflict
from loaders.request import Request
from local.data.engines import Engine
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing, changing
from tests.commands.eligibility import assert_index_matches
from tests.commands.nova_steps import SPECTRUM, a_nova, a_quarantined, a_started, a_stub, key_of, let_wait_end, stored
from tests.identities import person

ARCSEC = 1 / 3600
SPECTRA = """query ($p: String, $r: QuarantineReason, $n: Int, $a: String) {
    quarantinedSpectra(provider: $p, reason: $r, first: $n, after: $a) {
        nodes { dataProductId quarantineReasonCode nova { primaryName } files { role } }
        pageInfo { hasNextPage endCursor } } }"""
RUNS = """query { quarantinedRuns { nodes { jobRunId candidateName classificationReason nearestNova { novaId } } } }"""
ELIGIBLE = """query ($p: String, $r: Boolean, $n: Int, $a: String) {
    eligibleSpectra(provider: $p, readyOnly: $r, first: $n, after: $a) {
        nodes { dataProductId provider cooldown { active } } pageInfo { hasNextPage endCursor } } }"""


@pytest.fixture
def api(embedded: Engine) -> Iterator[Changing]:
    """Tables of its own for each test: the desk shows all of them."""
    with changing(embedded) as made:
        yield made


def _waiting(api: Changing, **arguments: Any) -> list[str]:
    found = api.get(SPECTRA, **arguments)["quarantinedSpectra"]["nodes"]
    return [each["dataProductId"] for each in found]


def _upstream(api: Changing, at: str, reason: str = "CHECKSUM_MISMATCH") -> str:
    """A spectrum in quarantine as upstream stores it: no review status, none of our attributes."""
    product_id = str(uuid4())
    record = {
        "PK": a_nova(api),
        "SK": f"PRODUCT#SPECTRA#MAST#{product_id}",
        "entity_type": "DataProduct",
        "product_type": "SPECTRA",
        "provider": "MAST",
        "data_product_id": product_id,
        "acquisition_status": "ACQUIRED",
        "validation_status": "QUARANTINED",
        "eligibility": "NONE",
        "quarantine_reason_code": reason,
        "updated_at": at,
    }
    api.store.session().put(NOVAE, record)
    return product_id


def test_spectra_in_quarantine_of_all_novae_are_found_the_newest_first(api: Changing) -> None:
    old, older = _upstream(api, "2026-02-23T18:25:00Z"), _upstream(api, "2026-02-23T18:24:59.5+00:00", "OTHER")
    ours = [a_quarantined(api)["dataProductId"] for _ in range(2)]
    a_stub(api)
    assert _waiting(api) == [*reversed(ours), old, older]
    assert _waiting(api, p="MAST") == [old, older]
    assert _waiting(api, r="OTHER") == [older]
    first = api.get(SPECTRA, n=3)["quarantinedSpectra"]
    assert first["pageInfo"]["hasNextPage"] is True
    assert _waiting(api, n=3, a=first["pageInfo"]["endCursor"]) == [older]


def test_the_desk_shows_a_spectrum_with_its_nova_and_the_files_that_explain_it(api: Changing) -> None:
    ids = a_quarantined(api)
    file = {"novaId": ids["novaId"], "productType": "SPECTRA", "dataProductId": ids["dataProductId"]}
    api.do("registerFile", "{ id }", **file, role="QUARANTINE_CONTEXT", name="why", s3Bucket="b", s3Key="k")
    (shown,) = api.get(SPECTRA)["quarantinedSpectra"]["nodes"]
    assert shown["nova"]["primaryName"] == f"Nova {ids['novaId']}"
    assert shown["files"] == [{"role": "QUARANTINE_CONTEXT"}]
    assert shown["quarantineReasonCode"] == "UNKNOWN_PROFILE"


@pytest.mark.parametrize("decision", ["APPROVE", "TERMINAL"])
def test_a_decision_says_who_when_and_why_and_leaves_the_desk(api: Changing, decision: str) -> None:
    ids = a_quarantined(api)
    api.identity = person("olga", "operators")
    given = {**ids, "decision": decision, "note": "The header lacks its units."}
    made = api.do("reviewSpectra", "{ reviewedBy reviewedAt reviewNote eligibility }", **given)
    assert (made["reviewedBy"], made["reviewNote"]) == ("olga", "The header lacks its units.")
    assert made["reviewedAt"] is not None
    assert _waiting(api) == []
    assert_index_matches(api, ids["novaId"])
    assert api.do("reviewSpectra", "{ reviewedAt }", **given)["reviewedAt"] == made["reviewedAt"]


def _asked(api: Changing) -> tuple[str, dict[str, Any]]:
    """A nova, and a run that asks whether another name is the same nova."""
    known = api.do("initializeNova", "{ novaId }", name="V1", raDeg=200.0, decDeg=5.0)["novaId"]
    asking = {"name": "V2", "raDeg": 200.0, "decDeg": 5.0 + 5 * ARCSEC}
    run = api.do("initializeNova", "{ jobRunId correlationId }", **asking)
    return known, {"workflowName": "initialize_nova", **run}


def test_runs_in_quarantine_are_found_with_what_they_ask(api: Changing) -> None:
    known, run = _asked(api)
    (shown,) = api.get(RUNS)["quarantinedRuns"]["nodes"]
    assert shown == {
        "jobRunId": run["jobRunId"],
        "candidateName": "V2",
        "classificationReason": "5.00 arcseconds from V1.",
        "nearestNova": {"novaId": known},
    }


DECIDED = "{ status decision reviewedBy reviewedAt reviewNote novaId }"


def test_a_run_is_closed_by_its_decision_that_both_are_one(api: Changing) -> None:
    known, run = _asked(api)
    api.identity = person("olga", "operators")
    made = api.do("reviewJobRun", DECIDED, **run, decision="SAME_NOVA", note="Same star.")
    assert (made["status"], made["decision"], made["reviewedBy"]) == ("SUCCEEDED", "SAME_NOVA", "olga")
    assert (made["reviewNote"], made["reviewedAt"] is None) == ("Same star.", False)
    assert api.get(RUNS)["quarantinedRuns"]["nodes"] == []
    found = api.get('{ novaeByName(name: "v2") { novaId } }')
    assert found["novaeByName"] == [{"novaId": known}]
    assert api.do("reviewJobRun", DECIDED, **run, decision="SAME_NOVA") == made
    error = api.refusal("reviewJobRun", DECIDED, **run, decision="DISMISSED")
    assert (error["errorType"], error["errorInfo"]["current"]["decision"]) == ("Conflict", "SAME_NOVA")


def test_a_run_is_closed_where_a_person_insists_that_it_is_another_nova(api: Changing) -> None:
    known, run = _asked(api)
    asking = {"name": "V2", "raDeg": 200.0, "decDeg": 5.0 + 5 * ARCSEC}
    made = api.do("initializeNova", "{ outcome novaId }", **asking, isDistinct=True, note="Two stars on the plate.")
    assert (made["outcome"], made["novaId"] == known) == ("CREATED", False)
    query = "query ($c: ID!) { jobRuns(correlationId: $c) { nodes " + DECIDED + " } }"
    (closed,) = api.get(query, c=run["correlationId"])["jobRuns"]["nodes"]
    assert (closed["status"], closed["decision"], closed["novaId"]) == ("SUCCEEDED", "DISTINCT_NOVA", made["novaId"])
    assert (closed["reviewedBy"], closed["reviewNote"]) == ("pipeline", "Two stars on the plate.")
    assert api.get(RUNS)["quarantinedRuns"]["nodes"] == []


def test_after_the_decision_that_there_are_two_the_nova_can_be_made(api: Changing) -> None:
    _, run = _asked(api)
    api.do("reviewJobRun", DECIDED, **run, decision="DISTINCT_NOVA")
    asking = {"name": "V2", "raDeg": 200.0, "decDeg": 5.0 + 5 * ARCSEC}
    assert api.do("initializeNova", "{ outcome }", **asking) == {"outcome": "CREATED"}


def test_only_a_run_in_quarantine_is_decided_about_and_programs_cannot_end_it(api: Changing) -> None:
    nova_id = a_nova(api)
    run = {"novaId": nova_id, "jobRunId": str(uuid4()), "workflowName": "acquire"}
    api.do("startJobRun", "{ id }", **run, startedAt="2026-02-23T18:10:00Z")
    assert api.refusal("reviewJobRun", DECIDED, **run, decision="DISMISSED")["errorType"] == "Conflict"
    api.do("finishJobRun", "{ id }", **run, status="QUARANTINED", quarantineReasonCode="OTHER")
    assert api.refusal("finishJobRun", "{ id }", **run, status="SUCCEEDED")["errorType"] == "Conflict"
    assert api.do("reviewJobRun", DECIDED, **run, decision="DISMISSED")["status"] == "FAILED"
    gone = {**run, "jobRunId": str(uuid4())}
    error = api.refusal("reviewJobRun", DECIDED, **gone, decision="DISMISSED")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.jobRunId")


def test_of_sixteen_who_decide_differently_at_once_one_does(api: Changing) -> None:
    _, run = _asked(api)
    decisions = ["SAME_NOVA", "DISTINCT_NOVA", "DISMISSED", "DISMISSED"] * 4

    def decide(decision: str) -> str | None:
        given = read_input(ReviewJobRunInput, {**run, "decision": decision})
        try:
            made = review_job_run(Request(api.store.session(60)), given)
        except Conflict:
            return None
        return made.decision.name if made.decision else None

    with ThreadPoolExecutor(16) as pool:
        decided = {each for each in pool.map(decide, decisions) if each}
    assert len(decided) == 1
    names = api.get('{ names(name: "V2") { novaId } }')["names"]
    assert bool(names) is (decided == {"SAME_NOVA"})


def test_what_should_be_fetched_in_all_novae_is_listed_with_the_ready_first(api: Changing) -> None:
    late, soon = a_started(api), a_started(api)
    for ids, minutes in ((late, 60), (soon, 5)):
        until = format_time(datetime.now(UTC) + timedelta(minutes=minutes))
        changes = Changes(set={"next_eligible_attempt_at": until})
        api.store.session().update(SpectraProduct.table, key_of(ids), changes)
    ready = [a_stub(api) for _ in range(2)]
    other = api.do("registerSpectra", SPECTRUM, novaId=a_nova(api), provider="AAO", providerProductKey="k")
    a_quarantined(api)
    given_up = a_started(api)
    api.store.session().update(
        SpectraProduct.table, key_of(given_up), Changes(set={"last_attempt_outcome": "TERMINAL_FAILURE"})
    )
    found = api.get(ELIGIBLE)["eligibleSpectra"]["nodes"]
    by_nova = sorted(ready, key=lambda each: each["novaId"])
    expected = [other, *by_nova, soon, late]
    assert [each["dataProductId"] for each in found] == [each["dataProductId"] for each in expected]
    assert [each["cooldown"]["active"] for each in found] == [False, False, False, True, True]
    only = api.get(ELIGIBLE, r=True, p="ESO")["eligibleSpectra"]["nodes"]
    assert [each["dataProductId"] for each in only] == [each["dataProductId"] for each in by_nova]
    first = api.get(ELIGIBLE, n=2)["eligibleSpectra"]["pageInfo"]
    rest = api.get(ELIGIBLE, n=5, a=first["endCursor"])["eligibleSpectra"]["nodes"]
    assert [each["dataProductId"] for each in rest] == [each["dataProductId"] for each in expected[2:]]


def test_a_review_of_what_upstream_put_into_quarantine_makes_it_eligible(api: Changing) -> None:
    product_id = _upstream(api, "2026-02-23T18:25:00Z")
    (shown,) = api.get("{ quarantinedSpectra { nodes { novaId provider dataProductId manualReviewStatus } } }")[
        "quarantinedSpectra"
    ]["nodes"]
    ids = {name: shown[name] for name in ("novaId", "provider", "dataProductId")}
    assert (shown["manualReviewStatus"], ids["dataProductId"]) == (None, product_id)
    api.do("reviewSpectra", SPECTRUM, **ids, decision="APPROVE", expectedReviewStatus="PENDING")
    assert_index_matches(api, ids["novaId"])
    let_wait_end(api, ids)
    assert stored(api, ids)["eligibility"] == "ACQUIRE"
