"""Queries on cached answers of the Places API."""

from collections.abc import Sequence
from datetime import datetime

from entities.receipts.places import PlacesCache, SearchType
from loaders import receipt_lists, receipts
from loaders.errors import BadInput
from loaders.lists.listing import Span
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.runtime.results import Parent, for_each


def place(request: Request, search_type: SearchType, search_value: str) -> PlacesCache | None:
    return receipts.place_by_value(request, search_type, search_value)


def places(
    request: Request,
    place_id: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    span = Span(since, until)
    if place_id is None:
        return receipt_lists.places_by_use(request, span, first=first, after=after)
    if since or until:
        raise BadInput("`since` and `until` cannot be combined with `place_id`: leave one of them out.", field="since")
    return receipts.PLACES_BY_ID.page(request, {"place_id": place_id}, first=first, after=after)


def place_of(request: Request, parents: Sequence[Parent]) -> list[PlacesCache | None]:
    """The latest stored answer about the place of each receipt: one range for each place."""
    return for_each(request, parents, lambda each: _latest(request, each.get("place_id")), "place_id")


def _latest(request: Request, place_id: str | None) -> PlacesCache | None:
    found = receipts.PLACES_BY_ID.all(request, {"place_id": place_id}) if place_id else []
    answers = [item for item in found if isinstance(item, PlacesCache)]
    return max(answers, key=lambda each: (each.last_updated is not None, each.last_updated), default=None)
