"""Probes at home, and again at a server with the fault that each is there to find."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from infra.operator import probe_items
from infra.operator.deployed_api import DeployedApi
from infra.operator.probes import PROBES, Probe, ProbeVerdict, found_by_all
from tests.infra.faulty_home import FAULTS, plant
from tests.serving import Server, serving

SILENCE_SECONDS, PATIENT_SECONDS = 4.0, 60.0
"""How long to wait for a message: one that a fault keeps back, and one that comes at last on a busy machine."""


class WaitingApi(DeployedApi):
    """Waits for messages as long as the fault demands, and not as long as the probe would."""

    seconds = PATIENT_SECONDS

    def hear(
        self, query: str, variables: Mapping[str, Any], act: Callable[[], object], seconds: float = 0.0
    ) -> dict[str, Any] | None:
        return super().hear(query, variables, act, self.seconds or seconds)


def _api(server: Server) -> DeployedApi:
    return DeployedApi(server.graphql_url, server.api_key)


def test_every_probe_finds_at_home_what_is_expected_and_leaves_nothing_behind(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    removed = probe_items.remove

    def remove(api: probe_items.Asks, job_id: str) -> None:
        made.append(job_id)
        removed(api, job_id)

    monkeypatch.setattr(probe_items, "remove", remove)
    api = _api(server)
    found = {probe.question: finding for probe, finding in found_by_all(api)}
    assert {question: str(each) for question, each in found.items() if each.verdict is ProbeVerdict.OTHERWISE} == {}
    assert not any(each.verdict is ProbeVerdict.NOTHING for each in found.values())
    asked = [each for each in found.values() if each.verdict is ProbeVerdict.EXPECTED]
    assert len(asked) == len(FAULTS)
    assert len(made) == 2
    for job_id in made:
        answer = api.ask("query ($id: ID!) { job(jobId: $id) { jobId } }", {"id": job_id})
        assert (answer["data"], answer.get("errors")) == ({"job": None}, None)


@pytest.fixture(scope="module")
def fault_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("fault") / "fault"
    plant(file)
    return file


@pytest.fixture(scope="module")
def faulty(fault_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WaitingApi]:
    folder = tmp_path_factory.mktemp("faulty")
    module = "tests.infra.faulty_home"
    with serving(folder, module=module, SAMPLE="0", UPLOADS="0", FAULT_FILE=str(fault_file)) as server:
        yield WaitingApi(server.graphql_url, server.api_key)


@pytest.mark.parametrize("beginning", FAULTS)
def test_a_probe_says_so_where_its_fault_is(faulty: WaitingApi, fault_file: Path, beginning: str) -> None:
    plant(fault_file, FAULTS[beginning])
    faulty.seconds = SILENCE_SECONDS if "hear nothing" in FAULTS[beginning] else PATIENT_SECONDS
    try:
        with probe_items.own_items(faulty) as items:
            finding = _probe(beginning).ask(faulty, items)
    finally:
        plant(fault_file)
    assert finding.verdict is ProbeVerdict.OTHERWISE, finding


def test_the_same_server_without_a_fault_does_nothing_otherwise(faulty: DeployedApi) -> None:
    found = {probe.question: finding for probe, finding in found_by_all(DeployedApi(faulty.url, faulty.key))}
    assert {question: str(each) for question, each in found.items() if each.verdict is ProbeVerdict.OTHERWISE} == {}


def test_every_probe_that_asks_has_its_fault() -> None:
    questions = [_probe(each).question for each in FAULTS]
    assert len(set(questions)) == len(questions)


def test_without_credentials_probes_find_nothing_instead_of_what_they_expect(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeployedApi, "_credentials", lambda _: None)
    found = {probe.question: finding for probe, finding in found_by_all(_api(server))}
    needing = [each for each in found.values() if each.verdict is ProbeVerdict.NOTHING]
    assert len(needing) >= 10
    assert all("credentials" in each.seen for each in needing)
    assert [each for each in found.values() if each.verdict is ProbeVerdict.OTHERWISE] == []


def _probe(beginning: str) -> Probe:
    (found,) = (each for each in PROBES if each.question.startswith(beginning))
    return found
