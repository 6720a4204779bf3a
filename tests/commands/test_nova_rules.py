"""The rules of novae that cannot be talked around: clocks, waits, merges, names, and what an end claims."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any
from unicodedata import normalize
from uuid import uuid4

import pytest

from commands.novae.acquisition import RecordAcquisitionInput, record_acquisition
from commands.novae.novae import InitializeNovaInput, initialize_nova
from entities.novae.nova import NameMapping
from entities.novae.products import SpectraProduct
from entities.tables import NOVAE
from entities.times import format_time, parse_time
from loaders.dynamo.writes import Changes
from loaders.errors import Conflict
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.eligibility import assert_index_matches
from tests.commands.nova_steps import (
    FILE,
    SPECTRUM,
    a_fetched,
    a_nova,
    a_run,
    a_started,
    a_stub,
    key_of,
    let_wait_end,
    stored,
)

AT = "2026-02-23T18:10:00Z"


def _start(api: Changing, ids: dict[str, Any], **more: Any) -> dict[str, Any]:
    return api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=0, **more)


@pytest.mark.parametrize("minutes", [-6, 6, -600_000])
def test_an_attempt_begins_within_five_minutes_of_our_clock(api: Changing, minutes: int) -> None:
    ids, at = a_stub(api), format_time(datetime.now(UTC) + timedelta(minutes=minutes))
    given = {**ids, "outcome": "STARTED", "expectedAttempt": 0, "attemptedAt": at}
    error = api.refusal("recordAcquisition", SPECTRUM, **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.attemptedAt")
    assert stored(api, ids)["attempt_count"] == 0


def test_the_wait_is_counted_from_our_clock_and_an_old_start_told_again_is_a_repeat(api: Changing) -> None:
    ids, at = a_stub(api), datetime.now(UTC) - timedelta(minutes=4)
    made = _start(api, ids, attemptedAt=format_time(at))
    assert parse_time(made["nextEligibleAttemptAt"]) - parse_time(made["updatedAt"]) == timedelta(seconds=60)
    long_ago = "2020-01-01T00:00:00.000000Z"
    api.store.session().update(SpectraProduct.table, key_of(ids), Changes(set={"last_attempt_at": long_ago}))
    assert _start(api, ids, attemptedAt=long_ago)["attemptCount"] == 1


def test_a_start_during_the_wait_is_refused_and_stored_as_skipped(api: Changing) -> None:
    ids = a_stub(api)
    _start(api, ids)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="RETRYABLE_FAILURE", expectedAttempt=1, errorFingerprint="x")
    error = api.refusal("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=1)
    current = error["errorInfo"]["current"]
    assert (error["errorType"], current["acquisitionStatus"]) == ("Conflict", "SKIPPED_BACKOFF")
    assert stored(api, ids)["acquisition_status"] == "SKIPPED_BACKOFF"
    assert_index_matches(api, ids["novaId"])
    let_wait_end(api, ids)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=1)
    assert api.do("recordAcquisition", SPECTRUM, **ids, outcome="ACQUIRED", expectedAttempt=2, **FILE)


def test_a_file_that_is_here_is_not_skipped(api: Changing) -> None:
    ids = a_stub(api)
    _start(api, ids)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="ACQUIRED", expectedAttempt=1, **FILE)
    assert api.refusal("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=1)
    assert stored(api, ids)["acquisition_status"] == "ACQUIRED"


def test_of_sixteen_who_start_during_the_wait_none_begins(api: Changing) -> None:
    ids = a_stub(api)
    _start(api, ids)
    given = read_input(RecordAcquisitionInput, {**ids, "outcome": "STARTED", "expectedAttempt": 1})

    def begin(_: int) -> bool:
        try:
            record_acquisition(Request(api.store.session(60)), given)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        assert not any(pool.map(begin, range(16)))
    record = stored(api, ids)
    assert (record["attempt_count"], record["acquisition_status"]) == (1, "SKIPPED_BACKOFF")
    assert_index_matches(api, ids["novaId"])


def test_what_failed_for_good_elsewhere_is_not_offered(api: Changing) -> None:
    ids = a_started(api)
    changes = Changes(set={"last_attempt_outcome": "TERMINAL_FAILURE", "acquisition_status": "FAILED_RETRYABLE"})
    api.store.session().update(SpectraProduct.table, key_of(ids), changes)
    query = "query ($id: ID!) { nova(novaId: $id) { eligibleSpectra { dataProductId } } }"
    assert api.get(query, id=ids["novaId"])["nova"]["eligibleSpectra"] == []
    error = api.refusal("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=1)
    assert error["errorType"] == "Conflict"
    assert api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=1, force=True)


def test_a_fetched_file_has_a_place_or_a_checksum(api: Changing) -> None:
    ids = a_started(api)
    given = {**ids, "outcome": "ACQUIRED", "expectedAttempt": 1}
    for half in ({}, {"rawS3Key": "k"}, {"rawS3Bucket": "b"}):
        error = api.refusal("recordAcquisition", SPECTRUM, **given, **half)
        assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.sha256")
    assert api.do("recordAcquisition", SPECTRUM, **given, rawS3Bucket="b", rawS3Key="k")["eligibility"] == "ACQUIRE"


def test_etags_with_and_without_quotes_are_the_same(api: Changing) -> None:
    ids = a_fetched(api)
    file = {"novaId": ids["novaId"], "productType": "SPECTRA", "dataProductId": ids["dataProductId"]}
    file |= {"role": "RAW_FITS", "name": "primary", "s3Bucket": "b", "s3Key": "k"}
    made = api.do("registerFile", "{ id etag }", **file, etag='"one"')
    sort = f"FILE#SPECTRA#{ids['dataProductId']}#RAW_FITS#primary"
    key = {"PK": ids["novaId"], "SK": sort}
    api.store.session().update(NOVAE, key, Changes(set={"etag": '"one"'}))
    assert api.do("registerFile", "{ id etag }", **file, etag="one") == made == {"id": made["id"], "etag": "one"}
    assert api.do("registerFile", "{ etag }", **file, etag="two", expectedEtag="one") == {"etag": "two"}
    error = api.refusal("registerFile", "{ etag }", **file, etag='""')
    assert error["errorInfo"]["field"] == "input.etag"


def test_attempts_need_their_run_and_files_their_product(api: Changing) -> None:
    ids = a_stub(api)
    attempt = {"novaId": ids["novaId"], "taskName": "t", "attemptNo": 1, "timestamp": AT, "status": "STARTED"}
    error = api.refusal("recordAttempt", "{ id }", **attempt, jobRunId=str(uuid4()))
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.jobRunId")
    api.do("recordAttempt", "{ id }", **attempt, jobRunId=a_run(api, ids["novaId"]))
    file = {"novaId": ids["novaId"], "role": "PLOT", "name": "n", "s3Bucket": "b", "s3Key": "k"}
    for kind, product_id in (("SPECTRA", str(uuid4())), ("PHOTOMETRY_TABLE", ids["dataProductId"])):
        error = api.refusal("registerFile", "{ id }", **file, productType=kind, dataProductId=product_id)
        assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.dataProductId")
    table = api.do("ingestPhotometry", "{ dataProductId }", novaId=ids["novaId"], fileId="f")["dataProductId"]
    api.do("registerFile", "{ id }", **file, productType="PHOTOMETRY_TABLE", dataProductId=table)


def test_a_run_that_began_without_a_nova_keeps_the_one_that_it_ends_with(api: Changing) -> None:
    nova_id, correlation_id = a_nova(api), str(uuid4())
    run = {"jobRunId": str(uuid4()), "workflowName": "initialize_nova", "correlationId": correlation_id}
    api.do("startJobRun", "{ id }", **run, startedAt=AT, candidateName="Nova?")
    ended = api.do("finishJobRun", "{ novaId status }", **run, novaId=nova_id, status="SUCCEEDED")
    assert ended == {"novaId": nova_id, "status": "SUCCEEDED"}
    query = "query ($id: ID!) { nova(novaId: $id) { runs { nodes { jobRunId } } } }"
    assert api.get(query, id=nova_id)["nova"]["runs"]["nodes"] == [{"jobRunId": run["jobRunId"]}]
    error = api.refusal("finishJobRun", "{ id }", **run, novaId=a_nova(api), status="SUCCEEDED")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("Conflict", "input.novaId")


def test_an_end_needs_what_it_claims(api: Changing) -> None:
    nova_id = a_nova(api)
    run = {"novaId": nova_id, "jobRunId": a_run(api, nova_id), "workflowName": "acquire"}
    error = api.refusal("finishJobRun", "{ id }", **run, status="QUARANTINED")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.quarantineReasonCode")
    error = api.refusal("finishJobRun", "{ id }", **run, status="FAILED", endedAt="2020-01-01T00:00:00Z")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.endedAt")


def test_what_a_change_leaves_out_stays(api: Changing) -> None:
    ids = a_stub(api)
    _start(api, ids, executionArn="arn:aws:states:one")
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="RETRYABLE_FAILURE", expectedAttempt=1, errorFingerprint="x")
    let_wait_end(api, ids)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=1)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="RETRYABLE_FAILURE", expectedAttempt=2)
    record = stored(api, ids)
    assert (record["last_execution_arn"], record["last_error_fingerprint"]) == ("arn:aws:states:one", "x")
    file = {"novaId": ids["novaId"], "fileId": "f1", "source": "AAVSO", "rowCount": 7}
    api.do("ingestPhotometry", "{ id }", **file)
    again = api.do("ingestPhotometry", "{ rowCount lastIngestionSource }", novaId=ids["novaId"], fileId="f2")
    assert again == {"rowCount": 7, "lastIngestionSource": "AAVSO"}


def test_a_lifetime_in_place_of_an_end_is_healed_when_the_item_is_written(api: Changing) -> None:
    ids = a_stub(api)
    api.store.session().update(NOVAE, key_of(ids), Changes(set={"ttl": 1_209_600}))
    _start(api, ids)
    left = stored(api, ids)["ttl"] - datetime.now(UTC).timestamp()
    assert 1_209_000 < left <= 1_209_600
    for strange in (0, -5):
        api.store.session().update(NOVAE, key_of(ids), Changes(set={"ttl": strange}))
        api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=1, force=True)
        assert stored(api, ids)["ttl"] == strange, "what is no lifetime is left alone"
        ids = a_started(api)


def test_names_that_look_the_same_are_the_same(api: Changing) -> None:
    tag = uuid4().hex
    composed, decomposed = (normalize(form, f"Nova Móra {tag}") for form in ("NFC", "NFD"))
    made = api.do("initializeNova", "{ novaId nova { primaryName } }", name=decomposed)
    assert made["nova"]["primaryName"] == composed
    assert api.do("initializeNova", "{ outcome novaId }", name=composed)["novaId"] == made["novaId"]
    query = "query ($n: String!) { novaeByName(name: $n) { novaId } }"
    assert api.get(query, n=decomposed) == api.get(query, n=composed) == {"novaeByName": [{"novaId": made["novaId"]}]}


def test_a_name_in_the_former_form_is_found_and_not_made_again(api: Changing) -> None:
    nova_id, decomposed = a_nova(api), normalize("NFD", f"nova móra {uuid4().hex}")
    mapping = NameMapping(name_normalized=decomposed, nova_id=nova_id, name_raw=decomposed)
    api.store.session().put(mapping.table, mapping.to_record())
    composed = normalize("NFC", decomposed)
    query = "query ($n: String!) { names(name: $n) { novaId } }"
    assert api.get(query, n=composed)["names"] == [{"novaId": nova_id}]
    assert api.do("initializeNova", "{ outcome novaId }", name=composed) == {"outcome": "EXISTS", "novaId": nova_id}


def test_sixteen_spellings_of_one_name_at_once_are_one_nova(api: Changing) -> None:
    tag = uuid4().hex
    names = [normalize(form, f"Nova Móra {tag}") for form in ("NFC", "NFD")] * 8

    def ask(name: str) -> str | None:
        given = read_input(InitializeNovaInput, {"name": name})
        return initialize_nova(Request(api.store.session(60)), given).nova_id

    with ThreadPoolExecutor(16) as pool:
        assert len(set(pool.map(ask, names))) == 1


def test_a_run_of_another_workflow_is_not_the_one_that_is_meant(api: Changing) -> None:
    nova_id = a_nova(api)
    run = {"novaId": nova_id, "jobRunId": str(uuid4()), "workflowName": "acquire"}
    api.do("startJobRun", "{ id }", **run, correlationId="c1", startedAt="2026-02-23T18:10:00Z")
    error = api.refusal("finishJobRun", "{ id }", **run, correlationId="c2", status="FAILED")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.jobRunId")
    error = api.refusal("reviewJobRun", "{ id }", **run, correlationId="c2", decision="DISMISSED")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.jobRunId")
    assert api.do("finishJobRun", "{ status }", **run, correlationId="c1", status="FAILED") == {"status": "FAILED"}
