"""What a change in a table means to subscribers: stream records in, messages out. Nothing is read or sent here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

import orjson
from pydantic import BaseModel

from entities.attributes import Record, decode_item
from entities.item import Item
from entities.registry import all_types, type_of
from entities.tables import Table
from resolvers.routing.announcements import ANNOUNCEMENTS, Announcement
from resolvers.runtime.fields import own_fields, parts_of, show_part
from resolvers.runtime.ids import global_id

MAX_BYTES = 200_000
"""AppSync silently drops messages above 240 KB, and that limit includes what it adds around them."""

CUT = "… (cut: the whole text is in the item)"
_LONGEST_TEXT = 20_000


@dataclass(frozen=True)
class Message:
    """One message to subscribers."""

    announcement: Announcement
    item: dict[str, Any]
    event_id: str
    """Identifies the change, so it is the same however often the message is sent."""

    @property
    def query(self) -> str:
        """The mutation that publishes it, selecting everything that subscribers may select."""
        name = self.announcement.mutation
        selection = selection_of(self.announcement)
        return f"mutation ($item: AWSJSON!, $eventId: ID) {{ {name}(item: $item, eventId: $eventId) {selection} }}"

    @property
    def body(self) -> bytes:
        """The request to AppSync."""
        variables = {"item": orjson.dumps(self.item).decode(), "eventId": self.event_id}
        return orjson.dumps({"query": self.query, "variables": variables})


def messages(table: Table, record: Mapping[str, Any]) -> Iterator[Message]:
    """The messages for a stream record: for new items, and for items that look different than before."""
    new, old = (_item(table, record["dynamodb"].get(image)) for image in ("NewImage", "OldImage"))
    if new is None:
        return
    event_id = f"{record.get('eventSourceARN', table.name)}/{record['eventID']}"
    for announcement in ANNOUNCEMENTS:
        if announcement.entity == type(new).__name__:
            shown, before = _shown(announcement, new), _shown(announcement, old)
            if shown is not None and shown != before:
                yield Message(announcement, within_limit(shown), event_id)


@cache
def selection_of(announcement: Announcement) -> str:
    """All own fields of the announced type: subscribers receive only what the mutation selects."""
    cls = _class_of(announcement)
    return _selection(cls, ("__typename", "id") if issubclass(cls, Item) else ("__typename",))


def within_limit(shown: dict[str, Any]) -> dict[str, Any]:
    """A message that AppSync will not drop: long strings are cut, then the largest fields are left out."""
    if len(orjson.dumps(shown)) <= MAX_BYTES:
        return shown
    cut = {name: _cut(value) for name, value in shown.items()}
    while len(orjson.dumps(cut)) > MAX_BYTES:
        largest = max(cut, key=lambda name: len(orjson.dumps(cut[name])))
        cut = {name: value for name, value in cut.items() if name != largest}
    return cut


def _item(table: Table, image: Mapping[str, Any] | None) -> Item | None:
    record: Record = decode_item(image) if image else {}
    entity = type_of(table, record) if record else None
    return entity.from_record(record) if entity else None


def _shown(announcement: Announcement, item: Item | None) -> dict[str, Any] | None:
    """The item rendered as the announced type; None if the item does not concern that type."""
    if item is None:
        return None
    if announcement.shown_by:
        module, name = announcement.shown_by.split(":")
        part: BaseModel | None = getattr(import_module(module), name)(item)
        return {"__typename": type(part).__name__, **show_part(part)} if part else None
    return {"__typename": type(item).__name__, "id": global_id(item), **show_part(item)}


def _class_of(announcement: Announcement) -> type[BaseModel]:
    name = announcement.signature.returns.name
    if not announcement.shown_by:
        return all_types()[name]
    found: type[BaseModel] = getattr(import_module(announcement.shown_by.split(":")[0]), name)
    return found


def _selection(cls: type[BaseModel], first: tuple[str, ...] = ()) -> str:
    inner = {each.__name__: each for each in _parts(cls)}
    fields = [
        f"{field.name} {_selection(inner[field.type.name])}" if field.type.name in inner else field.name
        for field in own_fields(cls).values()
    ]
    return "{ " + " ".join([*first, *fields]) + " }"


def _parts(cls: type[BaseModel]) -> list[type[BaseModel]]:
    return [each for each in parts_of(cls) if issubclass(each, BaseModel)]


def _cut(value: Any) -> Any:
    return value[:_LONGEST_TEXT] + CUT if isinstance(value, str) and len(value) > _LONGEST_TEXT else value
