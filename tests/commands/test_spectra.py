"""Spectra are registered once, whoever finds them, under an id that follows from what they are."""

from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest

from entities.novae.identities import url_locator
from entities.novae.products import LocatorAlias
from tests.commands.conftest import Changing
from tests.commands.nova_steps import SPECTRUM, a_nova, stored

NAMESPACE = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")


def test_a_spectrum_gets_the_id_that_follows_from_its_key_at_the_provider(api: Changing) -> None:
    made = api.do("registerSpectra", SPECTRUM, novaId=a_nova(api), provider="ESO", providerProductKey=" SPEC12345 ")
    assert made["dataProductId"] == str(uuid5(NAMESPACE, "ESO:SPEC12345"))
    assert made["locatorIdentity"] == "provider_product_id:SPEC12345"
    assert (made["identityStrategy"], made["providerProductKey"]) == ("NATIVE_ID", "SPEC12345")
    state = [made[name] for name in ("acquisitionStatus", "validationStatus", "eligibility", "attemptCount")]
    assert state == ["STUB", "UNVALIDATED", "ACQUIRE", 0]


def test_a_spectrum_without_a_key_gets_the_id_that_follows_from_its_address(api: Changing) -> None:
    locators = [{"value": "HTTPS://Archive.Example.ORG:443/A/b.fits?X=1#top"}]
    made = api.do("registerSpectra", SPECTRUM, novaId=a_nova(api), provider="MAST", locators=locators)
    identity = "url:https://archive.example.org/A/b.fits?X=1"
    assert made["locatorIdentity"] == identity
    assert made["dataProductId"] == str(uuid5(NAMESPACE, f"MAST:{identity}"))
    assert made["identityStrategy"] == "METADATA_KEY"


@pytest.mark.parametrize(
    ("url", "identity"),
    [
        ("http://A.b/C", "url:http://a.b/C"),
        ("http://A.b.:80/C/./x/../%7Ed%2f", "url:http://a.b/C/~d%2F"),
        ("http://a.b/c;P=1?b=2&a=1", "url:http://a.b/c;P=1?b=2&a=1"),
        ("  http://a.b#x ", "url:http://a.b"),
    ],
)
def test_addresses_are_spelled_in_one_way_but_paths_and_queries_stay(url: str, identity: str) -> None:
    assert url_locator(url) == identity


def test_a_provider_keeps_the_spelling_that_is_there(api: Changing) -> None:
    nova_id = a_nova(api)
    made = [
        api.do("registerSpectra", SPECTRUM, novaId=nova_id, provider=each, providerProductKey="same")
        for each in ("Eso", "ESO", " eso ")
    ]
    assert {(each["dataProductId"], each["provider"]) for each in made} == {(made[0]["dataProductId"], "Eso")}
    another = api.do("registerSpectra", SPECTRUM, novaId=nova_id, provider="ESO", providerProductKey="another")
    assert another["provider"] == "Eso"


def test_the_spectrum_is_found_by_its_locator_and_in_the_index(api: Changing) -> None:
    nova_id = a_nova(api)
    made = api.do("registerSpectra", SPECTRUM, novaId=nova_id, provider="ESO", providerProductKey="found again")
    query = """query ($provider: String!, $identity: String!, $nova: ID!) {
        productByLocator(provider: $provider, locatorIdentity: $identity) %s
        locators(provider: $provider, locatorIdentity: $identity) { dataProductId novaId }
        nova(novaId: $nova) { eligibleSpectra { dataProductId } spectra { nodes { dataProductId } } } }"""
    found = api.get(query % SPECTRUM, provider="ESO", identity=made["locatorIdentity"], nova=nova_id)
    assert found["productByLocator"] == made
    assert found["locators"] == [{"dataProductId": made["dataProductId"], "novaId": nova_id}]
    assert [each["dataProductId"] for each in found["nova"]["eligibleSpectra"]] == [made["dataProductId"]]
    record = stored(api, made)
    assert record["GSI1PK"] == nova_id
    assert record["GSI1SK"] == f"ELIG#ACQUIRE#SPECTRA#ESO#{made['dataProductId']}"


def test_the_first_who_registers_a_spectrum_wins(api: Changing) -> None:
    nova_id = a_nova(api)
    given = {"novaId": nova_id, "provider": "ESO", "providerProductKey": "twice"}
    first = api.do("registerSpectra", SPECTRUM, **given, hints='{"instrument": "UVES"}')
    assert api.do("registerSpectra", SPECTRUM, **given, hints='{"instrument": "other"}') == first
    assert stored(api, first)["hints"] == {"instrument": "UVES"}


def test_an_older_claim_on_the_locator_decides_even_under_another_id(api: Changing) -> None:
    nova_id, other = a_nova(api), str(uuid4())
    claim = LocatorAlias(
        provider="ESO", locator_identity="provider_product_id:weak", data_product_id=other, nova_id=nova_id
    )
    api.store.session().put(claim.table, claim.to_record())
    made = api.do("registerSpectra", SPECTRUM, novaId=nova_id, provider="ESO", providerProductKey="weak")
    assert made["dataProductId"] == other
    assert stored(api, made)["acquisition_status"] == "STUB"


def test_a_spectrum_of_another_nova_is_a_conflict(api: Changing) -> None:
    given = {"provider": "ESO", "providerProductKey": "of one nova"}
    first = api.do("registerSpectra", SPECTRUM, novaId=a_nova(api), **given)
    error = api.refusal("registerSpectra", SPECTRUM, novaId=a_nova(api), **given)
    assert (error["errorType"], error["errorInfo"]["current"]["novaId"]) == ("Conflict", first["novaId"])


@pytest.mark.parametrize(
    ("given", "kind", "field"),
    [
        ({"providerProductKey": "x", "provider": "E#O"}, "BadInput", "input.provider"),
        ({"providerProductKey": "x", "provider": ""}, "BadInput", "input.provider"),
        ({"provider": "ESO"}, "BadInput", "input.providerProductKey"),
        ({"provider": "ESO", "providerProductKey": "  "}, "BadInput", "input.providerProductKey"),
        ({"provider": "ESO", "locators": [{"value": "no address"}]}, "BadInput", "input.locators.0.value"),
        ({"provider": "ESO", "locators": [{"value": "x", "kind": "S3"}]}, "BadInput", "input.providerProductKey"),
        ({"provider": "DONATION", "providerProductKey": "x"}, "BadInput", "input.provenance"),
        ({"provider": "ESO", "providerProductKey": "x" * 1001}, "BadInput", "input.providerProductKey"),
        (
            {"provider": "ESO", "providerProductKey": "x", "hints": '{"a": "%s"}' % ("y" * 30_000)},
            "BadInput",
            "input.hints",
        ),
        ({"provider": "ESO", "providerProductKey": "orphan", "novaId": str(uuid4())}, "NotFound", "input.novaId"),
    ],
)
def test_what_is_wrong_is_told_by_its_field_and_nothing_is_stored(
    api: Changing, given: dict[str, Any], kind: str, field: str
) -> None:
    nova_id = a_nova(api)
    error = api.refusal("registerSpectra", SPECTRUM, **{"novaId": nova_id, **given})
    assert (error["errorType"], error["errorInfo"]["field"]) == (kind, field)
    products = api.get("query ($id: ID!) { nova(novaId: $id) { products { dataProductId } } }", id=nova_id)
    assert products["nova"]["products"] == []
