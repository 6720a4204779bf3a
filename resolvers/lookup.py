"""What resolver functions give and get besides items: ids that stand for an item, and the parents of a field."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from entities.errors import BadKeyValue
from entities.item import Item
from loaders.reading import Reading

T = TypeVar("T")


@dataclass(frozen=True)
class Lookup:
    """The item of a type with these ids. Left unread, so that it is read together with what is selected below it."""

    entity: type[Item]
    ids: Mapping[str, Any]

    @property
    def can_exist(self) -> bool:
        """Whether anything can be stored under these ids; what cannot is simply not there."""
        try:
            return bool(self.entity.key_for(**self.ids))
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


def for_each(reading: Reading, parents: Sequence[Parent], answer: Callable[[Parent], T], *names: str) -> list[T]:
    """One answer for each parent, side by side; parents with the same values of these names share one."""
    places = [tuple(parent.get(name) for name in names) for parent in parents]
    distinct = dict(zip(places, parents, strict=True))
    answers = reading.session.together(*(partial(answer, parent) for parent in distinct.values()))
    by_place = dict(zip(distinct, answers, strict=True))
    return [by_place[place] for place in places]
