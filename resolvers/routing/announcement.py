"""One kind of change that subscribers are told of: a subscription, and the mutation that the publisher calls for it.

The publisher gives the whole item as it is shown; subscribers get what they selected of it, if the arguments that they
gave equal the fields of the same names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from resolvers.routing.route import PUBLISH, READ, Route
from resolvers.routing.signatures import Signature


class Occasion(Enum):
    """What must happen to an item so that it is told of."""

    CHANGE = ("INSERT", "MODIFY")
    CREATION = ("INSERT",)
    REMOVAL = ("REMOVE",)
    ANY = ("INSERT", "MODIFY", "REMOVE")

    @property
    def events(self) -> tuple[str, ...]:
        """The events of a stream, as DynamoDB names them."""
        events: tuple[str, ...] = self.value
        return events


@dataclass(frozen=True)
class Announcement:
    """One kind of change."""

    text: str
    """The subscription as GraphQL writes it."""
    entity: str | tuple[str, ...]
    """The stored types whose changes are told."""
    description: str
    access: tuple[str, ...] = READ
    made: str = ""
    """`module:Class` of what is told, where that is made from several items; empty where the item itself is told."""
    occasion: Occasion = Occasion.CHANGE
    relations: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What is sent of single objects that the item leads to, by field: their own fields, besides `id`. The publisher
    reads them when it sends the message."""
    query: str = "node"
    """The query that answers what is not sent."""
    sends_json: bool = False
    """Whether AWSJSON is sent. A message has at most 200 KB, so new announcements leave it out."""
    without: tuple[str, ...] = ()
    """Own fields that are not sent, because they are long."""
    has_audience: bool = False
    """Whether every message says who may receive it, and subscribers get only what is meant for them."""
    arguments: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What its arguments mean, by name."""

    @cached_property
    def signature(self) -> Signature:
        return Signature(self.text)

    @property
    def entities(self) -> tuple[str, ...]:
        return (self.entity,) if isinstance(self.entity, str) else self.entity

    @property
    def mutation(self) -> str:
        """onJobStatus -> publishJobStatus"""
        return "publish" + self.signature.field_name.removeprefix("on")

    @cached_property
    def publish(self) -> Route:
        """The mutation that tells subscribers; it stores nothing."""
        returns = self.signature.returns.name
        return Route(
            f"Mutation.{self.mutation}(item: AWSJSON!, eventId: ID): {returns}",
            "",
            f"For internal use: delivers a change to the subscribers of `{self.signature.field_name}`, and stores "
            "nothing.",
            access=PUBLISH,
            arguments={
                "item": f"The changed `{returns}` as JSON, with all fields that subscribers may select.",
                "eventId": "The id of the change. The same change sent again has the same id.",
            },
        )
