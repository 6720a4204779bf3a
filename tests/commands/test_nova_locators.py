"""One spectrum stays one under all its locators, whoever finds it, in whatever spelling, and however many at once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unicodedata import normalize
from uuid import uuid4

import pytest

from commands.novae.spectra import MAX_LOCATORS, RegisterSpectraInput, register_spectra
from entities.novae.products import Eligibility, LocatorAlias, SpectraProduct
from entities.tables import NOVAE
from loaders.errors import Outdated
from loaders.request import Request
from resolvers.runtime.inputs import read_input
from tests.commands.conftest import Changing
from tests.commands.eligibility import assert_index_matches
from tests.commands.nova_steps import SPECTRUM, a_nova, a_stub

LOCATED = "{ dataProductId provider locators { kind value role } }"
BY_URL = "query ($p: String!, $u: String!) { productByUrl(provider: $p, url: $u) { dataProductId } }"


def _url() -> str:
    return f"https://archive.example/{uuid4()}.fits"


def _register(api: Changing, nova_id: str, *urls: str, provider: str = "ESO", **more: Any) -> dict[str, Any]:
    locators = [{"value": url} for url in urls]
    return api.do("registerSpectra", LOCATED, novaId=nova_id, provider=provider, locators=locators, **more)


def _found(api: Changing, url: str, provider: str = "ESO") -> str | None:
    found = api.get(BY_URL, p=provider, u=url)["productByUrl"]
    return found and str(found["dataProductId"])


def test_every_locator_of_a_registration_leads_to_the_spectrum(api: Changing) -> None:
    nova_id, one, other = a_nova(api), _url(), _url()
    made = _register(api, nova_id, one, other, providerProductKey=str(uuid4()))
    assert _found(api, one) == _found(api, other) == made["dataProductId"]
    assert [each["role"] for each in made["locators"]] == ["PRIMARY", "MIRROR"]
    again = _register(api, nova_id, other)
    assert again == made, "it is recognised by its mirror alone"
    assert_index_matches(api, nova_id)


def test_a_mirror_that_is_given_later_is_added(api: Changing) -> None:
    nova_id, one, mirror = a_nova(api), _url(), _url()
    made = _register(api, nova_id, one)
    grown = _register(api, nova_id, one, mirror)
    assert grown["dataProductId"] == made["dataProductId"] == _found(api, mirror)
    assert [(each["value"], each["role"]) for each in grown["locators"]] == [(one, "PRIMARY"), (mirror, "MIRROR")]
    assert _register(api, nova_id, mirror, one) == grown


def test_a_locator_can_be_added_to_a_spectrum(api: Changing) -> None:
    nova_id, mirror = a_nova(api), _url()
    ids = a_stub(api, nova_id)
    grown = api.do("addLocator", LOCATED, **ids, value=mirror)
    assert grown["locators"] == [{"kind": "URL", "value": mirror, "role": "MIRROR"}]
    assert api.do("addLocator", LOCATED, **ids, value=mirror) == grown
    other = a_stub(api, nova_id)
    error = api.refusal("addLocator", LOCATED, **other, value=mirror)
    assert (error["errorType"], error["errorInfo"]["field"]) == ("Conflict", "input.value")
    assert_index_matches(api, nova_id)


def test_locators_of_two_spectra_are_a_conflict(api: Changing) -> None:
    nova_id, one, other = a_nova(api), _url(), _url()
    ids = sorted(_register(api, nova_id, each)["dataProductId"] for each in (one, other))
    error = api.refusal(
        "registerSpectra", LOCATED, novaId=nova_id, provider="ESO", locators=[{"value": one}, {"value": other}]
    )
    assert (error["errorType"], sorted(error["errorInfo"]["candidates"])) == ("Conflict", ids)


@pytest.mark.parametrize(
    "spelling",
    [
        "HTTPS://Archive.Example/{0}/a~b.fits",
        "https://archive.example.:443/{0}/a~b.fits",
        "https://archive.example/{0}/x/../a%7Eb.fits",
        "https://archive.example/./{0}/a%7eb.fits#top",
    ],
)
def test_all_spellings_of_an_address_are_one(api: Changing, spelling: str) -> None:
    nova_id, tag = a_nova(api), str(uuid4())
    made = _register(api, nova_id, f"https://archive.example/{tag}/a~b.fits")
    again = _register(api, nova_id, spelling.format(tag))
    assert again == made
    assert _found(api, spelling.format(tag)) == made["dataProductId"]


def test_an_address_in_the_former_spelling_is_found(api: Changing) -> None:
    nova_id, tag, known = a_nova(api), str(uuid4()), a_stub(api)
    url = f"https://archive.example:443/{tag}/../x.fits"
    alias = LocatorAlias(
        provider="ESO", locator_identity=f"url:{url}", data_product_id=known["dataProductId"], nova_id=known["novaId"]
    )
    api.store.session().put(alias.table, alias.to_record())
    assert _found(api, url) == known["dataProductId"]
    locators = [{"value": url}]
    error = api.refusal("registerSpectra", LOCATED, novaId=nova_id, provider="ESO", locators=locators)
    assert error["errorType"] == "Conflict", "it belongs to the nova that the former alias names"
    assert _register(api, known["novaId"], url)["dataProductId"] == known["dataProductId"]
    plain = f"https://archive.example/{tag}.fits"
    former = LocatorAlias(
        provider="ESO",
        locator_identity=f"url:{plain.replace('example/', 'example:443/')}",
        data_product_id=known["dataProductId"],
        nova_id=known["novaId"],
    )
    api.store.session().put(former.table, former.to_record())
    grown = _register(api, known["novaId"], plain.replace("example/", "example:443/"))
    assert _found(api, plain) == known["dataProductId"], "now it is found in every spelling"
    assert _register(api, known["novaId"], plain) == grown, "and stays one"


def test_a_spectrum_has_so_many_locators_and_the_last_may_be_told_again(api: Changing) -> None:
    nova_id, urls = a_nova(api), [_url() for _ in range(MAX_LOCATORS)]
    made = _register(api, nova_id, *urls)
    ids = {"novaId": nova_id, "provider": "ESO", "dataProductId": made["dataProductId"]}
    assert api.do("addLocator", LOCATED, **ids, value=urls[-1]) == made
    further = {"novaId": nova_id, "provider": "ESO", "locators": [{"value": urls[0]}, {"value": _url()}]}
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("addLocator", {**ids, "value": _url()}, "input.value"),
        ("registerSpectra", further, "input.locators"),
    ]
    for mutation, given, field in cases:
        error = api.refusal(mutation, LOCATED, **given)
        assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)


@pytest.mark.parametrize("url", ["http://[::1", "http://h:99999/", "http://h:abc/"])
def test_an_address_that_cannot_be_read_is_refused_in_plain_words(api: Changing, url: str) -> None:
    error = api.refusal("registerSpectra", LOCATED, novaId=a_nova(api), provider="ESO", locators=[{"value": url}])
    assert error["message"] == "locators.0.value must be an address whose host and port can be read."
    (asked,) = api.ask(BY_URL, p="ESO", u=url)["errors"]
    assert asked["message"] == "url must be an address whose host and port can be read."


@pytest.mark.parametrize("url", ["https://anna:secret@archive.example/1", "https://anna@archive.example/1"])
def test_an_address_with_user_information_is_refused(api: Changing, url: str) -> None:
    error = api.refusal("registerSpectra", LOCATED, novaId=a_nova(api), provider="ESO", locators=[{"value": url}])
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.locators.0.value")
    assert "secret" not in str(error)
    asked = api.ask(BY_URL, p="ESO", u=url)["errors"][0]
    assert (asked["errorType"], asked["errorInfo"]["field"]) == ("BadInput", "url")


def test_sixteen_who_find_one_spectrum_under_different_locators_register_one(api: Changing) -> None:
    nova_id, urls = a_nova(api), [_url() for _ in range(4)]
    pairs = [(urls[0], urls[number % 4]) if number % 2 else (urls[number % 4], urls[0]) for number in range(16)]

    def register(pair: tuple[str, str], provider: str) -> str:
        given = {"novaId": nova_id, "provider": provider, "locators": [{"value": each} for each in pair]}
        return register_spectra(Request(api.store.session(60)), read_input(RegisterSpectraInput, given)).data_product_id

    with ThreadPoolExecutor(16) as pool:
        ids = set(pool.map(register, pairs, ["ESO", "eso"] * 8))
    assert len(ids) == 1
    query = "query ($id: ID!) { nova(novaId: $id) { products { ... on SpectraProduct { provider } } } }"
    (product,) = api.get(query, id=nova_id)["nova"]["products"]
    assert {_found(api, url, product["provider"]) for url in urls} == ids, "in the spelling of whoever was first"
    assert_index_matches(api, nova_id)


def test_a_provider_is_stored_in_one_form_and_found_in_any_spelling(api: Changing) -> None:
    nova_id = a_nova(api)
    decomposed = normalize("NFD", "Éso")
    made = api.do("registerSpectra", SPECTRUM, novaId=nova_id, provider=decomposed, providerProductKey=str(uuid4()))
    assert made["provider"] == normalize("NFC", "Éso")
    started = api.do(
        "recordAcquisition",
        SPECTRUM,
        novaId=nova_id,
        provider="éso",
        dataProductId=made["dataProductId"],
        outcome="STARTED",
        expectedAttempt=0,
    )
    assert started["attemptCount"] == 1


def test_a_provider_that_is_stored_in_the_former_form_is_found(api: Changing) -> None:
    former = SpectraProduct(
        nova_id=a_nova(api),
        provider=normalize("NFD", "Éso"),
        data_product_id=str(uuid4()),
        eligibility=Eligibility.ACQUIRE,
    )
    api.store.session().put(NOVAE, former.to_record())
    ids = {"novaId": former.nova_id, "provider": normalize("NFC", "Éso"), "dataProductId": former.data_product_id}
    started = api.do("recordAcquisition", SPECTRUM, **ids, outcome="STARTED", expectedAttempt=0)
    assert (started["attemptCount"], started["provider"]) == (1, former.provider)
    assert_index_matches(api, former.nova_id)


def _stored_spectrum(api: Changing, nova_id: str, provider: str, key: str) -> str:
    """A spectrum and its locator as another program, or we before, stored them."""
    product = SpectraProduct(nova_id=nova_id, provider=provider, data_product_id=str(uuid4()), provider_product_key=key)
    alias = LocatorAlias(
        provider=provider,
        locator_identity=f"provider_product_id:{key}",
        data_product_id=product.data_product_id,
        nova_id=nova_id,
    )
    api.store.session().batch_write(NOVAE, [product.to_record(), alias.to_record()])
    return product.data_product_id


@pytest.mark.parametrize(
    ("first", "second"),
    [("ESO", "eso"), ("eso", "ESO"), ("ESO", "Eso"), ("CfA", "cfa"), ("CfA", "CFA"), ("Éso", "éso")],
)
@pytest.mark.parametrize("by", ["key", "address"])
def test_a_spectrum_of_another_nova_is_recognised_at_its_provider_in_any_case(
    api: Changing, first: str, second: str, by: str
) -> None:
    nova_id, other, key, url = a_nova(api), a_nova(api), str(uuid4()), _url()
    given: dict[str, Any] = {"providerProductKey": key} if by == "key" else {"locators": [{"value": url}]}
    made = api.do("registerSpectra", LOCATED, novaId=nova_id, provider=first, **given)
    error = api.refusal("registerSpectra", LOCATED, novaId=other, provider=second, **given)
    assert (error["errorType"], nova_id in error["message"]) == ("Conflict", True)
    spectrum = api.do("registerSpectra", LOCATED, novaId=other, provider=second, providerProductKey=str(uuid4()))
    if by == "address":
        ids = {"novaId": other, "provider": second, "dataProductId": spectrum["dataProductId"]}
        assert api.refusal("addLocator", LOCATED, **ids, value=url)["errorType"] == "Conflict"
    assert api.do("registerSpectra", LOCATED, novaId=nova_id, provider=second, **given) == made


@pytest.mark.parametrize(("stored", "given"), [("ESO", "eso"), ("eso", "Eso"), ("eso", "ESO")])
def test_a_spectrum_that_was_stored_before_is_recognised_at_its_provider_in_any_case(
    api: Changing, stored: str, given: str
) -> None:
    nova_id, key = a_nova(api), str(uuid4())
    _stored_spectrum(api, nova_id, stored, key)
    error = api.refusal("registerSpectra", LOCATED, novaId=a_nova(api), provider=given, providerProductKey=key)
    assert (error["errorType"], nova_id in error["message"]) == ("Conflict", True)


def test_a_spectrum_that_two_novae_have_already_stays_known_to_both(api: Changing) -> None:
    novae, key = {"ESO": a_nova(api), "eso": a_nova(api)}, str(uuid4())
    ids = {provider: _stored_spectrum(api, nova_id, provider, key) for provider, nova_id in novae.items()}
    for provider, nova_id in novae.items():
        found = api.do("registerSpectra", LOCATED, novaId=nova_id, provider=provider, providerProductKey=key)
        assert found["dataProductId"] == ids[provider]


def test_sixteen_who_find_one_spectrum_for_two_novae_in_different_cases_register_one(api: Changing) -> None:
    novae, key = [a_nova(api), a_nova(api)], str(uuid4())

    def register(number: int) -> str | None:
        provider = ["CfA", "CFA", "cfa", "Cfa"][number % 4]
        given = {"novaId": novae[number % 2], "provider": provider, "providerProductKey": key}
        try:
            return register_spectra(Request(api.store.session(60)), read_input(RegisterSpectraInput, given)).nova_id
        except Outdated:
            return None

    with ThreadPoolExecutor(16) as pool:
        owners = {each for each in pool.map(register, range(16)) if each}
    assert len(owners) == 1
    query = "query ($id: ID!) { nova(novaId: $id) { products { dataProductId } } }"
    found = [each for nova_id in novae for each in api.get(query, id=nova_id)["nova"]["products"]]
    assert len(found) == 1
