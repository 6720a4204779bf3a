"""Who is stored as the author of a change, and who may name another."""

from typing import Any
from uuid import uuid4

import pytest

from entities.item import Item
from entities.novae.products import AcquisitionState, SpectraProduct, ValidationState
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import EmbeddingStatus, ReceiptWord
from tests.commands.conftest import Changing
from tests.identities import PIPELINE, person
from tests.loaders.sample import NOW, ocr

ANN = person("ann", "editors", email="ann@example.org")
BOB = person("bob", "editors")
OLGA = person("olga", "operators")
STAFF = [OLGA, PIPELINE]

AUTHORS = "{ createdBy recordedBy updatedBy }"
CHECKED = "{ validationStatus validatedBy validatedAt updatedBy labelProposedBy }"


def _as(api: Changing, identity: Any) -> Changing:
    api.identity = identity
    return api


def _store(api: Changing, *items: Item) -> None:
    """Store items as another program would."""
    api.store.session(60).batch_write(items[0].table, [each.to_record() for each in items])


def _label(api: Changing) -> dict[str, Any]:
    """A label on a word of its own, which other programs stored."""
    word: dict[str, Any] = {"image_id": str(uuid4()), "receipt_id": 1, "line_id": 1, "word_id": 1}
    proposed: dict[str, Any] = {
        "timestamp_added": NOW,
        "validation_status": ValidationStatus.NONE,
        "label_proposed_by": "gpt",
    }
    on_word = ReceiptWord(**word, **ocr("12.50", 1), embedding_status=EmbeddingStatus.NONE)
    _store(api, on_word, ReceiptWordLabel(**word, label="TOTAL", **proposed))
    return {"imageId": word["image_id"], "receiptId": 1, "lineId": 1, "wordId": 1, "label": "TOTAL"}


def test_a_label_says_who_checked_it_and_when_and_the_same_judgement_again_does_not_change_that(api: Changing) -> None:
    label = _label(api)
    first = _as(api, ANN).do("validateLabel", CHECKED, **label, validationStatus="VALID")
    assert first["validatedBy"] == first["updatedBy"] == "ann@example.org"
    assert first["validatedAt"] is not None
    assert first["labelProposedBy"] == "gpt"
    assert _as(api, BOB).do("validateLabel", CHECKED, **label, validationStatus="VALID") == first
    other = api.do("validateLabel", CHECKED, **label, validationStatus="INVALID")
    assert other["validatedBy"] == "bob"


def test_a_wrong_label_says_who_replaced_it(api: Changing) -> None:
    label = _label(api)
    new = _as(api, ANN).do("relabel", CHECKED, **label, newLabel="GRAND_TOTAL")
    assert new["validatedBy"] == "ann@example.org"
    old = _as(api, BOB).do("validateLabel", CHECKED, **label, validationStatus="INVALID")
    assert old["validatedBy"] == "ann@example.org"


@pytest.mark.parametrize(
    ("mutation", "field"),
    [("validateLabel", "validatedBy"), ("createBatch", "createdBy"), ("reviewSpectra", "reviewedBy")],
)
def test_only_operators_and_iam_may_name_another(api: Changing, mutation: str, field: str) -> None:
    error = _as(api, ANN).refusal(mutation, f"{{ {field} }}", **_input(api, mutation), **{field: "bob"})
    assert error["errorType"] == "Forbidden"
    assert error["errorInfo"] == {"field": f"input.{field}"}
    assert field in error["message"]
    for identity in STAFF:
        given = _input(api, mutation)
        assert _as(api, identity).do(mutation, f"{{ {field} }}", **given, **{field: "bob"}) == {field: "bob"}


@pytest.mark.parametrize("mutation", ["createBatch", "reviewSpectra"])
def test_who_is_not_named_is_the_caller(api: Changing, mutation: str) -> None:
    field = {"createBatch": "createdBy", "reviewSpectra": "reviewedBy"}[mutation]
    given = _input(api, mutation)
    for identity in (ANN, BOB):
        assert _as(api, identity).do(mutation, f"{{ {field} }}", **given) == {field: "ann@example.org"}


def _input(api: Changing, mutation: str) -> dict[str, Any]:
    if mutation == "validateLabel":
        return {**_label(api), "validationStatus": "VALID"}
    if mutation == "createBatch":
        return {"batchId": str(uuid4()), "batchType": "COMPLETION"}
    ids: dict[str, Any] = {"nova_id": str(uuid4()), "provider": "ESO", "data_product_id": str(uuid4())}
    _store(
        api,
        SpectraProduct(
            **ids, validation_status=ValidationState.QUARANTINED, acquisition_status=AcquisitionState.ACQUIRED
        ),
    )
    return {"novaId": ids["nova_id"], "provider": "ESO", "dataProductId": ids["data_product_id"], "decision": "APPROVE"}


def test_a_job_says_who_created_it_and_who_stored_it(api: Changing) -> None:
    assert _as(api, ANN).do("createJob", AUTHORS, name="a", createdBy="trainer") == {
        "createdBy": "trainer",
        "recordedBy": "ann@example.org",
        "updatedBy": "ann@example.org",
    }
    job = {"jobId": str(uuid4()), "name": "b"}
    made = api.do("createJob", AUTHORS, **job)
    assert set(made.values()) == {"ann@example.org"}
    assert _as(api, BOB).do("createJob", AUTHORS, **job) == made
    assert api.refusal("createJob", AUTHORS, **job, createdBy="bob")["errorType"] == "Conflict"


def test_a_status_says_who_reported_it_and_who_stored_it(api: Changing) -> None:
    job_id = _as(api, ANN).do("createJob", "{ jobId }", name="c")["jobId"]
    entry = "{ status updatedBy recordedBy updatedAt }"
    given = api.do("recordJobStatus", entry, jobId=job_id, status="RUNNING", updatedBy="trainer")
    assert (given["updatedBy"], given["recordedBy"]) == ("trainer", "ann@example.org")
    own = api.do("recordJobStatus", entry, jobId=job_id, status="SUCCEEDED")
    assert own["updatedBy"] == "ann@example.org"
    assert _as(api, BOB).do("recordJobStatus", entry, jobId=job_id, status="SUCCEEDED") == own


def test_a_sweep_and_its_runs_say_who_made_them(api: Changing) -> None:
    sweep = {"name": str(uuid4()), "parameterGrid": '{"lr": [1, 2]}'}
    selection = "{ sweep { sweepId job { createdBy recordedBy } jobs { createdBy recordedBy } } }"
    made = _as(api, ANN).do("createSweep", selection, **sweep)["sweep"]
    both = {"createdBy": "ann@example.org", "recordedBy": "ann@example.org"}
    assert made["job"] == both
    assert made["jobs"] == [both, both]
    assert _as(api, BOB).do("createSweep", selection, **sweep)["sweep"] == made
