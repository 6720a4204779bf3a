"""An item with any part of what belongs to it, planned once per shape and read in as few steps as it takes."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from entities.item import Item
from loaders.carry_out import Bag, carry_out
from loaders.join import Branch, Selection, joined, values_of
from loaders.plan import Plan, Wanted
from loaders.planner import make_plan
from loaders.reading import Reading
from loaders.relations import RELATIONS


@dataclass(frozen=True)
class Shape:
    """A selection as something that a plan can be remembered by."""

    root: type[Item]
    relations: tuple[tuple[str, "Shape"], ...]
    holds_root: bool
    """Whether the root itself is still to be read."""
    absent: tuple[str, ...] = ()
    """Fields in the key of the root that it does not have."""


def load_trees(
    reading: Reading, root: type[Item], ids: Sequence[Mapping[str, Any]], selection: Selection
) -> list[Branch | None]:
    """The items with these ids and what is selected below them, in the order of the ids; None where there is none."""
    names = sorted(root.key.names)
    branches: dict[tuple[Any, ...], Branch] = {}
    for absent, those in _by_absence(names, ids).items():
        bag = _collect(reading, replace(shape_of(root, selection), absent=absent), those)
        roots = [item for name in bag for item in bag[name] if type(item) is root]
        branches |= {values_of(branch.item, names): branch for branch in joined(roots, selection, bag)}
    return [branches.get(tuple(each.get(name) for name in names)) for each in ids]


def grow(reading: Reading, roots: Sequence[Item], selection: Selection) -> list[Branch]:
    """What is selected below items that are there already."""
    if not selection or not roots:
        return [Branch(item) for item in roots]
    shape = shape_of(type(roots[0]), selection, holds_root=False)
    ids = [{name: getattr(item, name) for name in shape.root.key.names} for item in roots]
    return joined(roots, selection, _collect(reading, shape, ids))


def shape_of(root: type[Item], selection: Selection, *, holds_root: bool = True) -> Shape:
    """The shape of a selection: relations in any order are the same."""
    relations = (
        (name, shape_of(child, below))
        for name, below in sorted(selection.items())
        if name in RELATIONS.get(root, {})
        for child in RELATIONS[root][name].children
    )
    return Shape(root, tuple(relations), holds_root)


@lru_cache(maxsize=1024)
def plan_for(shape: Shape) -> Plan:
    """The plan for a shape; the same for all ids."""
    return make_plan(tuple(_wanted(shape).values()))


def _by_absence(
    names: Sequence[str], ids: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, ...], list[Mapping[str, Any]]]:
    """Ids by the parts of the key that they do without: each such group has a plan of its own."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for each in ids:
        groups[tuple(name for name in names if each.get(name) is None)].append(each)
    return groups


def _collect(reading: Reading, shape: Shape, roots: Sequence[Mapping[str, Any]]) -> Bag:
    return carry_out(reading, plan_for(shape), _wanted(shape), roots)


@lru_cache(maxsize=1024)
def _wanted(shape: Shape) -> dict[str, Wanted]:
    """The types of a shape; a type that occurs twice is read once."""
    known: dict[str, str | None] = {name: None if name in shape.absent else name for name in shape.root.key.names}
    root = Wanted(shape.root, known)
    found = {root.name: root} if shape.holds_root else {}
    _add_below(shape, root, known, found)
    return found


def _add_below(shape: Shape, parent: Wanted, ids: Mapping[str, str | None], found: dict[str, Wanted]) -> None:
    for name, below in shape.relations:
        relation = RELATIONS[shape.root][name]
        shared = relation.shared(shape.root).items()
        known = {own: ids[theirs] for own, theirs in shared if theirs in ids} | dict.fromkeys(relation.absent)
        gives = {each: each for each in below.root.key.names if each not in known}
        child = Wanted(below.root, known, gives, parent, relation.newest)
        child = found.setdefault(child.name, child)
        _add_below(below, child, ids, found)
