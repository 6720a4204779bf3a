"""Global ids: the type of an item and its primary key, opaque to clients."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from entities.attributes import Record
from entities.item import MAX_PARTITION_BYTES, MAX_SORT_BYTES, Item
from entities.registry import all_types

MAX_LENGTH = 8192
LONGEST = (MAX_PARTITION_BYTES, MAX_SORT_BYTES)
LARGEST = 2**63


def global_id(item: Item) -> str:
    """The id of an item; it stays the same as long as the item's primary key does."""
    return global_id_of(type(item), tuple(item.primary_key().values()))


def global_id_of(entity: type[Item], place: tuple[Any, ...]) -> str:
    """The same for an item of which only the primary key is known."""
    values = [entity.__name__, *place]
    text = json.dumps(values, separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_global_id(text: str) -> tuple[type[Item], Record] | None:
    """The type and the primary key that an id stands for; None if it is not one of our ids."""
    if len(text) > MAX_LENGTH or not text.isascii():
        return None
    try:
        return _checked(json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    except (ValueError, RecursionError):
        return None


def _can_be_key(value: str | int, longest: int) -> bool:
    """Whether DynamoDB could hold such a value in a key."""
    if isinstance(value, int):
        return abs(value) < LARGEST
    return 0 < len(value.encode()) <= longest  # half a pair of UTF-16 is a ValueError


def _checked(values: Any) -> tuple[type[Item], Record] | None:
    name, *key = values if isinstance(values, list) and values else [None]
    entity = all_types().get(name) if isinstance(name, str) else None
    if entity is None:
        return None
    index = entity.table.key
    kinds = {"S": str, "N": int}
    expected = [kinds[kind] for kind in index.types[: len(index.attributes)]]
    if [type(value) for value in key] != expected or not all(map(_can_be_key, key, LONGEST)):
        return None
    return entity, dict(zip(index.attributes, key, strict=True))
