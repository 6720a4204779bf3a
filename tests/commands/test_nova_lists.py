"""Lists leave out what is no longer in use, and what is hidden is hidden on every road."""

from collections.abc import Iterator
from typing import Any

import pytest

from entities.novae.nova import NameKind, NameMapping, Nova
from entities.novae.products import LocatorAlias, PhotometryTable, SpectraProduct
from entities.novae.references import NovaReference, Reference
from entities.novae.runs import Attempt, JobRun, RunStatus
from entities.tables import NOVAE
from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing, changing
from tests.identities import PIPELINE, person
from tests.loaders.sample import NOW

STATUSES = ("ACTIVE", "QUARANTINED", "MERGED", "DEPRECATED", "HIDDEN", "STRANGE")
LISTED = {"ACTIVE", "QUARANTINED", "STRANGE"}
BIBCODE = "2012ATel.4157....1W"
SEEING = {"an editor": person("ed", "editors"), "an operator": person("olga", "operators"), "IAM": PIPELINE}
BLIND = {"the API key": None, "a viewer": person("vera", "viewers")}


def _items() -> Iterator[Any]:
    yield Reference(bibcode=BIBCODE, title="T")
    for number, status in enumerate(STATUSES):
        nova_id, name = status.lower(), f"nova {status.lower()}"
        ids: dict[str, Any] = {"nova_id": nova_id}
        yield _nova(status, number)
        yield NameMapping(**ids, name_normalized=name, name_raw=name, name_kind=NameKind.PRIMARY)
        yield NameMapping(**ids, name_normalized=f"alias {nova_id}", name_raw=f"Alias {nova_id}")
        yield SpectraProduct(**ids, provider="ESO" if number % 2 else "MAST", data_product_id=f"p-{nova_id}")
        yield LocatorAlias(
            **ids,
            provider="ESO" if number % 2 else "MAST",
            locator_identity=f"url:https://x/{nova_id}",
            data_product_id=f"p-{nova_id}",
        )
        yield NovaReference(**ids, reference_id=BIBCODE)
        yield JobRun(**ids, correlation_id="c1", job_run_id=f"r-{nova_id}", workflow_name="w", started_at=NOW)
    yield PhotometryTable(nova_id="hidden", data_product_id="photometry")
    yield _asking()
    yield _asking("active")
    yield JobRun(
        correlation_id="c3", job_run_id="odd", workflow_name="w", started_at=NOW, extra_context={"nova_id": "no#nova"}
    )
    yield Attempt(nova_id="active", job_run_id="asking", task_name="t", attempt_no=1, timestamp=NOW)


def _asking(nova_id: str | None = None) -> JobRun:
    """A run that asked whether something is the hidden nova: it tells its name and place."""
    return JobRun(
        nova_id=nova_id,
        correlation_id="c2",
        job_run_id="asking",
        workflow_name="w",
        started_at=NOW,
        status=RunStatus.QUARANTINED,
        classification_reason="5.00 arcseconds from nova hidden.",
        extra_context={"nova_id": "hidden"},
    )


def _nova(status: str, number: int) -> Nova:
    """A nova with a status, even one that only another program knows."""
    nova_id, name = status.lower(), f"nova {status.lower()}"
    nova = Nova(
        nova_id=nova_id,
        primary_name=name,
        primary_name_normalized=name,
        aliases=(f"alias {nova_id}",),
        ra_deg=10.0,
        dec_deg=number * 0.1,
        discovery_date=f"20{10 + number}-0{number + 1}-00",
        spectra_count=number,
    )
    return Nova.from_record(nova.to_record() | {"status": status})


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        made.store.session(60).batch_write(NOVAE, [item.to_record() for item in _items()])
        yield made


def _ask(api: Changing, who: Any, query: str, **variables: Any) -> dict[str, Any]:
    api.identity = who
    return api.get(query, **variables)


