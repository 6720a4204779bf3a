"""A cache of answers of the Places API, and how often each was queried."""

from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import Annotated, ClassVar

from pydantic import Field

from commands.expiry import expiry
from commands.input_types import CountedTime
from commands.inputs import Input
from commands.receipts.receipt_writes import check_size
from entities.attributes import Record
from entities.fields import JsonText, Timestamp
from entities.receipts.places import PlacesCache, SearchType, padded_value
from loaders.current import Found, read_found
from loaders.dynamo.writes import Changes, Condition, Update
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
    expires_at: CountedTime | None = None
    """When DynamoDB may delete the answer automatically; if left out, it is kept."""
    queried_at: Timestamp | None = None
    """When the place was looked up; defaults to now. Repeats with the same given time are counted once."""


def cache_place(request: Request, input: CachePlaceInput) -> PlacesCache:
    """Store an answer and count the query. A repeat with the same time is counted once."""
    at = input.queried_at or request.now
    values = input.only("queried_at", "expires_at") | {"updated_by": request.caller.name}
    place = PlacesCache(**values, expires_at=expiry(request, input.expires_at), last_updated=at, query_count=1)
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
    ours, theirs = request.session.batch_get(place.table, [key, as_upstream], is_consistent=True)
    found = (read_found(request, PlacesCache, record) for record in (ours, theirs) if record)
    live = next((each for each in found if each), None)
    if ours and not live:
        _delete_expired(request, ours)
    return live


def _delete_expired(request: Request, record: Record) -> None:
    """Delete an answer whose time is over. DynamoDB does so days later, and takes what was added to it along."""
    item = request.read(PlacesCache, record)
    if item is None or not request.is_expired(item):
        return
    table, ttl = PlacesCache.table, str(PlacesCache.table.ttl)
    with suppress(Conflict):  # another caller has replaced it, or DynamoDB has deleted it
        request.session.delete(table, table.key_of(record), Condition(equals={ttl: record[ttl]}))


def _token(place: PlacesCache, at: datetime) -> str:
    """A token that is the same for the same query: DynamoDB does it once within ten minutes."""
    said = f"{place.primary_key()}{at.isoformat()}{place.model_dump_json(exclude={'query_count'})}"
    return sha256(said.encode()).hexdigest()[:36]


def _read_back(request: Request, place: PlacesCache, key: Record) -> PlacesCache:
    record = request.session.get(place.table, key, is_consistent=True)
    found = read_found(request, PlacesCache, record) if record else None
    if found is None:
        raise Conflict("The answer was stored, and deleted by another caller at once. Try again.")
    return found.item
