"""Joins items by the ids that they share, level by level, in reading order."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from entities.item import Item
from loaders.planning.executor import Bag
from loaders.planning.plan import wanted_name
from loaders.planning.relations import Relation, relations_of

SelectedRelations = Mapping[str, "SelectedRelations"]
"""The relations selected below an item, by name, each with those selected below it."""


@dataclass(slots=True)
class Branch:
    """An item, and what was selected below it."""

    item: Item
    below: dict[str, "list[Branch] | Branch | None"] = field(default_factory=dict)


def joined(roots: Sequence[Item], selection: SelectedRelations, bag: Bag) -> list[Branch]:
    """The roots, each with what was selected below it."""
    branches = [Branch(item) for item in roots]
    level = [(branches, selection)]
    while level:
        level = [each for parents, selected in level for each in _attach(parents, selected, bag)]
    return branches


def reading_order(item: Item) -> tuple[Any, ...]:
    """Items in the order of their sort keys: by number, by time, by name."""
    sort = type(item).key.sort
    names = sort.names if sort else ()
    return tuple((getattr(item, name) is not None, getattr(item, name)) for name in names)


def values_of(item: Item, names: Sequence[str]) -> tuple[Any, ...]:
    """The values of these fields, as a key for lookups."""
    return tuple(getattr(item, name) for name in names)


def _attach(
    parents: list[Branch], selection: SelectedRelations, bag: Bag
) -> Iterator[tuple[list[Branch], SelectedRelations]]:
    by_type: dict[type[Item], list[Branch]] = defaultdict(list)
    for parent in parents:
        by_type[type(parent.item)].append(parent)
    for entity, those in by_type.items():
        for name, below in selection.items():
            if name in relations_of(entity):
                yield _join(those, name, relations_of(entity)[name], bag), below


def _join(parents: list[Branch], name: str, relation: Relation, bag: Bag) -> list[Branch]:
    """Give each parent its children."""
    shared = relation.shared(type(parents[0].item))
    groups: dict[tuple[Any, ...], list[Item]] = defaultdict(list)
    for child in relation.children:
        for item in sorted(bag.get(wanted_name(child, relation), []), key=reading_order):
            groups[values_of(item, list(shared))].append(item)
    made: list[Branch] = []
    for parent in parents:
        children = [Branch(item) for item in groups.get(values_of(parent.item, list(shared.values())), [])]
        made += children
        parent.below[name] = children if relation.is_list else next(iter(children[-1:]), None)
    return made
