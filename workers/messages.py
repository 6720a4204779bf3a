"""What a change in a table means to subscribers: stream records in, messages out. Nothing is read or sent here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import orjson

from entities.attributes import Record, decode_item
from entities.item import Item
from entities.registry import type_of
from entities.tables import Table
from resolvers.routing.announcement import Announcement, Occasion
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.runtime.fields import show_part
from resolvers.runtime.ids import global_id
from resolvers.runtime.sent import AUDIENCE, selection_of, sent_of

MAX_BYTES = 200_000
"""AppSync silently drops messages above 240 KB, and that limit includes what it adds around them."""

StreamRecord = Mapping[str, Any]


@dataclass(frozen=True)
class Message:
    """One message to subscribers."""

    announcement: Announcement
    item: dict[str, Any]
    event_id: str
    """Identifies the change, so it is the same however often the message is sent."""

    @property
    def query(self) -> str:
        """The mutation that publishes it, selecting everything that it holds and subscribers may select."""
        name = self.announcement.mutation
        selection = selection_of(self.announcement, [each for each in self.announcement.relations if each in self.item])
        return f"mutation ($item: AWSJSON!, $eventId: ID) {{ {name}(item: $item, eventId: $eventId) {selection} }}"

    @property
    def body(self) -> bytes:
        """The request to AppSync."""
        variables = {"item": orjson.dumps(self.item).decode(), "eventId": self.event_id}
        return orjson.dumps({"query": self.query, "variables": variables})

    @property
    def is_too_large(self) -> bool:
        """Whether AppSync might drop it."""
        return len(orjson.dumps(self.item)) > MAX_BYTES

    def adding(self, **fields: Any) -> Self:
        """The same message with more in it."""
        return replace(self, item={**self.item, **fields})


@dataclass(frozen=True)
class ItemChange:
    """One record of a stream: an item before and after."""

    table: Table
    record: StreamRecord

    @cached_property
    def old(self) -> Item | None:
        return self._item(self.old_record)

    @cached_property
    def new(self) -> Item | None:
        return self._item(self.new_record)

    @cached_property
    def new_record(self) -> Record:
        return self._image("NewImage")

    @cached_property
    def old_record(self) -> Record:
        return self._image("OldImage")

    @property
    def event(self) -> str:
        """As DynamoDB names it."""
        images = self.record["dynamodb"]
        if not images.get("NewImage"):
            return "REMOVE"
        return "MODIFY" if images.get("OldImage") else "INSERT"

    @property
    def event_id(self) -> str:
        return f"{self.record.get('eventSourceARN', self.table.name)}/{self.record['eventID']}"

    def _image(self, name: str) -> Record:
        image = self.record["dynamodb"].get(name)
        return decode_item(image) if image else {}

    def _item(self, record: Record) -> Item | None:
        entity = type_of(self.table, record) if record else None
        return entity.from_record(record) if entity else None


def messages(change: ItemChange) -> Iterator[Message]:
    """The messages about an item itself: if it is new, or looks different than before."""
    for announcement in ANNOUNCEMENTS:
        if announcement.made or change.event not in announcement.occasion.events or change.new is None:
            continue
        if type(change.new).__name__ in announcement.entities:
            shown = shown_item(announcement, change.new)
            if announcement.occasion is Occasion.CREATION or shown != _before(announcement, change):
                yield Message(announcement, shown, change.event_id)


def shown_item(announcement: Announcement, item: Item) -> dict[str, Any]:
    """An item as it is told: its own fields, as far as they are sent."""
    own = sent_of(announcement).own
    fields = {name: value for name, value in show_part(item).items() if name in own}
    return {"__typename": type(item).__name__, "id": global_id(item), **fields}


def announcement_of(field_name: str) -> Announcement:
    """The announcement of a subscription."""
    (found,) = (each for each in ANNOUNCEMENTS if each.signature.field_name == field_name)
    return found


def with_audience(message: Message, audience: str) -> Message:
    """The same message, for these receivers only."""
    return message.adding(**{AUDIENCE: audience})


def _before(announcement: Announcement, change: ItemChange) -> dict[str, Any] | None:
    return shown_item(announcement, change.old) if change.old else None
