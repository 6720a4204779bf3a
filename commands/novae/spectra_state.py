"""What all changes of the state of a spectrum share."""

from collections.abc import Callable
from typing import ClassVar

from commands.changes import do_alone, until_settled, update
from commands.input_types import Provider, ShortText
from commands.inputs import Input
from entities.novae.identities import is_same_provider
from entities.novae.products import SpectraProduct
from loaders.current import Found, find
from loaders.errors import NotFound
from loaders.novae import products_now
from loaders.request import Request

STATE = (
    "validation_status",
    "acquisition_status",
    "eligibility",
    "attempt_count",
    "last_attempt_outcome",
    "manual_review_status",
)
"""The attributes that decisions depend on. If one of them has changed meanwhile, the decision is made again."""


class SpectraInput(Input):
    """Which spectrum is meant."""

    about: ClassVar[str] = "SpectraProduct"

    nova_id: ShortText
    """The id of the nova that the spectrum belongs to."""
    provider: Provider
    data_product_id: ShortText
    """The `dataProductId` of the spectrum, a UUID."""


def spectrum_now(request: Request, input: SpectraInput) -> Found[SpectraProduct]:
    """The spectrum that is meant, as it is now; its provider may be stored in another spelling."""
    ids = input.given("nova_id", "provider", "data_product_id")
    found = find(request, SpectraProduct, **ids)
    if found is not None:
        return found
    for each in products_now(request, input.nova_id):
        item = each.item
        if item.data_product_id == input.data_product_id and is_same_provider(item.provider, input.provider):
            return each
    raise NotFound(f"There is no SpectraProduct {', '.join(map(str, ids.values()))}.", field="data_product_id")


def change_spectra(
    request: Request, input: SpectraInput, edit: Callable[[SpectraProduct], SpectraProduct]
) -> SpectraProduct:
    """Store what `edit` returns for the current spectrum, with its index attributes, in one write."""

    def try_it() -> SpectraProduct:
        found = spectrum_now(request, input)
        edited = edit(found.item)
        return do_alone(request, update(found, edited, guard=STATE), edited)

    return until_settled(request, try_it)
