"""Answers of the Places API, kept so that nobody asks twice, and how often each was wanted."""

from datetime import datetime
from hashlib import sha256
from typing import Annotated, ClassVar

from pydantic import Field

from entities.attributes import Record
from entities.fields import JsonText, Timestamp
from entities.receipts.places import PlacesCache, SearchType, padded_value
from loaders.dynamo.writes import Changes, Update
from loaders.errors import Conflict
from loaders.reading import Reading
from loaders.writing import Found
from resolvers.inputs import Input
from resolvers.mutations.below import check_size

COUNT = "query_count"


class CachePlaceInput(Input):
    """An answer of the Places API, or another use of it."""

    about: ClassVar[str] = "PlacesCache"

    search_type: SearchType
    search_value: Annotated[str, Field(min_length=1)]
    place_id: Annotated[str, Field(min_length=1)]
    places_response: JsonText = None
    validation_status: str | None = None
    normalized_value: str | None = None
    value_hash: str | None = None
    expires_at: Timestamp | None = None
    queried_at: Timestamp | None = None


def cache_place(reading: Reading, input: CachePlaceInput) -> PlacesCache:
    """One more query of the answer. The same query again, told by its time, is not counted twice."""
    at = input.queried_at or reading.now
    place = PlacesCache(**input.only("queried_at"), last_updated=at, query_count=1)
    check_size(place)
    found = _found(reading, place)
    if found and input.queried_at and found.item.last_updated == at and found.item.place_id == place.place_id:
        return found.item
    record = place.to_record()
    key = place.table.key_of(found.record if found else record)
    values = {name: value for name, value in record.items() if name not in {*key, COUNT}}
    action = Update(place.table, key, Changes(set=values, add={COUNT: 1}))
    reading.session.transact_write([action], _token(place, at) if input.queried_at else None)
    return _read_back(reading, place, key)


def _found(reading: Reading, place: PlacesCache) -> Found[PlacesCache] | None:
    """What is kept about the value, under our key or under upstream's."""
    key = place.primary_key()
    as_upstream = {**key, "SK": f"VALUE#{padded_value(place.search_type, place.search_value)}"}
    records = reading.session.batch_get(place.table, [key, as_upstream], is_consistent=True)
    found = (_as_found(reading, record) for record in records if record)
    return next((each for each in found if each), None)


def _token(place: PlacesCache, at: datetime) -> str:
    """The same for the same query, however often it is sent: DynamoDB does it once within ten minutes."""
    said = f"{place.primary_key()}{at.isoformat()}{place.model_dump_json(exclude={'query_count'})}"
    return sha256(said.encode()).hexdigest()[:36]


def _read_back(reading: Reading, place: PlacesCache, key: Record) -> PlacesCache:
    record = reading.session.get(place.table, key, is_consistent=True)
    found = _as_found(reading, record) if record else None
    if found is None:
        raise Conflict("This was kept as asked, and then somebody deleted it.")
    return found.item


def _as_found(reading: Reading, record: Record) -> Found[PlacesCache] | None:
    item = next(reading.items(PlacesCache.table, [record], PlacesCache), None)
    return Found(item, record) if isinstance(item, PlacesCache) else None
