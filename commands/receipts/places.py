"""A cache of answers of the Places API, and how often each was queried."""

from datetime import datetime
from hashlib import sha256
from typing import Annotated, ClassVar

from pydantic import Field

from commands.inputs import Input
from commands.receipts.receipt_writes import check_size
from entities.attributes import Record
from entities.fields import JsonText, Timestamp
from entities.receipts.places import PlacesCache, SearchType, padded_value
from loaders.current import Found
from loaders.dynamo.writes import Changes, Update
from loaders.errors import Conflict
from loaders.request import Request

COUNT = "query_count"


class CachePlaceInput(Input):
    """An answer of the Google Places API to store, or another use of one that is stored."""

    about: ClassVar[str] = "PlacesCache"

    search_type: SearchType
    search_value: Annotated[str, Field(min_length=1)]
    place_id: Annotated[str, Field(min_length=1)]
    places_response: JsonText = None
    validation_status: str | None = None
    """Whether the answer was checked, as free text such as `OK`."""
    normalized_value: str | None = None
    value_hash: str | None = None
    expires_at: Timestamp | None = None
    """When DynamoDB may delete the answer automatically; if left out, it is kept."""
    queried_at: Timestamp | None = None
    """When the place was looked up; defaults to now. Repeats with the same given time are counted once."""


def cache_place(request: Request, input: CachePlaceInput) -> PlacesCache:
    """Store an answer and count the query. A repeat with the same time is counted once."""
    at = input.queried_at or request.now
    values = input.only("queried_at") | {"updated_by": request.caller.name}
    place = PlacesCache(**values, last_updated=at, query_count=1)
    check_size(place)
    found = _found(request, place)
    if found and input.queried_at and found.item.last_updated == at and found.item.place_id == place.place_id:
        return found.item
    record = place.to_record()
    key = place.table.key_of(found.record if found else record)
    values = {name: value for name, value in record.items() if name not in {*key, COUNT}}
    action = Update(place.table, key, Changes(set=values, add={COUNT: 1}))
    request.session.transact_write([action], _token(place, at) if input.queried_at else None)
    return _read_back(request, place, key)


def _found(request: Request, place: PlacesCache) -> Found[PlacesCache] | None:
    """The stored answer for the value, under our key or under upstream's."""
    key = place.primary_key()
    as_upstream = {**key, "SK": f"VALUE#{padded_value(place.search_type, place.search_value)}"}
    records = request.session.batch_get(place.table, [key, as_upstream], is_consistent=True)
    found = (_as_found(request, record) for record in records if record)
    return next((each for each in found if each), None)


def _token(place: PlacesCache, at: datetime) -> str:
    """A token that is the same for the same query: DynamoDB does it once within ten minutes."""
    said = f"{place.primary_key()}{at.isoformat()}{place.model_dump_json(exclude={'query_count'})}"
    return sha256(said.encode()).hexdigest()[:36]


def _read_back(request: Request, place: PlacesCache, key: Record) -> PlacesCache:
    record = request.session.get(place.table, key, is_consistent=True)
    found = _as_found(request, record) if record else None
    if found is None:
        raise Conflict("The answer was stored, and deleted by another caller at once. Try again.")
    return found.item


def _as_found(request: Request, record: Record) -> Found[PlacesCache] | None:
    item = next(request.items(PlacesCache.table, [record], PlacesCache), None)
    return Found(item, record) if isinstance(item, PlacesCache) else None
