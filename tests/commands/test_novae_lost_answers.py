"""Answers of DynamoDB that are lost on their way change nothing about what a mutation does, or about what it says."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random
from uuid import uuid4

import pytest

from commands.novae.acquisition import RecordAcquisitionInput, record_acquisition
from commands.novae.novae import InitializeNovaInput, initialize_nova
from commands.novae.photometry import IngestPhotometryInput, ingest_photometry
from commands.novae.spectra import RegisterSpectraInput, register_spectra
from entities.registry import type_of
from entities.tables import NOVAE
from loaders.dynamo.store import Store
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.nova_steps import a_nova, a_stub, stored
from tests.loaders.fakes import FakeClock, Fault, Faulty, Unclosed

WRITES = {"put_item", "update_item", "transact_write_items"}


@pytest.fixture(params=range(8))
def losing(api: Changing, request: pytest.FixtureRequest) -> Iterator[Store]:
    """A way to the tables on which every second answer to a write is lost."""
    random = Random(request.param)
    clock = FakeClock()

    def next_fault(operation: str) -> Fault:
        return "lost" if operation in WRITES and random.random() < 0.5 else None

    client = Faulty(Unclosed(api.store._client), next_fault, clock, random)
    with Store(client, api.store._names, clock=clock) as store:
        yield store


def _reading(store: Store) -> Request:
    return Request(store.session(600))


def test_a_nova_is_made_once(api: Changing, losing: Store) -> None:
    name = f"Nova {uuid4()}"
    made = initialize_nova(
        _reading(losing), read_input(InitializeNovaInput, {"name": name, "raDeg": 1.0, "decDeg": 2.0})
    )
    assert made.outcome.value in {"CREATED", "ALIASED"}
    found = api.get("query ($n: String!) { novaeByName(name: $n) { novaId } }", n=name)["novaeByName"]
    assert found == [{"novaId": made.nova_id}]


def test_an_attempt_counts_once(api: Changing, losing: Store) -> None:
    ids = a_stub(api)
    for attempt in range(4):
        begun = {**ids, "outcome": "STARTED", "expectedAttempt": attempt, "force": True}
        product = record_acquisition(_reading(losing), read_input(RecordAcquisitionInput, begun))
        assert product.attempt_count == attempt + 1
        ended = {**ids, "outcome": "RETRYABLE_FAILURE", "expectedAttempt": attempt + 1}
        record_acquisition(_reading(losing), read_input(RecordAcquisitionInput, ended))
    assert stored(api, ids)["attempt_count"] == 4


def test_a_spectrum_is_registered_once(api: Changing, losing: Store) -> None:
    given = {"novaId": a_nova(api), "provider": "ESO", "providerProductKey": str(uuid4())}
    made = register_spectra(_reading(losing), read_input(RegisterSpectraInput, given))
    again = register_spectra(_reading(losing), read_input(RegisterSpectraInput, given))
    assert again == made


def test_a_file_of_observations_counts_once(api: Changing, losing: Store) -> None:
    nova_id = a_nova(api)
    for number in range(4):
        given = read_input(IngestPhotometryInput, {"novaId": nova_id, "fileId": f"f{number}"})
        for _ in range(2):
            assert ingest_photometry(_reading(losing), given).ingestion_count == number + 1


def test_claims_go_by_themselves_and_are_no_items_that_anybody_reads(api: Changing) -> None:
    name = f"nova {uuid4()}"
    api.do("initializeNova", "{ outcome }", name=name)
    claim = api.store.session().get(NOVAE, {"PK": f"CLAIM#name:{name}", "SK": "CLAIM"}, is_consistent=True)
    assert claim is not None
    assert 3000 < claim["ttl"] - datetime.now(UTC).timestamp() <= 3600
    assert type_of(NOVAE, claim) is None
