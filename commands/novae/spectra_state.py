"""What all changes of the state of a spectrum share."""

from collections.abc import Callable
from typing import ClassVar

from commands.changes import do_alone, until_settled, update
from commands.inputs import Input
from entities.novae.products import SpectraProduct
from loaders.current import require
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

    nova_id: str
    """The id of the nova that the spectrum belongs to."""
    provider: str
    data_product_id: str
    """The `dataProductId` of the spectrum, a UUID."""


def change_spectra(
    request: Request, input: SpectraInput, edit: Callable[[SpectraProduct], SpectraProduct]
) -> SpectraProduct:
    """Store what `edit` returns for the current spectrum, with its index attributes, in one write."""
    ids = input.given("nova_id", "provider", "data_product_id")

    def try_it() -> SpectraProduct:
        found = require(request, SpectraProduct, field="data_product_id", **ids)
        edited = edit(found.item)
        return do_alone(request, update(found, edited, guard=STATE), edited)

    return until_settled(request, try_it)
