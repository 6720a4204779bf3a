"""Items built from input. A value that cannot be stored, or sent to subscribers, is refused by its field."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import orjson
from pydantic import ValidationError

from commands.bad_input import bad_input, refused
from entities.attributes import check_storable, encode
from entities.errors import BadKeyValue
from entities.item import Item, ItemType

MAX_SHOWN_BYTES = 200_000
"""A message to subscribers may have 240 KB, and escaped quotes and line ends make an item longer in it than here."""


def build_item(
    entity: type[ItemType], path: str = "", names: Mapping[str, str] | None = None, **values: Any
) -> ItemType:
    """The item with these values. Errors name the place in the input, which begins with `path`.

    `names` has the input's names of attributes that are called differently there.
    """
    try:
        item = entity(**values)
    except (BadKeyValue, ValidationError) as error:
        raise bad_input(error, path) from None
    check_values(item, path, names or {})
    return item


def check_values(item: Item, path: str = "", names: Mapping[str, str] = MappingProxyType({})) -> None:
    """Refuse numbers that DynamoDB cannot hold, and items too large for subscribers."""
    for name, value in item.to_record().items():
        try:
            check_storable(value)
            encode(value)
        except ValueError as error:
            raise refused(path, names.get(name, name), error, value) from None
    shown = item.model_dump(mode="json", exclude_none=True)
    if len(orjson.dumps(shown)) > MAX_SHOWN_BYTES:
        longest = max(shown, key=lambda name: len(orjson.dumps(shown[name])))
        name = names.get(longest, longest)
        why = f"is too long: the whole item may have at most {MAX_SHOWN_BYTES // 1000} KB as JSON"
        raise refused(path, name, why, shown[longest])
