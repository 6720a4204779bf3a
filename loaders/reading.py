"""How stored items are read for one selection: what DynamoDB has to send, and the short way from there to an answer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from entities.attributes import Record
from entities.item import Item
from loaders.dynamo.requests import ItemForm
from loaders.rows import Kept

ReadPlain = Callable[[Sequence[Record], Kept, datetime], list[Record]]
"""Reads records of one type as DynamoDB sends them. Keeps a row with what is shown of each that is plain and has not
expired at this moment; returns those that are not plain: their model reads them, which knows every format."""


@dataclass(frozen=True, eq=False)
class Reading:
    """How items of one type are read."""

    attributes: frozenset[str] | None = None
    """The attributes that are needed; None if the whole item is."""
    read: ReadPlain | None = None
    """The short way, if the type has one."""


WHOLE = Reading()
"""The whole item, read by its model."""

Readings = Mapping[type[Item], Reading]
"""By the type; a type that is missing here is read whole."""


def form_of(readings: Iterable[Reading]) -> ItemForm:
    """The form of items that all of these need together: whole items if one of them does."""
    found = list(readings)
    named = [each.attributes for each in found if each.attributes is not None]
    is_few = named and len(named) == len(found)
    return ItemForm(frozenset[str]().union(*named) if is_few else None, any(each.read for each in found))
