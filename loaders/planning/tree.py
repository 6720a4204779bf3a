"""Reads items with any selection of what belongs to them; the plan is made once for each shape of selection."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from entities.item import Item
from loaders.planning.executor import execute_plan
from loaders.planning.join import Branch, SelectedRelations, joined
from loaders.planning.plan import Plan, Wanted
from loaders.planning.planner import make_plan
from loaders.planning.relations import relations_of
from loaders.planning.taking import Bag
from loaders.reading import WHOLE, Readings
from loaders.request import Request


@dataclass(frozen=True)
class Shape:
    """A selection in a hashable form, the key of the plan cache."""

    root: type[Item]
    relations: tuple[tuple[str, "Shape"], ...]
    holds_root: bool
    """Whether the root itself must be read too."""
    absent: tuple[str, ...] = ()
    """Fields of the root's key that have no value."""
    is_own: bool = False
    """Whether the table is ours alone."""


def load_trees(
    request: Request,
    root: type[Item],
    ids: Sequence[Mapping[str, Any]],
    selection: SelectedRelations,
    readings: Readings = MappingProxyType({}),
) -> list[Branch | None]:
    """The items with these ids and what is selected below them, in the order of the ids; None where there is none."""
    names = sorted(root.key.names)
    branches: dict[tuple[Any, ...], Branch] = {}
    for absent, those in _by_absence(names, ids).items():
        bag = _collect(request, replace(shape_of(root, selection), absent=absent), those, readings)
        roots = [
            item for items in bag.values() if type(next(iter(items.values()), None)) is root for item in items.values()
        ]
        for branch in joined(roots, selection, bag):
            branches[tuple(getattr(branch.item, name) for name in names)] = branch
    return [branches.get(tuple(each.get(name) for name in names)) for each in ids]


def load_below(
    request: Request,
    roots: Sequence[Item],
    selection: SelectedRelations,
    readings: Readings = MappingProxyType({}),
    *,
    are_all: bool = False,
) -> list[Branch]:
    """Read what is selected below items that have already been read. `are_all`: there are no others of their type."""
    if not selection or not roots:
        return [Branch(item) for item in roots]
    shape = shape_of(type(roots[0]), selection, holds_root=False)
    ids = [{name: getattr(item, name) for name in shape.root.key.names} for item in roots]
    return joined(roots, selection, _collect(request, shape, ids, readings, are_all=are_all))


def shape_of(root: type[Item], selection: SelectedRelations, *, holds_root: bool = True) -> Shape:
    """The shape of a selection; the order of relations does not matter."""
    relations = (
        (name, shape_of(child, below))
        for name, below in sorted(selection.items())
        if name in relations_of(root)
        for child in relations_of(root)[name].children
    )
    return Shape(root, tuple(relations), holds_root)


@lru_cache(maxsize=1024)
def plan_for(shape: Shape) -> Plan:
    """The plan for a shape; the same for all ids."""
    return make_plan(tuple(_wanted(shape).values()))


def _by_absence(
    names: Sequence[str], ids: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, ...], list[Mapping[str, Any]]]:
    """Ids grouped by the parts of the key that have no value: each group has its own plan."""
    groups: dict[tuple[str, ...], list[Mapping[str, Any]]] = defaultdict(list)
    for each in ids:
        groups[tuple(name for name in names if each.get(name) is None)].append(each)
    return groups


def _collect(
    request: Request, shape: Shape, roots: Sequence[Mapping[str, Any]], readings: Readings, *, are_all: bool = False
) -> Bag:
    shape = replace(shape, is_own=request.session.owns(shape.root.table))
    wanted = _wanted(shape)
    if readings:
        wanted = {name: replace(each, reading=readings.get(each.entity, WHOLE)) for name, each in wanted.items()}
    return execute_plan(request, plan_for(shape), wanted, roots, are_all=are_all)


@lru_cache(maxsize=1024)
def _wanted(shape: Shape) -> dict[str, Wanted]:
    """The types of a shape; a type that occurs twice is read once."""
    known: dict[str, str | None] = {name: None if name in shape.absent else name for name in shape.root.key.names}
    root = Wanted(shape.root, known, is_own=shape.is_own)
    found = {root.name: root} if shape.holds_root else {}
    _add_below(shape, root, known, found)
    return found


def _add_below(shape: Shape, parent: Wanted, ids: Mapping[str, str | None], found: dict[str, Wanted]) -> None:
    for name, below in shape.relations:
        relation = relations_of(shape.root)[name]
        shared = relation.shared(shape.root).items()
        known = {own: ids[theirs] for own, theirs in shared if theirs in ids} | dict.fromkeys(relation.absent)
        gives = {each: each for each in below.root.key.names if each not in known}
        child = Wanted(below.root, known, gives, parent, relation.newest, parent.is_own)
        child = found.setdefault(child.name, child)
        _add_below(below, child, ids, found)
