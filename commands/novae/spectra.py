"""Spectra that were found: each gets an id derived from its key or address, and waits to be fetched."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.changes import put_new, revised, transact, update
from commands.input_types import Provider, ShortText, SmallJson
from commands.inputs import Input
from commands.novae.locators import (
    LocatorInput,
    LocatorMeaning,
    Place,
    aliases_for,
    place_of_key,
    place_of_locator,
    recognise,
    with_locators,
)
from commands.novae.nova_checks import is_there
from commands.novae.spectra_state import SpectraInput, spectrum_now
from entities.novae.identities import spectra_id
from entities.novae.locators import LocatorKind, LocatorRole
from entities.novae.products import (
    AcquisitionState,
    Eligibility,
    LocatorAlias,
    SpectraProduct,
    ValidationState,
)
from loaders.current import Found, find
from loaders.dynamo.writes import Action
from loaders.errors import BadInput, Outdated
from loaders.request import Request

DONATION = "DONATION"
"""The provider of donated spectra, which must say where they come from."""

MAX_LOCATORS = 20


class RegisterSpectraInput(Input):
    """A spectrum that was found, recognised by the provider's own id or by its URL."""

    about: ClassVar[str] = "SpectraProduct"

    nova_id: ShortText
    provider: Provider
    provider_product_key: ShortText | None = None
    """The provider's own id of the spectrum. Without one, `locators` must contain a URL."""
    locators: Annotated[tuple[LocatorInput, ...], Field(max_length=MAX_LOCATORS)] = ()
    """The addresses from which the file can be fetched, at most 20."""
    hints: SmallJson = None
    """What the provider says about the spectrum, as JSON of at most 20 KB, such as `instrument`."""
    provenance: SmallJson = None
    """Where the data come from, as JSON of at most 20 KB; needed if the provider is `DONATION`."""


class AddLocatorInput(SpectraInput):
    """Another address of a spectrum that is registered already."""

    kind: LocatorKind = LocatorKind.URL
    """The kind of address; defaults to URL."""
    value: ShortText
    """The address itself."""
    role: LocatorRole = LocatorRole.MIRROR
    """MIRROR, the default, for a copy, or PRIMARY for the original file."""


def register_spectra(request: Request, input: RegisterSpectraInput) -> SpectraProduct:
    """Store a spectrum and all its locators together. A later call for the same one adds the locators that are new."""
    places = _places(input)
    if input.provider.upper() == DONATION and not input.provenance:
        raise BadInput("`provenance` is required for donated spectra.", field="provenance")

    def writes() -> tuple[Sequence[Action | None], SpectraProduct]:
        known = recognise(request, input.nova_id, input.provider, places)
        alias = known.spectrum()
        product_id = alias.data_product_id if alias else _own_id(input, known.provider, places[0])
        if alias and alias.nova_id != input.nova_id:
            raise _of_another_nova(alias)
        provider = alias.provider if alias else known.provider
        ids: dict[str, Any] = {"nova_id": input.nova_id, "provider": provider, "data_product_id": product_id}
        found = find(request, SpectraProduct, **ids)
        missing = known.unwritten(places)
        if found is None:
            stub = _stub(request, input, places[0], **ids)
            return [*_entered(request, known, stub, missing), put_new(stub)], stub
        edited = revised(found.item, locators=with_locators(found.item, input.locators))
        return _grown(request, known, found, edited, missing, "locators")

    return transact(request, writes)


def add_locator(request: Request, input: AddLocatorInput) -> SpectraProduct:
    """Make another address lead to a spectrum. One that leads to it already changes nothing."""
    place = place_of_locator(LocatorInput(kind=input.kind, value=input.value, role=input.role), "value")

    def writes() -> tuple[Sequence[Action | None], SpectraProduct]:
        known = recognise(request, input.nova_id, input.provider, [place])
        found = spectrum_now(request, input)
        alias = known.spectrum()
        if alias and alias.nova_id != input.nova_id:
            raise _of_another_nova(alias)
        if alias and alias.data_product_id != input.data_product_id:
            raise _taken(alias)
        given = LocatorInput(kind=input.kind, value=input.value, role=input.role)
        edited = revised(found.item, locators=with_locators(found.item, [given]))
        return _grown(request, known, found, edited, known.unwritten([place]), "value")

    return transact(request, writes)


def _places(input: RegisterSpectraInput) -> list[Place]:
    """Every way to recognise the spectrum, the one that its id is made from first: the provider's id, or a URL."""
    key = (input.provider_product_key or "").strip()
    located = [(each, place_of_locator(each, f"locators.{place}.value")) for place, each in enumerate(input.locators)]
    urls = [place for each, place in located if each.kind is LocatorKind.URL]
    if not key and not urls:
        raise BadInput("Give `provider_product_key` or a locator that is a URL.", field="provider_product_key")
    first = place_of_key(key) if key else urls[0]
    every = {place.written: place for place in (first, *(place for _, place in located))}
    return list(every.values())


def _own_id(input: RegisterSpectraInput, provider: str, first: Place) -> str:
    return spectra_id(provider, (input.provider_product_key or "").strip() or first.written)


def _entered(
    request: Request, known: LocatorMeaning, product: SpectraProduct, missing: Sequence[Place]
) -> list[Action]:
    """The actions around a spectrum: the check of its nova, the claims, and the locators that lead to it."""
    there = is_there(request, product.nova_id)
    noted = known.spellings.noting(product.provider)
    return [there, *known.claims.taken_for([product.nova_id]), *aliases_for(request, product, missing), *noted]


def _grown(
    request: Request,
    known: LocatorMeaning,
    found: Found[SpectraProduct],
    edited: SpectraProduct,
    missing: Sequence[Place],
    field: str,
) -> tuple[Sequence[Action | None], SpectraProduct]:
    """A spectrum that is registered already, with the locators that are new; they came in this field."""
    if not missing and edited == found.item:
        return [], found.item
    if len(edited.locators) > max(MAX_LOCATORS, len(found.item.locators)):
        raise BadInput(f"A spectrum has at most {MAX_LOCATORS} locators.", field=field)
    edited = revised(edited, updated_at=request.now)
    return [*_entered(request, known, edited, missing), update(found, edited)], edited


def _of_another_nova(alias: LocatorAlias) -> Outdated:
    return Outdated(f"This spectrum belongs to another nova already: {alias.nova_id}.", alias)


def _taken(alias: LocatorAlias) -> Outdated:
    error = Outdated(f"This locator leads to another spectrum already: {alias.data_product_id}.", alias)
    error.info["field"] = "value"
    return error


def _stub(request: Request, input: RegisterSpectraInput, first: Place, **ids: Any) -> SpectraProduct:
    key = (input.provider_product_key or "").strip() or None
    empty = SpectraProduct(
        **ids,
        **input.given("hints", "provenance"),
        provider_product_key=key,
        locator_identity=first.written,
        identity_strategy="NATIVE_ID" if key else "METADATA_KEY",
        validation_status=ValidationState.UNVALIDATED,
        acquisition_status=AcquisitionState.STUB,
        eligibility=Eligibility.ACQUIRE,
        created_at=request.now,
        updated_at=request.now,
    )
    return revised(empty, locators=with_locators(empty, input.locators))
