"""What can go wrong with stored data.

EntityError
├── BadKey          an invalid key template: found when it is declared, never at run time
├── BadDeclaration  an invalid stored type: found when its class is created, never at run time
├── BadKeyValue     a value that must not go into a key: it would forge a segment, break the order or be rejected
└── Unreadable      a stored item that is malformed; the error identifies the item
"""

from collections.abc import Mapping, Sequence
from typing import Any


class EntityError(Exception):
    """Anything wrong with an entity, its keys or its stored item."""


class BadKey(EntityError):
    """A key template that contradicts itself."""


class BadDeclaration(EntityError):
    """A class whose items could not be stored and read back."""

    def __init__(self, class_name: str, problems: Sequence[str]) -> None:
        super().__init__("; ".join(f"{class_name} {each}" for each in problems))
        self.problems = tuple(problems)


class BadKeyValue(EntityError, ValueError):
    """A value that cannot be part of its key."""

    def __init__(self, field: str, value: object, why: str) -> None:
        super().__init__(f"{field}: {value!r} {why}")
        self.field = field
        self.value = value
        self.why = why


class Unreadable(EntityError):
    """An item that is stored but cannot be read; `key` is its primary key."""

    def __init__(self, type_name: str, key: Mapping[str, Any], why: str) -> None:
        where = ", ".join(f"{name}={value}" for name, value in key.items())
        super().__init__(f"{type_name} ({where}): {why}")
        self.type_name = type_name
        self.key = dict(key)
        self.why = why
