"""A name becomes one nova, however many ask, and a place belongs to one."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

from commands.novae.novae import InitializeNovaInput, initialize_nova
from entities.novae.nova import NameMapping, Nova
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.nova_steps import a_nova

MADE = """{ outcome novaId separationArcsec nearestNovaId correlationId jobRunId
    nova { novaId primaryName primaryNameNormalized aliases raDeg decDeg status coordFrame coordEpoch } }"""
ARCSEC = 1 / 3600
NAMES = "query ($name: String!) { names(name: $name) { novaId nameRaw nameKind source } }"


def _name() -> str:
    return f"Nova {uuid4()}"


def _names(api: Changing, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(NAMES, name=name)["names"]
    return found


def test_a_new_name_becomes_a_nova_with_all_its_names(api: Changing) -> None:
    tag = uuid4().hex[:6]
    made = api.do(
        "initializeNova",
        MADE,
        name=f"V1324_Sco {tag}",
        resolvedName=f"V* V1324 Sco {tag}",
        aliases=[f"Nova Sco 2012 #2 {tag}", f"v1324  sco {tag}"],
        raDeg=267.7,
        decDeg=-32.6,
        resolverSource="SIMBAD",
    )
    nova = made["nova"]
    assert made["outcome"] == "CREATED"
    assert (nova["primaryName"], nova["primaryNameNormalized"]) == (f"V1324 Sco {tag}", f"v1324 sco {tag}")
    assert nova["aliases"] == [f"Nova Sco 2012 #2 {tag}"]
    assert (nova["raDeg"], nova["decDeg"], nova["coordFrame"], nova["coordEpoch"]) == (267.7, -32.6, "ICRS", "J2000")
    by_name = "query ($name: String!) { novaeByName(name: $name) { novaId } }"
    for name in (f"V1324 SCO {tag}", f"nova sco 2012 #2 {tag}"):
        assert api.get(by_name, name=name)["novaeByName"] == [{"novaId": made["novaId"]}]
    assert [each["nameKind"] for each in _names(api, f"V1324 SCO {tag}")] == ["PRIMARY"]
    alias = _names(api, f"nova sco 2012 #2 {tag}")[0]
    assert (alias["nameKind"], alias["source"]) == ("ALIAS", "SIMBAD")


def test_a_name_that_is_known_changes_nothing_in_any_spelling(api: Changing) -> None:
    name = _name()
    made = api.do("initializeNova", MADE, name=name)
    again = api.do("initializeNova", MADE, name=f" {name.upper().replace(' ', '_')} ")
    assert (again["outcome"], again["nova"]) == ("EXISTS", made["nova"])


def test_a_new_name_beside_a_known_alias_becomes_another_alias(api: Changing) -> None:
    known, new = _name(), _name()
    made = api.do("initializeNova", MADE, name=known)
    again = api.do("initializeNova", MADE, name=new, aliases=[known])
    assert (again["outcome"], again["novaId"], again["nova"]["aliases"]) == ("ALIASED", made["novaId"], [new])


def test_names_that_lead_to_several_novae_are_a_conflict_that_names_them(api: Changing) -> None:
    ids = [a_nova(api), a_nova(api)]
    name = _name()
    for nova_id in ids:
        mapping = NameMapping(name_normalized=name.lower(), nova_id=nova_id, name_raw=name)
        api.store.session().put(mapping.table, mapping.to_record())
    error = api.refusal("initializeNova", MADE, name=name)
    assert error["errorType"] == "Conflict"
    assert sorted(error["errorInfo"]["candidates"]) == sorted(ids)


def test_a_name_of_a_nova_that_no_longer_counts_beside_one_that_does_is_not_ambiguous(api: Changing) -> None:
    gone, counts, name = a_nova(api, status="DEPRECATED"), a_nova(api), _name()
    for nova_id in (gone, counts):
        mapping = NameMapping(name_normalized=name.lower(), nova_id=nova_id, name_raw=name)
        api.store.session().put(mapping.table, mapping.to_record())
    assert api.do("initializeNova", MADE, name=name)["novaId"] == counts


@pytest.mark.parametrize(
    ("number", "arcsec", "outcome"),
    [(0, 0.0, "ALIASED"), (1, 1.9, "ALIASED"), (2, 2.0, "QUARANTINED"), (3, 9.9, "QUARANTINED"), (4, 10.0, "CREATED")],
)
@pytest.mark.parametrize("where", ["ra", "dec", "seam", "north pole", "south pole"])
def test_what_lies_near_a_nova_is_the_nova_or_a_question_or_a_new_one(
    api: Changing, number: int, arcsec: float, outcome: str, where: str
) -> None:
    first, second = _two_places(number, arcsec * ARCSEC, where)
    name = _name()
    made = api.do("initializeNova", MADE, name=_name(), raDeg=first[0], decDeg=first[1], isDistinct=True)
    assert made["outcome"] == "CREATED"
    near = api.do("initializeNova", MADE, name=name, raDeg=second[0], decDeg=second[1])
    assert near["outcome"] == outcome
    assert near["novaId"] == (made["novaId"] if outcome == "ALIASED" else near["novaId"])
    if outcome != "CREATED":
        assert near["separationArcsec"] == pytest.approx(arcsec, abs=1e-5)
        assert near["nearestNovaId"] == made["novaId"]
    assert len(_names(api, name)) == (0 if outcome == "QUARANTINED" else 1)
    _forget(api, made["novaId"], near["novaId"])


def _two_places(number: int, degrees: float, where: str) -> tuple[tuple[float, float], tuple[float, float]]:
    if where == "ra":
        return (20.0 + number, 0.0), (20.0 + number + degrees, 0.0)
    if where == "dec":
        return (40.0 + number, 30.0), (40.0 + number, 30.0 + degrees)
    if where == "seam":
        return (degrees / 2, 0.0), ((360.0 - degrees / 2) % 360, 0.0)
    pole = 90.0 if where == "north pole" else -90.0
    off = pole - degrees / 2 if pole > 0 else pole + degrees / 2
    return (30.0, off), (210.0, off)


def _forget(api: Changing, *nova_ids: str | None) -> None:
    """Novae that stand in the way of the next case."""
    for nova_id in {each for each in nova_ids if each}:
        api.do("setNovaStatus", "{ status }", novaId=nova_id, status="DEPRECATED")


def test_a_question_to_a_person_is_a_run_that_is_asked_once_and_answered_by_insisting(api: Changing) -> None:
    made = api.do("initializeNova", MADE, name=_name(), raDeg=200.0, decDeg=5.0)
    asked = {"name": "Nova Vul 1670 #2 " + _name(), "raDeg": 200.0, "decDeg": 5.0 + 5 * ARCSEC}
    first = api.do("initializeNova", MADE, **asked)
    assert (first["outcome"], first["nova"]) == ("QUARANTINED", None)
    assert api.do("initializeNova", MADE, **asked) == first
    query = """query ($id: ID!) { jobRuns(correlationId: $id) { nodes {
        jobRunId status workflowName candidateName quarantineReasonCode extraContext } } }"""
    (run,) = api.get(query, id=first["correlationId"])["jobRuns"]["nodes"]
    assert (run["jobRunId"], run["status"], run["candidateName"]) == (first["jobRunId"], "QUARANTINED", asked["name"])
    assert run["quarantineReasonCode"] == "COORDINATE_AMBIGUITY"
    assert '"min_sep_arcsec":5' in run["extraContext"].replace(" ", "")
    answered = api.do("initializeNova", MADE, **asked, isDistinct=True)
    assert answered["outcome"] == "CREATED"
    assert answered["novaId"] != made["novaId"]
    nearer = api.do("initializeNova", MADE, name=_name(), raDeg=200.0, decDeg=5.0, isDistinct=True)
    assert nearer["outcome"] == "ALIASED", "what is nearer than 2 arcseconds is the same, whoever insists"


def _ask(api: Changing, **given: Any) -> tuple[str, str | None]:
    made = initialize_nova(Request(api.store.session(60)), read_input(InitializeNovaInput, given))
    return made.outcome.value, made.nova_id


def test_twenty_who_ask_for_one_name_at_once_get_one_nova(api: Changing) -> None:
    name = _name()
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: _ask(api, name=name), range(20)))
    assert len({nova_id for _, nova_id in answers}) == 1
    assert sorted(outcome for outcome, _ in answers) == ["CREATED"] + ["EXISTS"] * 19
    assert len(_names(api, name)) == 1


def test_two_names_that_are_each_others_aliases_become_one_nova(api: Changing) -> None:
    for _ in range(5):
        one, other = _name(), _name()
        asked = [{"name": one, "aliases": [other]}, {"name": other, "aliases": [one]}] * 3
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda each: _ask(api, **each), asked))
        assert len({nova_id for _, nova_id in answers}) == 1


def test_twelve_names_for_one_place_at_once_become_one_nova(api: Changing) -> None:
    names = [_name() for _ in range(12)]
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda name: _ask(api, name=name, raDeg=310.0, decDeg=-70.0), names))
    assert len({nova_id for _, nova_id in answers}) == 1
    assert sorted(outcome for outcome, _ in answers) == ["ALIASED"] * 11 + ["CREATED"]
    record = api.store.session().get(Nova.table, Nova.key_for(nova_id=answers[0][1]), is_consistent=True)
    assert record is not None
    assert {record["primary_name"], *record["aliases"]} == set(names)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"name": ""}, "input.name"),
        ({"name": " _ "}, "input.name"),
        ({"name": "x" * 201}, "input.name"),
        ({"raDeg": 400.0, "decDeg": 0.0}, "input.raDeg"),
        ({"raDeg": 360.0, "decDeg": 0.0}, "input.raDeg"),
        ({"raDeg": -1.0, "decDeg": 0.0}, "input.raDeg"),
        ({"raDeg": 0.0, "decDeg": -91.0}, "input.decDeg"),
        ({"raDeg": 0.0}, "input.decDeg"),
        ({"decDeg": 0.0}, "input.raDeg"),
        ({"discoveryDate": "June 2012"}, "input.discoveryDate"),
        ({"source": "UNKNOWN"}, "input.source"),
        ({"aliases": ["fine", " "]}, "input.aliases.1"),
        ({"aliases": [f"n{number}" for number in range(41)]}, "input.aliases"),
    ],
)
def test_what_is_wrong_is_told_by_its_field(api: Changing, given: dict[str, Any], field: str) -> None:
    name = _name()
    error = api.refusal("initializeNova", MADE, **{"name": name, **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)
    assert _names(api, name) == []
