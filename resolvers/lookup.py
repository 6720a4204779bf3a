"""What resolver functions give and get besides items: ids that stand for an item, and the parents of a field."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from entities.errors import BadKeyValue
from entities.item import Item


@dataclass(frozen=True)
class Lookup:
    """The item of a type with these ids. Left unread, so that it is read together with what is selected below it."""

    entity: type[Item]
    ids: Mapping[str, Any]

    @property
    def can_exist(self) -> bool:
        """Whether anything can be stored under these ids; what cannot is simply not there."""
        try:
            return self.entity.key.format(self.ids) is not None
        except BadKeyValue:
            return False


@dataclass(frozen=True)
class Parent:
    """The object that a field belongs to, as far as it is known: its ids, and the values that the field asks for."""

    type_name: str
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str) -> Any:
        return self.values.get(name)
