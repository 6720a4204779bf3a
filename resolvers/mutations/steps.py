"""Statuses that lead to others: a step is taken once, and whoever takes it again finds it taken."""

from collections.abc import Collection, Mapping
from typing import Any

from entities.item import Item, ItemType
from loaders.errors import Outdated
from loaders.writing import revised


def step(
    item: ItemType,
    to: Any,
    leads_to: Mapping[Any, Collection[Any]],
    *,
    given: Mapping[str, Any],
    stamps: Mapping[str, Any],
) -> ItemType:
    """The item in its next status, with what the caller gave and our own stamps; itself where it is there already.

    Another status than the present one leads to is refused, and so is the same status with other words.
    """
    now: Any = item.status  # type: ignore[attr-defined]
    if now is to:
        return same(item, given)
    if to not in leads_to.get(now, ()):
        raise Outdated(f"This {type(item).__name__} is {now.name}; that does not lead to {to.name}.", item)
    return revised(item, **{**stamps, **given, "status": to})


def same(item: ItemType, given: Mapping[str, Any]) -> ItemType:
    """The item, if it says what is given; otherwise a conflict that shows what it says."""
    if not says(item, given):
        raise Outdated(f"This {type(item).__name__} is there already, and says something else.", item)
    return item


def says(item: Item, given: Mapping[str, Any]) -> bool:
    """Whether the item has these values."""
    return all(getattr(item, name) == value for name, value in given.items())
