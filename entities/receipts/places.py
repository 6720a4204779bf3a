"""Cached answers of the Places API, so that the same place is requested only once."""

import re
from hashlib import md5
from typing import ClassVar

from entities.fields import JsonText, Needed, OpenEnum, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import UPSTREAM, ReceiptsItem

_ADDRESS_WIDTH = 400
_PHONE_WIDTH = 30
_URL_WIDTH = 100


class SearchType(OpenEnum):
    """What a place was looked up by."""

    ADDRESS = "ADDRESS"
    PHONE = "PHONE"
    URL = "URL"


class PlacesCache(ReceiptsItem):
    """A stored answer of the Google Places API to a search by address, phone number or URL."""

    type_name: ClassVar[str] = "PLACES_CACHE"
    key: ClassVar[Key] = Key.of("PLACES#{search_type}", "VALUE#{search_value:text}")
    indexes: ClassVar = {
        "GSI1": Key.of("PLACE_ID", "PLACE_ID#{place_id:text}"),
        "GSI2": Key.of("LAST_USED", "{last_updated}"),
    }
    alternates: ClassVar = (Alternate(None, Key.of("PLACES#{search_type}", "VALUE#{padded_value:text}"), UPSTREAM),)

    search_type: SearchType
    """What the place was looked up by."""
    search_value: str
    """The address, phone number or URL that was looked up."""
    place_id: Needed[str] = None
    """The id of the place that was found, in Google Places."""
    places_response: JsonText = None
    """The answer of the Places API, as JSON."""
    last_updated: Needed[Timestamp] = None
    """When the answer was last stored or used."""
    query_count: int = 0
    """How many times the place was looked up."""
    validation_status: str | None = None
    """Whether the answer was checked, as free text such as `OK`; null for many answers."""
    normalized_value: str | None = None
    """The search value in lower case and without abbreviations, so that different spellings match."""
    value_hash: str | None = None
    """A short hash of the search value, such as `682081b7`."""

    @property
    def padded_value(self) -> str:
        return padded_value(self.search_type, self.search_value)


def padded_value(search_type: SearchType, value: str) -> str:
    """A search value as upstream puts it into a key: cleaned, and filled up on the left."""
    if search_type is SearchType.PHONE:
        return re.sub(r"[^0-9()+-]", "", value).rjust(_PHONE_WIDTH, "_")
    if search_type is SearchType.URL:
        return value.lower().replace(" ", "_").rjust(_URL_WIDTH, "_")
    digest = md5(value.encode(), usedforsecurity=False).hexdigest()[:8]
    return f"{digest}_{value.rjust(_ADDRESS_WIDTH, '_')}"