def _listed(api: Changing, arguments: str = "", who: Any = PIPELINE) -> list[str]:
    found = _ask(api, who, f"{{ novae{arguments} {{ nodes {{ novaId }} }} }}")["novae"]["nodes"]
    return [each["novaId"] for each in found]


def test_lists_leave_out_what_is_not_in_use_unless_it_is_asked_for(api: Changing) -> None:
    assert set(_listed(api)) == {each.lower() for each in LISTED}
    for status in STATUSES[:-1]:
        assert _listed(api, f"(status: {status})") == [status.lower()]
    near = "{ novaeNear(raDeg: 10, decDeg: 0.2, radiusArcsec: 3600) { nodes { novaId } } }"
    found = _ask(api, PIPELINE, near)["novaeNear"]["nodes"]
    assert {each["novaId"] for each in found} == {each.lower() for each in LISTED}
    paper = f'{{ reference(bibcode: "{BIBCODE}") {{ novae {{ novaId }} }} }}'
    found = _ask(api, PIPELINE, paper)["reference"]["novae"]
    assert [each["novaId"] for each in found] == sorted(each.lower() for each in LISTED)


def test_novae_by_provider_year_and_order(api: Changing) -> None:
    assert _listed(api, '(provider: "ESO")') == ["quarantined", "strange"]
    assert _listed(api, "(year: 2011)") == ["quarantined"]
    assert _listed(api, '(year: 2011, provider: "MAST")') == []
    assert _listed(api, "(order: NEWEST)") == ["strange", "quarantined", "active"]
    assert _listed(api, "(order: OLDEST)") == ["active", "quarantined", "strange"]
    assert _listed(api, "(order: MOST_SPECTRA)") == ["strange", "quarantined", "active"]
    first = _ask(api, PIPELINE, "{ novae(order: NEWEST, first: 1) { pageInfo { endCursor hasNextPage } } }")["novae"]
    cursor = first["pageInfo"]["endCursor"]
    assert _listed(api, f'(order: NEWEST, after: "{cursor}")') == ["quarantined", "active"]
    error = api.ask(f'{{ novae(order: OLDEST, after: "{cursor}") {{ nodes {{ id }} }} }}')["errors"][0]
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadCursor", "after")
    assert "errors" in api.ask("{ novae(status: UNKNOWN) { nodes { id } } }")


ROADS = {
    "nova": '{ nova(novaId: "hidden") { novaId } }',
    "novae": "{ novae(status: HIDDEN) { nodes { novaId } } }",
    "novaeByName": '{ novaeByName(name: "alias hidden") { novaId } }',
    "names": '{ names(name: "alias hidden") { novaId } }',
    "node": '{ node(id: "%s") { id } }',
    "node of a spectrum": '{ node(id: "%s") { id } }',
    "productByLocator": '{ productByLocator(provider: "MAST", locatorIdentity: "url:https://x/hidden") { novaId } }',
    "productByUrl": '{ productByUrl(provider: "MAST", url: "https://x/hidden") { novaId } }',
    "locators": '{ locators(provider: "MAST", locatorIdentity: "url:https://x/hidden") { novaId } }',
    "search by its id": '{ search(text: "hidden") { kind } }',
    "search by its name": '{ search(text: "nova hidden") { kind } }',
    "jobRuns that ask about it": '{ jobRuns(correlationId: "c2") { nodes { id } } }',
    "node of a run that asks about it": '{ node(id: "%s") { id } }',
    "node of another nova's run that asked about it": '{ node(id: "%s") { id } }',
}
IDS = {
    "node": global_id(Nova(nova_id="hidden", primary_name="n", primary_name_normalized="n")),
    "node of a spectrum": global_id(SpectraProduct(nova_id="hidden", provider="MAST", data_product_id="p-hidden")),
    "node of a run that asks about it": global_id(_asking()),
    "node of another nova's run that asked about it": global_id(_asking("active")),
}


