"""Whether a name means the nova near it is asked once, in whichever workflow, and the answer counts in all."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import pytest

from commands.novae.novae import InitializeNovaInput, initialize_nova
from entities.novae.runs import JobRun, RunStatus
from entities.registry import type_of
from entities.tables import NOVAE
from loaders.request import Request
from local.data.engines import Engine
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing, changing
from tests.loaders.sample import NOW

ARCSEC = 1 / 3600
ASKING = {"name": "V2", "raDeg": 200.0, "decDeg": 5.0 + 5 * ARCSEC}
ANSWER = "{ outcome novaId correlationId jobRunId }"
DESK = "{ quarantinedRuns { nodes { jobRunId correlationId } } }"
RUN = """query ($c: ID!) { jobRuns(correlationId: $c) { nodes { jobRunId status decision reviewNote novaId } } }"""


@pytest.fixture
def api(embedded: Engine) -> Iterator[Changing]:
    """Tables of its own for each test: the desk shows all of them."""
    with changing(embedded) as made:
        yield made


@pytest.fixture
def near(api: Changing) -> str:
    """The nova that `ASKING` comes too close to."""
    return str(api.do("initializeNova", "{ novaId }", name="V1", raDeg=200.0, decDeg=5.0)["novaId"])


def _ask(api: Changing, workflow: str | None = None, **more: Any) -> dict[str, Any]:
    return api.do("initializeNova", ANSWER, **ASKING, **({"correlationId": workflow} if workflow else {}), **more)


def _review(api: Changing, asked: dict[str, Any], decision: str) -> None:
    ids = {name: asked[name] for name in ("correlationId", "jobRunId")}
    api.do("reviewJobRun", "{ id }", **ids, workflowName="initialize_nova", decision=decision)


def _desk(api: Changing) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(DESK)["quarantinedRuns"]["nodes"]
    return found


def _ids(asked: dict[str, Any]) -> dict[str, Any]:
    return {name: asked[name] for name in ("jobRunId", "correlationId")}


def _stored_before(api: Changing, near: str, **more: Any) -> dict[str, Any]:
    """A run of workflow wf-1 that asks, as it was stored before questions were found from other workflows."""
    run = JobRun(
        correlation_id="wf-1",
        job_run_id=str(uuid5(NAMESPACE_OID, f"initialize_nova:v2:{near}")),
        workflow_name="initialize_nova",
        started_at=NOW,
        status=RunStatus.QUARANTINED,
        candidate_name="V2",
        extra_context={"nova_id": near},
        **more,
    )
    api.store.session().put(NOVAE, run.to_record())
    return {"jobRunId": run.job_run_id, "correlationId": "wf-1"}


@pytest.mark.usefixtures("near")
def test_another_workflow_is_told_of_the_run_that_asks_already(api: Changing) -> None:
    first = _ask(api, "wf-1")
    assert first["correlationId"] == "wf-1"
    assert _ask(api, "wf-2") == _ask(api) == first
    assert _desk(api) == [_ids(first)]


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize(("asks", "repeats"), [("wf-1", "wf-2"), ("wf-1", None), (None, "wf-2")])
def test_the_decision_that_there_are_two_counts_in_every_workflow(
    api: Changing, asks: str | None, repeats: str | None
) -> None:
    _review(api, _ask(api, asks), "DISTINCT_NOVA")
    assert _ask(api, repeats)["outcome"] == "CREATED"
    assert _desk(api) == []


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize(("asks", "insists"), [("wf-1", None), ("wf-1", "wf-2"), (None, "wf-2")])
def test_who_insists_closes_the_run_of_whichever_workflow_asked(
    api: Changing, asks: str | None, insists: str | None
) -> None:
    asked = _ask(api, asks)
    made = _ask(api, insists, isDistinct=True, note="Two stars on the plate.")
    assert made["outcome"] == "CREATED"
    assert _desk(api) == []
    (run,) = api.get(RUN, c=asked["correlationId"])["jobRuns"]["nodes"]
    assert run == {
        "jobRunId": asked["jobRunId"],
        "status": "SUCCEEDED",
        "decision": "DISTINCT_NOVA",
        "reviewNote": "Two stars on the plate.",
        "novaId": made["novaId"],
    }


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize("repeats", ["wf-1", "wf-2", None])
def test_a_question_that_was_dismissed_is_asked_again_by_a_run_of_its_own(api: Changing, repeats: str | None) -> None:
    seen: set[str] = set()
    for _ in range(3):
        asked = _ask(api, repeats if seen else "wf-1")
        assert asked["outcome"] == "QUARANTINED"
        assert _ask(api, "wf-3") == asked
        assert _desk(api) == [_ids(asked)]
        _review(api, asked, "DISMISSED")
        assert _desk(api) == []
        seen.add(asked["jobRunId"])
    assert len(seen) == 3
    _review(api, _ask(api), "DISTINCT_NOVA")
    assert _ask(api, "wf-4")["outcome"] == "CREATED"


def test_a_name_that_was_the_nova_near_it_and_is_not_any_more_is_asked_about_again(api: Changing, near: str) -> None:
    first = _ask(api, "wf-1")
    _review(api, first, "SAME_NOVA")
    api.do("removeAlias", "{ id }", novaId=near, name="V2")
    again = _ask(api, "wf-1")
    assert again["outcome"] == "QUARANTINED"
    assert _desk(api) == [_ids(again)]
    assert again["jobRunId"] != first["jobRunId"]


@pytest.mark.usefixtures("near")
def test_eight_workflows_that_come_upon_one_question_at_once_ask_it_once(api: Changing) -> None:
    def ask(number: int) -> str | None:
        given = read_input(InitializeNovaInput, {**ASKING, "correlationId": f"wf-{number}"})
        return initialize_nova(Request(api.store.session(60)), given).job_run_id

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(8)))) == 1
    assert len(_desk(api)) == 1


def test_a_run_from_before_is_found_by_its_own_workflow_and_from_then_on_by_all(api: Changing, near: str) -> None:
    stored = _stored_before(api, near)
    assert _ids(_ask(api, "wf-1")) == stored
    assert _ids(_ask(api, "wf-2")) == stored
    _ask(api, isDistinct=True)
    assert _desk(api) == []


def test_a_decision_about_a_run_from_before_counts_in_every_workflow(api: Changing, near: str) -> None:
    _review(api, _stored_before(api, near), "DISTINCT_NOVA")
    assert _ask(api, "wf-2")["outcome"] == "CREATED"


def test_what_leads_to_a_run_is_no_item_that_anybody_reads(api: Changing, near: str) -> None:
    asked = _ask(api, "wf-1")
    key = {"PK": f"QUESTION#{uuid5(NAMESPACE_OID, f'initialize_nova:v2:{near}')}", "SK": "QUESTION"}
    found = api.store.session().get(NOVAE, key, is_consistent=True)
    assert found is not None
    assert asked["jobRunId"] in found["run_sk"]
    assert type_of(NOVAE, found) is None
