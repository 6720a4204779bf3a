"""Curators correct what is known of a nova, and nothing that is given is dropped silently."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest

from commands.novae.corrections import UpdateNovaInput, update_nova
from entities.novae.references import NovaReference
from entities.tables import NOVAE
from loaders.errors import Conflict
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.nova_steps import a_nova, a_stub, a_valid

ARCSEC = 1 / 3600
NOVA = "{ novaId raDeg decDeg coordEpoch coordFrame discoveryDate novaType aliases updatedAt updatedBy }"


def _name() -> str:
    return f"Nova {uuid4()}"


def _paper(api: Changing, **more: Any) -> str:
    bibcode = f"2012ATel.{uuid4().int % 10**9:09d}A"[:19]
    api.do("addReference", "{ id }", bibcode=bibcode, title="T", **more)
    return bibcode


def test_a_curator_corrects_coordinates_date_and_type(api: Changing) -> None:
    nova_id = a_nova(api, nova_type="slow")
    given = {"raDeg": 101.5, "decDeg": 12.25, "coordEpoch": "J2015.5", "discoveryDate": "1901-02-21"}
    made = api.do("updateNova", NOVA, novaId=nova_id, **given)
    assert {name: made[name] for name in given} == given
    assert (made["novaType"], made["updatedBy"]) == ("slow", "pipeline")
    assert api.do("updateNova", NOVA, novaId=nova_id, **given) == made, "a repeat changes nothing"
    stale = {"expectedUpdatedAt": "2020-01-01T00:00:00Z", "novaType": "fast"}
    assert api.refusal("updateNova", NOVA, novaId=nova_id, **stale)["errorType"] == "Conflict"
    kept = api.do("updateNova", NOVA, novaId=nova_id, novaType="fast", expectedUpdatedAt=made["updatedAt"])
    assert (kept["raDeg"], kept["novaType"]) == (101.5, "fast")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "input.novaId"),
        ({"raDeg": 1.0}, "input.decDeg"),
        ({"decDeg": 1.0}, "input.raDeg"),
        ({"raDeg": 360.0, "decDeg": 0.0}, "input.raDeg"),
        ({"coordEpoch": "J2000"}, "input.coordEpoch"),
        ({"discoveryDate": "2012"}, "input.discoveryDate"),
        ({"discoveryDate": "2013-02-29"}, "input.discoveryDate"),
        ({"discoveryDate": "2012-00-05"}, "input.discoveryDate"),
        ({"discoveryDate": "٢٠١٢-06-01"}, "input.discoveryDate"),
    ],
)
def test_what_is_wrong_with_a_correction_is_told_by_its_field(api: Changing, given: dict[str, Any], field: str) -> None:
    error = api.refusal("updateNova", NOVA, novaId=a_nova(api), **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)


@pytest.mark.parametrize(("arcsec", "insisting", "is_moved"), [(1, True, False), (5, False, False), (5, True, True)])
def test_a_nova_is_not_moved_onto_another(api: Changing, arcsec: float, insisting: bool, is_moved: bool) -> None:
    dec = 40 + (uuid4().int % 1_000_000) / 1e5
    other, nova_id = a_nova(api, ra_deg=33.0, dec_deg=dec), a_nova(api)
    given = {"raDeg": 33.0, "decDeg": dec + arcsec * ARCSEC, "isDistinct": insisting}
    answer = api.change("updateNova", NOVA, novaId=nova_id, **given)
    if is_moved:
        assert answer["data"]["updateNova"]["raDeg"] == 33.0
    else:
        (error,) = answer["errors"]
        assert (error["errorType"], error["errorInfo"]["candidates"]) == ("Conflict", [other])


def test_of_sixteen_novae_that_are_moved_to_one_place_at_once_one_gets_there(api: Changing) -> None:
    ids, dec = [a_nova(api) for _ in range(16)], -60 + (uuid4().int % 1_000_000) / 1e5

    def move(nova_id: str) -> bool:
        given = read_input(UpdateNovaInput, {"novaId": nova_id, "raDeg": 77.0, "decDeg": dec})
        try:
            update_nova(Request(api.store.session(60)), given)
        except Conflict:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(move, ids)) == 1


def test_a_known_name_adds_the_names_and_coordinates_that_are_new(api: Changing) -> None:
    name, alias = _name(), _name()
    made = api.do("initializeNova", "{ novaId }", name=name)
    dec = 20 + (uuid4().int % 1_000_000) / 1e5
    again = api.do(
        "initializeNova",
        "{ outcome novaId nova { aliases raDeg decDeg novaType } }",
        name=name,
        aliases=[alias],
        raDeg=201.0,
        decDeg=dec,
        novaType="classical",
    )
    assert (again["outcome"], again["novaId"]) == ("EXISTS", made["novaId"])
    assert again["nova"] == {"aliases": [alias], "raDeg": 201.0, "decDeg": dec, "novaType": "classical"}
    found = api.get("query ($n: String!) { novaeByName(name: $n) { novaId } }", n=alias)
    assert found["novaeByName"] == [{"novaId": made["novaId"]}]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"raDeg": 300.0, "decDeg": -10.0}, "input.raDeg"),
        ({"discoveryDate": "1999-01-00"}, "input.discoveryDate"),
        ({"novaType": "fast"}, "input.novaType"),
    ],
)
def test_what_contradicts_a_known_nova_is_a_conflict(api: Changing, given: dict[str, Any], field: str) -> None:
    name, dec = _name(), -5 + (uuid4().int % 1_000_000) / 1e6
    known = {"raDeg": 300.0, "decDeg": dec, "discoveryDate": "2012-06-00", "novaType": "slow"}
    api.do("initializeNova", "{ novaId }", name=name, **known)
    error = api.refusal("initializeNova", "{ novaId }", name=name, aliases=[_name()], **given)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("Conflict", field)
    assert error["errorInfo"]["current"]["aliases"] == []
    assert api.do("initializeNova", "{ outcome }", name=name, **known) == {"outcome": "EXISTS"}


def test_an_alias_can_be_taken_away_but_not_the_primary_name(api: Changing) -> None:
    name, alias = _name(), _name()
    nova_id = api.do("initializeNova", "{ novaId }", name=name, aliases=[alias])["novaId"]
    gone = api.do("removeAlias", NOVA, novaId=nova_id, name=f" {alias.upper().replace(' ', '_')} ")
    assert gone["aliases"] == []
    assert api.get("query ($n: String!) { names(name: $n) { novaId } }", n=alias)["names"] == []
    assert api.do("removeAlias", NOVA, novaId=nova_id, name=alias) == gone
    error = api.refusal("removeAlias", NOVA, novaId=nova_id, name=name)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("Conflict", "input.name")
    other = api.do("initializeNova", "{ outcome }", name=alias)
    assert other == {"outcome": "CREATED"}, "the name is free again"


@pytest.mark.parametrize(
    ("known", "paper", "dated"),
    [
        (None, {"publicationDate": "2012-06-00"}, "2012-06-00"),
        (None, {"publishedAt": "2012-06-01T00:00:00Z"}, "2012-06-01"),
        (None, {"year": 2012}, "2012-00-00"),
        (None, {}, None),
        ("2013-01-00", {"publicationDate": "2012-06-00"}, "2012-06-00"),
        ("2012-05-20", {"publicationDate": "2012-06-00"}, "2012-05-20"),
        ("2012-06-15", {"publicationDate": "2012-06-00"}, "2012-06-15"),
        ("2012-00-00", {"publicationDate": "2012-06-00"}, "2012-00-00"),
    ],
)
def test_the_paper_of_a_discovery_dates_the_nova_and_only_ever_earlier(
    api: Changing, known: str | None, paper: dict[str, Any], dated: str | None
) -> None:
    nova_id = a_nova(api, discovery_date=known)
    link = {"novaId": nova_id, "referenceId": _paper(api, **paper)}
    query = "query ($id: ID!) { nova(novaId: $id) { discoveryDate } }"
    api.do("linkReference", "{ role }", **link)
    assert api.get(query, id=nova_id)["nova"]["discoveryDate"] == known
    api.do("linkReference", "{ role }", **link, role="DISCOVERY")
    assert api.get(query, id=nova_id)["nova"]["discoveryDate"] == dated


def test_a_link_can_be_removed_and_the_paper_stays(api: Changing) -> None:
    nova_id, bibcode = a_nova(api), _paper(api)
    link = {"novaId": nova_id, "referenceId": bibcode}
    api.do("linkReference", "{ role }", **link, role="SPECTRA_SOURCE")
    error = api.refusal("unlinkReference", "{ novaId }", **link, expectedRole="OTHER")
    assert error["errorType"] == "Conflict"
    for _ in range(2):
        assert api.do("unlinkReference", "{ references { id } }", **link) == {"references": []}
    assert api.get("query ($b: ID!) { reference(bibcode: $b) { title } }", b=bibcode)["reference"] == {"title": "T"}


def test_counts_that_nobody_stored_are_counted(api: Changing) -> None:
    query = "query ($id: ID!) { nova(novaId: $id) { spectraCount photometryCount referencesCount } }"
    ids = a_valid(api)
    nova_id = ids["novaId"]
    a_stub(api, nova_id)
    api.do("ingestPhotometry", "{ id }", novaId=nova_id, fileId="f", rowCount=12)
    for _ in range(2):
        api.do("linkReference", "{ id }", novaId=nova_id, referenceId=_paper(api))
    counted = {"spectraCount": 1, "photometryCount": 12, "referencesCount": 2}
    assert api.get(query, id=nova_id)["nova"] == counted
    stored = a_nova(api, spectra_count=0, photometry_count=5, references_count=7)
    link = NovaReference(nova_id=stored, reference_id="x")
    api.store.session().put(NOVAE, link.to_record())
    known = {"spectraCount": 0, "photometryCount": 5, "referencesCount": 7}
    assert api.get(query, id=stored)["nova"] == known