def _found(answer: dict[str, Any]) -> bool:
    (value,) = answer.values()
    return bool(value["nodes"] if isinstance(value, dict) and "nodes" in value else value)


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("who", [*SEEING, *BLIND])
def test_a_hidden_nova_is_seen_by_those_who_can_show_it_again_only(api: Changing, road: str, who: str) -> None:
    query = ROADS[road] % IDS[road] if road in IDS else ROADS[road]
    assert _found(_ask(api, {**SEEING, **BLIND}[who], query)) is (who in SEEING)


@pytest.mark.parametrize("who", BLIND)
def test_runs_about_a_hidden_nova_are_hidden_too(api: Changing, who: str) -> None:
    query = '{ jobRuns(correlationId: "c1") { nodes { novaId nova { novaId } } } }'
    found = {each["novaId"] for each in _ask(api, BLIND[who], query)["jobRuns"]["nodes"]}
    assert found == {each.lower() for each in STATUSES} - {"hidden"}


def test_a_run_that_names_what_can_be_no_nova_is_shown(api: Changing) -> None:
    found = _ask(api, None, '{ jobRuns(correlationId: "c3") { nodes { jobRunId nearestNova { novaId } } } }')
    assert found["jobRuns"]["nodes"] == [{"jobRunId": "odd", "nearestNova": None}]


@pytest.mark.parametrize("who", [*SEEING, *BLIND])
def test_a_run_that_asked_about_a_hidden_nova_is_no_run_of_another_for_the_public(api: Changing, who: str) -> None:
    query = '{ nova(novaId: "active") { runs { nodes { jobRunId attempts { run { jobRunId } } } } } }'
    runs = _ask(api, {**SEEING, **BLIND}[who], query)["nova"]["runs"]["nodes"]
    assert {each["jobRunId"] for each in runs} == {"r-active"} | ({"asking"} if who in SEEING else set())
    attempt = global_id(Attempt(nova_id="active", job_run_id="asking", task_name="t", attempt_no=1, timestamp=NOW))
    query = f'{{ node(id: "{attempt}") {{ ... on Attempt {{ run {{ jobRunId }} }} }} }}'
    run = _ask(api, {**SEEING, **BLIND}[who], query)["node"]["run"]
    assert run == ({"jobRunId": "asking"} if who in SEEING else None)


@pytest.mark.parametrize("status", ["MERGED", "DEPRECATED"])
def test_what_is_no_longer_in_use_is_answered_by_id_and_name_with_its_status(api: Changing, status: str) -> None:
    query = "query ($id: ID!, $n: String!) { nova(novaId: $id) { status } novaeByName(name: $n) { status } }"
    found = _ask(api, None, query, id=status.lower(), n=f"Alias {status}")
    assert found == {"nova": {"status": status}, "novaeByName": [{"status": status}]}


def test_a_nova_shows_its_names_its_place_and_papers_by_role(api: Changing) -> None:
    query = """{ nova(novaId: "active") { raSexagesimal decSexagesimal
        names { nameRaw nameKind } referencesByRole(role: OTHER) { referenceId }
        discovery: referencesByRole(role: DISCOVERY) { referenceId } } }"""
    assert _ask(api, None, query)["nova"] == {
        "raSexagesimal": "00 40 00.00",
        "decSexagesimal": "+00 00 00.0",
        "names": [
            {"nameRaw": "nova active", "nameKind": "PRIMARY"},
            {"nameRaw": "Alias active", "nameKind": "ALIAS"},
        ],
        "referencesByRole": [{"referenceId": BIBCODE}],
        "discovery": [],
    }


def test_fragments_of_both_product_types_can_select_the_id(api: Changing) -> None:
    query = """{ nova(novaId: "active") { products { ... on SpectraProduct { dataProductId }
        ... on PhotometryTable { dataProductId } } } }"""
    assert _ask(api, None, query)["nova"]["products"] == [{"dataProductId": "p-active"}]
