"""Queries on cached answers of the Places API."""

from entities.receipts.places import PlacesCache, SearchType
from loaders import receipts
from loaders.lists.pages import Slice
from loaders.request import Request


def place(request: Request, search_type: SearchType, search_value: str) -> PlacesCache | None:
    return receipts.place_by_value(request, search_type, search_value)


def places(request: Request, place_id: str | None, first: int, after: str | None) -> Slice:
    if place_id is None:
        return receipts.PLACES.page(request, {}, first=first, after=after)
    return receipts.PLACES_BY_ID.page(request, {"place_id": place_id}, first=first, after=after)
