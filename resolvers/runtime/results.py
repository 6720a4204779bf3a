"""What resolver functions return and receive besides items: lookups by id, and the parents of a field."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from entities.errors import BadKeyValue
from entities.item import Item
from loaders.request import Request

T = TypeVar("T")


@dataclass(frozen=True)
class Lookup:
    """The item of a type with these ids. It is not read yet, so that one plan can read it with what is below it."""

    entity: type[Item]
    ids: Mapping[str, Any]

    @property
    def can_exist(self) -> bool:
        """Whether an item could be stored under these ids; if not, there is no need to look."""
        try:
            return bool(self.entity.key_for(**self.ids))
        except BadKeyValue:
            return False


@dataclass(frozen=True)
class Parent:
    """The object that a field belongs to: its ids, and the values that the field needs."""

    type_name: str
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def get(self, name: str) -> Any:
        return self.values.get(name)


def for_each(request: Request, parents: Sequence[Parent], answer: Callable[[Parent], T], *names: str) -> list[T]:
    """One answer for each parent, computed concurrently; parents with equal values of these names share one."""
    places = [tuple(parent.get(name) for name in names) for parent in parents]
    distinct = dict(zip(places, parents, strict=True))
    answers = request.session.together(*(partial(answer, parent) for parent in distinct.values()))
    by_place = dict(zip(distinct, answers, strict=True))
    return [by_place[place] for place in places]
