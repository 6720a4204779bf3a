"""What is kept of each item that was read: its ids, what is known of it, and its primary key.

Trees are joined by ids alone. What is known of an item is the item itself, or already what is shown of it: so a record
that is plain becomes a part of the answer without becoming an item on its way.
"""

from collections.abc import Callable
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any

from entities.item import Item

IdValues = tuple[Any, ...]
"""The ids of an item, in the order of `id_names`."""
Place = tuple[Any, ...]
"""The values of an item's primary key."""
Row = tuple[IdValues, Any, Place]
"""The ids of an item, the item or a dict with what is shown of it, and its place."""
Kept = dict[Place, Row]
"""Items of one type, each once."""

JoinValues = Any
"""Some ids of an item; the id itself where it is one."""


@cache
def id_names(entity: type[Item]) -> tuple[str, ...]:
    """The names of a type's ids. Those of the sort key come first: whoever sorts ids sorts in reading order."""
    sort = entity.key.sort.names if entity.key.sort else ()
    return tuple(dict.fromkeys((*sort, *entity.key.partition.names)))


@cache
def ids_getter(entity: type[Item], *names: str) -> Callable[[IdValues], JoinValues]:
    """Takes some of a type's ids, as a key for lookups."""
    places = [id_names(entity).index(name) for name in names]
    return itemgetter(*places) if places else lambda _: ()


def row_of(item: Item) -> Row:
    """The row of an item that its model has read."""
    return ids_of(item), item, item.place


def ids_of(item: Item) -> IdValues:
    """The ids of an item."""
    names = id_names(type(item))
    found = attrgetter(*names)(item)
    return found if len(names) > 1 else (found,)
