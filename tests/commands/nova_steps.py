"""Novae and spectra for the tests, brought as far as a test wants them, through the API alone."""

from typing import Any
from uuid import uuid4

from entities.novae.nova import Nova
from entities.novae.products import SpectraProduct
from loaders.dynamo.writes import Changes
from tests.commands.conftest import Changing

SPECTRUM = """{ novaId provider dataProductId locatorIdentity identityStrategy providerProductKey
    acquisitionStatus validationStatus eligibility attemptCount lastAttemptAt lastAttemptOutcome
    nextEligibleAttemptAt lastErrorFingerprint quarantineReasonCode manualReviewStatus duplicateOfDataProductId
    sha256 etag instrument snr createdAt updatedAt }"""

GONE_BY = "2020-01-01T00:00:00.000000Z"
"""A wait that ended so long ago is over."""
FILE = {"sha256": "ab" * 32}
"""What a fetched spectrum needs."""


def a_nova(api: Changing, **values: Any) -> str:
    """A nova as any program may have stored it."""
    nova_id = str(uuid4())
    name = values.pop("primary_name", f"Nova {nova_id}")
    nova = Nova(nova_id=nova_id, primary_name=name, primary_name_normalized=name.lower(), **values)
    api.store.session().put(Nova.table, nova.to_record())
    return nova_id


def a_stub(api: Changing, nova_id: str | None = None) -> dict[str, Any]:
    """The ids of a spectrum that was just registered."""
    nova_id = nova_id or a_nova(api)
    made = api.do("registerSpectra", SPECTRUM, novaId=nova_id, provider="ESO", providerProductKey=f"K{uuid4()}")
    return ids_of(made)


def a_started(api: Changing) -> dict[str, Any]:
    ids = a_stub(api)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=0)
    let_wait_end(api, ids)
    return ids


def let_wait_end(api: Changing, ids: dict[str, Any]) -> None:
    """As if the wait for the next attempt had passed."""
    changes = Changes(set={"next_eligible_attempt_at": GONE_BY})
    api.store.session().update(SpectraProduct.table, key_of(ids), changes)


def a_failed(api: Changing) -> dict[str, Any]:
    ids = a_started(api)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="TERMINAL_FAILURE", expectedAttempt=1)
    return ids


def a_fetched(api: Changing) -> dict[str, Any]:
    ids = a_started(api)
    api.do("recordAcquisition", SPECTRUM, **ids, outcome="ACQUIRED", expectedAttempt=1, **FILE)
    return ids


def a_valid(api: Changing) -> dict[str, Any]:
    return checked(api, verdict="VALID")


def a_quarantined(api: Changing) -> dict[str, Any]:
    return checked(api, verdict="QUARANTINED", quarantineReasonCode="UNKNOWN_PROFILE")


def a_useless(api: Changing) -> dict[str, Any]:
    return checked(api, verdict="TERMINAL")


def a_duplicate(api: Changing) -> dict[str, Any]:
    ids = a_fetched(api)
    first = a_stub(api, ids["novaId"])["dataProductId"]
    api.do("recordValidation", SPECTRUM, **ids, verdict="DUPLICATE", duplicateOfDataProductId=first)
    return ids


def an_approved(api: Changing) -> dict[str, Any]:
    ids = a_quarantined(api)
    api.do("reviewSpectra", SPECTRUM, **ids, decision="APPROVE")
    return ids


def a_given_up(api: Changing) -> dict[str, Any]:
    ids = a_quarantined(api)
    api.do("reviewSpectra", SPECTRUM, **ids, decision="TERMINAL")
    return ids


STATES = {
    "stub": a_stub,
    "started": a_started,
    "failed for good": a_failed,
    "fetched": a_fetched,
    "valid": a_valid,
    "quarantined": a_quarantined,
    "useless": a_useless,
    "duplicate": a_duplicate,
    "approved": an_approved,
    "given up": a_given_up,
}
"""Every state that a spectrum can be in, and how it comes there."""


def checked(api: Changing, **verdict: Any) -> dict[str, Any]:
    ids = a_fetched(api)
    api.do("recordValidation", SPECTRUM, **ids, **verdict)
    return ids


def ids_of(spectrum: dict[str, Any]) -> dict[str, Any]:
    return {name: spectrum[name] for name in ("novaId", "provider", "dataProductId")}


def key_of(ids: dict[str, Any]) -> dict[str, Any]:
    return SpectraProduct.key_for(nova_id=ids["novaId"], provider=ids["provider"], data_product_id=ids["dataProductId"])


def a_run(api: Changing, nova_id: str) -> str:
    """A run of a nova that goes on."""
    run_id = str(uuid4())
    given = {"novaId": nova_id, "jobRunId": run_id, "workflowName": "acquire", "startedAt": "2026-02-23T18:10:00Z"}
    api.do("startJobRun", "{ id }", **given)
    return run_id


def stored(api: Changing, ids: dict[str, Any]) -> dict[str, Any]:
    """The item as it lies in the table."""
    record = api.store.session().get(SpectraProduct.table, key_of(ids), is_consistent=True)
    assert record is not None
    return record
