"""Items of which only the ids are known: they can be placed and joined like any other.

What is shown of such an item was read straight from its record, and lies beside the ids. Nothing else of it can be
asked for: an attribute that was not read is an AttributeError, never None.
"""

from typing import Any

from entities.item import Item

_NEW = object.__new__
_DICT = next(vars(cls)["__dict__"] for cls in Item.__mro__ if "__dict__" in vars(cls))
_SHOWN = vars(Item)["_shown"]
_PLACE = vars(Item)["_place"]  # slots, set directly: this is done for every item of an answer


def sketched(entity: type[Item], ids: dict[str, Any], place: tuple[Any, ...], shown: dict[str, Any]) -> Item:
    """An item with these ids, the values of its primary key, and what is shown of it."""
    item: Item = _NEW(entity)
    _DICT.__set__(item, ids)
    _PLACE.__set__(item, place)
    _SHOWN.__set__(item, shown)
    return item


def shown_of(item: Item) -> dict[str, Any] | None:
    """What is shown of a sketched item; None for every other."""
    found: dict[str, Any] | None = getattr(item, "_shown", None)
    return found
