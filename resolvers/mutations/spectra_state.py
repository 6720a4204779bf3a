"""What every change of a spectrum's state shares."""

from collections.abc import Callable
from typing import ClassVar

from entities.novae.products import SpectraProduct
from loaders.reading import Reading
from loaders.writing import require, until_settled, update
from resolvers.inputs import Input

STATE = (
    "validation_status",
    "acquisition_status",
    "eligibility",
    "attempt_count",
    "last_attempt_outcome",
    "manual_review_status",
)
"""What decisions are made by: none of it may have changed meanwhile."""


class SpectraInput(Input):
    """Which spectrum is meant."""

    about: ClassVar[str] = "SpectraProduct"

    nova_id: str
    provider: str
    data_product_id: str


def change_spectra(
    reading: Reading, input: SpectraInput, edit: Callable[[SpectraProduct], SpectraProduct]
) -> SpectraProduct:
    """The spectrum as `edit` makes it of what it is, index attributes and all in one write."""
    ids = input.given("nova_id", "provider", "data_product_id")

    def try_it() -> SpectraProduct:
        found = require(reading, SpectraProduct, field="input.dataProductId", **ids)
        edited = edit(found.item)
        action = update(found, edited, guard=STATE)
        if action:
            reading.session.update(action.table, action.key, action.changes, action.condition)
        return edited

    return until_settled(reading, try_it)
