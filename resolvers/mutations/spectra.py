"""Spectra that somebody has found: they get an id that follows from what they are, and wait to be fetched."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from entities.novae.identities import key_locator, spectra_id, url_locator
from entities.novae.products import (
    AcquisitionState,
    Eligibility,
    Locator,
    LocatorAlias,
    LocatorKind,
    LocatorRole,
    SpectraProduct,
    ValidationState,
)
from loaders.errors import Outdated
from loaders.novae_now import locators_now
from loaders.reading import Reading
from loaders.writing import find, put_new, transact
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.nova_inputs import SmallJson, Text
from resolvers.mutations.novae_there import is_there

DONATION = "DONATION"
"""The provider of spectra that people give away: they must say where they have them from."""


class LocatorInput(Input):
    """Where a spectrum can be fetched."""

    about: ClassVar[str] = "Locator"

    kind: LocatorKind = LocatorKind.URL
    value: Text
    role: LocatorRole = LocatorRole.PRIMARY


class RegisterSpectraInput(Input):
    """A spectrum that somebody has found, known by the provider's key or by its address."""

    about: ClassVar[str] = "SpectraProduct"

    nova_id: str
    provider: str
    provider_product_key: Text | None = None
    locators: Annotated[tuple[LocatorInput, ...], Field(max_length=20)] = ()
    hints: SmallJson = None
    provenance: SmallJson = None


@dataclass(frozen=True)
class Identity:
    """What makes a spectrum itself."""

    strategy: str
    locator: str
    data_product_id: str


def register_spectra(reading: Reading, input: RegisterSpectraInput) -> SpectraProduct:
    """The spectrum and its locator together. Who comes later gets what the first one wrote."""
    identity = _identity(input)
    if input.provider == DONATION and not input.provenance:
        raise BadRequest("Donated spectra need provenance.", field="input.provenance")

    def plan() -> tuple[list[Any], SpectraProduct]:
        claim = next(iter(locators_now(reading, input.provider, identity.locator)), None)
        product_id = claim.data_product_id if claim else identity.data_product_id
        if claim and claim.nova_id != input.nova_id:
            raise Outdated(f"This spectrum belongs to the nova {claim.nova_id}.", claim)
        ids = {"nova_id": input.nova_id, "provider": input.provider, "data_product_id": product_id}
        found = find(reading, SpectraProduct, **ids)
        stub = found.item if found else _stub(reading, input, identity, product_id)
        if claim and found:
            return [], stub
        return [
            is_there(reading, input.nova_id),
            None if found else put_new(stub),
            None if claim else put_new(_alias(reading, stub)),
        ], stub

    return transact(reading, plan)


def _identity(input: RegisterSpectraInput) -> Identity:
    key = (input.provider_product_key or "").strip()
    if key:
        return Identity("NATIVE_ID", key_locator(key), spectra_id(input.provider, key))
    for place, locator in enumerate(input.locators):
        if locator.kind is LocatorKind.URL:
            try:
                address = url_locator(locator.value)
            except ValueError as error:
                path = f"input.locators.{place}.value"
                raise BadRequest(f"{path} {error}.", field=path) from None
            return Identity("METADATA_KEY", address, spectra_id(input.provider, address))
    raise BadRequest("Give providerProductKey or a locator that is a URL.", field="input.providerProductKey")


def _stub(reading: Reading, input: RegisterSpectraInput, identity: Identity, product_id: str) -> SpectraProduct:
    return SpectraProduct(
        **input.given("nova_id", "provider", "hints", "provenance"),
        data_product_id=product_id,
        provider_product_key=(input.provider_product_key or "").strip() or None,
        locators=tuple(
            Locator(kind=each.kind.value, value=each.value, role=each.role.value) for each in input.locators
        ),
        locator_identity=identity.locator,
        identity_strategy=identity.strategy,
        validation_status=ValidationState.UNVALIDATED,
        acquisition_status=AcquisitionState.STUB,
        eligibility=Eligibility.ACQUIRE,
        created_at=reading.now,
        updated_at=reading.now,
    )


def _alias(reading: Reading, product: SpectraProduct) -> LocatorAlias:
    return LocatorAlias(
        provider=product.provider,
        locator_identity=product.locator_identity or "",
        data_product_id=product.data_product_id,
        nova_id=product.nova_id,
        created_at=reading.now,
        updated_at=reading.now,
    )
