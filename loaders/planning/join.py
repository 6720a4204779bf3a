"""Joins items by the ids that they share, level by level, in reading order."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from entities.item import Item
from loaders.planning.plan import wanted_name
from loaders.planning.relations import Relation, relations_of
from loaders.planning.taking import Bag, JoinValues, ids_getter

SelectedRelations = Mapping[str, "SelectedRelations"]
"""The relations selected below an item, by name, each with those selected below it."""


@dataclass(slots=True)
class Branch:
    """An item, and what was selected below it."""

    item: Item
    below: dict[str, "list[Branch] | Branch | None"] = field(default_factory=dict)


def joined(roots: Sequence[Item], selection: SelectedRelations, bag: Bag) -> list[Branch]:
    """The roots, which are of one type, each with what was selected below it."""
    branches = [Branch(item) for item in roots]
    level = [(branches, selection)] if branches else []
    while level:
        level = [each for parents, selected in level for each in _attach(parents, selected, bag)]
    return branches


@cache
def reading_order(entity: type[Item]) -> Callable[[Item], Any]:
    """Sorts items of a type in the order of their sort keys: by number, by time, by name."""
    names = entity.key.sort.names if entity.key.sort else ()
    if entity.required >= set(names):
        return ids_getter(*names)
    return lambda item: tuple((getattr(item, name) is not None, getattr(item, name)) for name in names)


def _attach(
    parents: list[Branch], selection: SelectedRelations, bag: Bag
) -> Iterator[tuple[list[Branch], SelectedRelations]]:
    """Give parents of one type their children; those of each type, with what is selected below them."""
    relations = relations_of(type(parents[0].item))
    for name, below in selection.items():
        if name in relations:
            yield from ((children, below) for children in _join(parents, name, relations[name], bag) if children)


def _join(parents: list[Branch], name: str, relation: Relation, bag: Bag) -> list[list[Branch]]:
    """Give each parent its children."""
    shared = relation.shared(type(parents[0].item))
    own, of_parent = ids_getter(*shared), ids_getter(*shared.values())
    groups: dict[JoinValues, list[Branch]] = defaultdict(list)
    by_type: list[list[Branch]] = []
    for child in relation.children:
        items = sorted(bag.get(wanted_name(child, relation), {}).values(), key=reading_order(child))
        by_type.append([Branch(item, {}) for item in items])
        for branch, ids in zip(by_type[-1], map(own, items), strict=True):
            groups[ids].append(branch)
    for parent in parents:
        children = groups.get(of_parent(parent.item), [])
        parent.below[name] = children if relation.is_list else next(iter(children[-1:]), None)
    return by_type
