"""The one equality of items. It tells a repeat, which changes nothing, from a conflict."""

from collections.abc import Collection, Mapping
from typing import Any

from commands.authors import AUTHORS
from entities.item import Item, ItemType
from loaders.errors import Outdated


def says_the_same(item: Item, wanted: Item | Mapping[str, Any], *, ignoring: Collection[str] = ()) -> bool:
    """Whether a stored item has the values of another one, or of a mapping, apart from the fields to ignore."""
    return not _differences(item, wanted, ignoring)


def same_or_refused(
    item: ItemType,
    wanted: Item | Mapping[str, Any],
    *,
    ignoring: Collection[str] = (),
    advice: str = "Change the existing one, or use another id.",
) -> ItemType:
    """The stored item, if it says the same. Otherwise a conflict that names the fields that differ."""
    different = _differences(item, wanted, ignoring)
    if different:
        names = ", ".join(f"`{name}`" for name in different)
        raise Outdated(f"This {type(item).__name__} exists already and differs in {names}. {advice}", item)
    return item


def _differences(item: Item, wanted: Item | Mapping[str, Any], ignoring: Collection[str]) -> list[str]:
    values = wanted if isinstance(wanted, Mapping) else _data(wanted)
    return [name for name, value in values.items() if name not in ignoring and getattr(item, name) != value]


def _data(item: Item) -> dict[str, Any]:
    """The fields of an item, but for those that say who stored it."""
    return {name: getattr(item, name) for name in type(item).model_fields if name not in AUTHORS}
