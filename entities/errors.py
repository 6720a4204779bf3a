"""What can go wrong with stored data.

EntityError
├── BadKey        a template that cannot work: found when a class is declared, never at run time
├── BadKeyValue   a value that must not go into a key: it would forge a segment, break the order or be refused
└── Unreadable    a stored item that no reader could make sense of; it names the item
"""

from collections.abc import Mapping
from typing import Any


class EntityError(Exception):
    """Anything wrong with an entity, its keys or its stored item."""


class BadKey(EntityError):
    """A key template that contradicts its class or its table."""


class BadKeyValue(EntityError, ValueError):
    """A value that cannot be carried by the key that it belongs to."""

    def __init__(self, field: str, value: object, why: str) -> None:
        super().__init__(f"{field}: {value!r} {why}")
        self.field = field
        self.value = value
        self.why = why


class Unreadable(EntityError):
    """An item that is stored but cannot be read; `key` says which one."""

    def __init__(self, type_name: str, key: Mapping[str, Any], why: str) -> None:
        where = ", ".join(f"{name}={value}" for name, value in key.items())
        super().__init__(f"{type_name} ({where}): {why}")
        self.type_name = type_name
        self.key = dict(key)
        self.why = why
