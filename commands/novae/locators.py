"""The locators of spectra: every place where a file can be fetched leads to one spectrum, in every spelling.

A locator is stored once for each spectrum that claims it, so no condition on one item can say that it is free. Writers
therefore claim it first (see `commands.claims`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from commands.changes import put_new
from commands.claims import Claims, read_claims
from commands.input_types import ShortText
from commands.inputs import Input
from commands.novae.providers import Spellings, spellings_of_provider
from entities.novae.identities import is_same_provider, key_locator, other_locator, url_locators
from entities.novae.locators import Locator, LocatorKind, LocatorRole
from entities.novae.products import LocatorAlias, SpectraProduct
from loaders.dynamo.writes import Put
from loaders.errors import BadInput, Outdated
from loaders.novae import locators_now, products_now
from loaders.request import Request


class LocatorInput(Input):
    """An address from which the file of a spectrum can be fetched."""

    about: ClassVar[str] = "Locator"

    kind: LocatorKind = LocatorKind.URL
    """The kind of address; defaults to URL."""
    value: ShortText
    role: LocatorRole = LocatorRole.PRIMARY
    """PRIMARY, the default, for the original file, or MIRROR for a copy."""


@dataclass(frozen=True)
class Place:
    """One way to recognise a spectrum: the locator that we write, and the spellings that others may have written."""

    written: str
    spellings: tuple[str, ...]


def place_of_key(provider_product_key: str) -> Place:
    """A spectrum by the provider's own id."""
    locator = key_locator(provider_product_key)
    return Place(locator, (locator,))


def place_of_locator(locator: LocatorInput, path: str) -> Place:
    """A spectrum by an address. `path` is the address's place in the input."""
    if locator.kind is LocatorKind.OTHER or (locator.kind is LocatorKind.S3 and "://" not in locator.value):
        written = other_locator(locator.value)
        return Place(written, (written,))
    try:
        spellings = tuple(url_locators(locator.value))
    except ValueError as error:
        raise BadInput(f"`{path}` {error}.", field=path) from None
    return Place(spellings[0], spellings)


@dataclass(frozen=True)
class LocatorMeaning:
    """What some locators lead to at this moment, and the claims that were read before."""

    claims: Claims
    provider: str
    """The provider in the spelling that is in use for the nova."""
    spellings: Spellings
    """The spellings of the provider that anything may be stored in."""
    aliases: list[LocatorAlias]

    def spectrum(self) -> LocatorAlias | None:
        """The alias of the one spectrum that the locators lead to; a conflict if they lead to several."""
        ids = dict.fromkeys(each.data_product_id for each in self.aliases)
        if len(ids) > 1:
            error = Outdated("These locators lead to several spectra. Register each spectrum with its own.")
            error.info["candidates"] = list(ids)
            raise error
        return self.aliases[0] if self.aliases else None

    def missing(self, places: Sequence[Place]) -> list[Place]:
        """The locators that lead nowhere yet."""
        known = {each.locator_identity for each in self.aliases}
        return [each for each in places if known.isdisjoint(each.spellings)]

    def unwritten(self, places: Sequence[Place]) -> list[Place]:
        """The locators that have no alias as we write it: one in a former spelling is not found in any other."""
        known = {each.locator_identity for each in self.aliases}
        return [each for each in places if each.written not in known]


def recognise(request: Request, nova_id: str, provider: str, places: Sequence[Place]) -> LocatorMeaning:
    """What these locators lead to, at a provider in whatever spelling it is stored.

    Those in use for the nova come first: a spectrum that was stored for two novae, in different spellings, stays known
    to both. For a locator that leads nowhere in these, the spellings of other novae count.
    """
    names = [f"locator:{provider.casefold()}:{each.written}" for each in places]
    claims = read_claims(request, [*names, f"provider:{nova_id}:{provider.casefold()}"])
    there = [each.item.provider for each in products_now(request, nova_id)]
    same = [each for each in there if is_same_provider(each, provider)]
    used = provider if provider in same or not same else same[0]
    own = dict.fromkeys([used, provider, *same])
    spellings = spellings_of_provider(request, provider)
    here = LocatorMeaning(claims, used, spellings, _led(request, own, places))
    others = [each for each in dict.fromkeys(spellings.known) if each not in own]
    return replace(here, aliases=[*here.aliases, *_led(request, others, here.missing(places))])


def _led(request: Request, providers: Iterable[str], places: Sequence[Place]) -> list[LocatorAlias]:
    """What these locators lead to, at a provider in these spellings."""
    return _oldest(locators_now(request, providers, [spelling for place in places for spelling in place.spellings]))


def aliases_for(request: Request, product: SpectraProduct, places: Sequence[Place]) -> list[Put]:
    """The actions that make these locators lead to a spectrum."""
    return [
        put_new(
            LocatorAlias(
                provider=product.provider,
                locator_identity=place.written,
                data_product_id=product.data_product_id,
                nova_id=product.nova_id,
                created_at=request.now,
                updated_at=request.now,
            )
        )
        for place in places
    ]


def with_locators(product: SpectraProduct, given: Sequence[LocatorInput]) -> tuple[Locator, ...]:
    """The addresses of a spectrum and these, each place once. A second original is a mirror of the first."""
    kept = list(product.locators)
    known = {_spelling(each) for each in kept}
    for each in given:
        role = LocatorRole.MIRROR if any(one.role == LocatorRole.PRIMARY.value for one in kept) else each.role
        locator = Locator(kind=each.kind.value, value=each.value, role=role.value)
        if _spelling(locator) not in known:
            kept.append(locator)
            known.add(_spelling(locator))
    return tuple(kept)


def _spelling(locator: Locator) -> str:
    """What makes two addresses the same."""
    try:
        return url_locators(locator.value or "")[0]
    except ValueError:
        return locator.value or ""


def _oldest(found: Sequence[LocatorAlias]) -> list[LocatorAlias]:
    """Of each locator the first claim: other programs may have let two spectra claim one."""
    oldest: dict[tuple[str, str], LocatorAlias] = {}
    for each in found:
        oldest.setdefault((each.provider, each.locator_identity), each)
    return list(oldest.values())
