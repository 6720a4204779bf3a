"""Spectra that were found: each gets an id derived from its key or address, and waits to be fetched."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.changes import put_new, transact
from commands.input_types import ShortText, SmallJson
from commands.inputs import Input
from commands.novae.nova_checks import is_there
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
from loaders.current import find
from loaders.errors import BadInput, Outdated
from loaders.novae import locators_now
from loaders.request import Request

DONATION = "DONATION"
"""The provider of donated spectra, which must say where they come from."""


class LocatorInput(Input):
    """An address from which the file of a spectrum can be fetched."""

    about: ClassVar[str] = "Locator"

    kind: LocatorKind = LocatorKind.URL
    """The kind of address; defaults to URL."""
    value: ShortText
    role: LocatorRole = LocatorRole.PRIMARY
    """PRIMARY, the default, for the original file, or MIRROR for a copy."""


class RegisterSpectraInput(Input):
    """A spectrum that was found, recognised by the provider's own id or by its URL."""

    about: ClassVar[str] = "SpectraProduct"

    nova_id: str
    provider: str
    provider_product_key: ShortText | None = None
    """The provider's own id of the spectrum. Without one, `locators` must contain a URL."""
    locators: Annotated[tuple[LocatorInput, ...], Field(max_length=20)] = ()
    """The addresses from which the file can be fetched, at most 20."""
    hints: SmallJson = None
    """What the provider says about the spectrum, as JSON of at most 20 KB, such as `instrument`."""
    provenance: SmallJson = None
    """Where the data come from, as JSON of at most 20 KB; needed if the provider is `DONATION`."""


@dataclass(frozen=True)
class Identity:
    """What identifies a spectrum."""

    strategy: str
    locator: str
    data_product_id: str


def register_spectra(request: Request, input: RegisterSpectraInput) -> SpectraProduct:
    """Store a spectrum and its locator together. A later call for the same one returns what the first stored."""
    identity = _identity(input)
    if input.provider == DONATION and not input.provenance:
        raise BadInput("`provenance` is required for donated spectra.", field="provenance")

    def writes() -> tuple[list[Any], SpectraProduct]:
        claim = next(iter(locators_now(request, input.provider, identity.locator)), None)
        product_id = claim.data_product_id if claim else identity.data_product_id
        if claim and claim.nova_id != input.nova_id:
            raise Outdated(f"This spectrum belongs to another nova already: {claim.nova_id}.", claim)
        ids = {"nova_id": input.nova_id, "provider": input.provider, "data_product_id": product_id}
        found = find(request, SpectraProduct, **ids)
        stub = found.item if found else _stub(request, input, identity, product_id)
        if claim and found:
            return [], stub
        return [
            is_there(request, input.nova_id),
            None if found else put_new(stub),
            None if claim else put_new(_alias(request, stub)),
        ], stub

    return transact(request, writes)


def _identity(input: RegisterSpectraInput) -> Identity:
    key = (input.provider_product_key or "").strip()
    if key:
        return Identity("NATIVE_ID", key_locator(key), spectra_id(input.provider, key))
    for place, locator in enumerate(input.locators):
        if locator.kind is LocatorKind.URL:
            try:
                address = url_locator(locator.value)
            except ValueError as error:
                path = f"locators.{place}.value"
                raise BadInput(f"`{path}` {error}.", field=path) from None
            return Identity("METADATA_KEY", address, spectra_id(input.provider, address))
    raise BadInput("Give `provider_product_key` or a locator that is a URL.", field="provider_product_key")


def _stub(request: Request, input: RegisterSpectraInput, identity: Identity, product_id: str) -> SpectraProduct:
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
        created_at=request.now,
        updated_at=request.now,
    )


def _alias(request: Request, product: SpectraProduct) -> LocatorAlias:
    return LocatorAlias(
        provider=product.provider,
        locator_identity=product.locator_identity or "",
        data_product_id=product.data_product_id,
        nova_id=product.nova_id,
        created_at=request.now,
        updated_at=request.now,
    )
