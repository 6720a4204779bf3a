"""Reads items with any selection of what belongs to them; the plan is made once for each shape of selection."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from entities.item import Item
from loaders.planning.executor import execute_plan
from loaders.planning.join import Branch, Growth, Node, SelectedRelations, joined
from loaders.planning.plan import Plan, Wanted
from loaders.planning.planner import make_plan
from loaders.planning.relations import relations_of
from loaders.planning.taking import Bag
from loaders.reading import WHOLE, Readings
from loaders.request import Request
from loaders.rows import JoinValues, Row, id_names, ids_getter, ids_of


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
    request: Request, root: type[Item], ids: Sequence[Mapping[str, Any]], selection: SelectedRelations
) -> list[Branch | None]:
    """The items with these ids and what is selected below them, in the order of the ids; None where there is none."""
    return grow_trees(request, root, ids, Growth.of(selection))


def load_below(
    request: Request, roots: Sequence[Item], selection: SelectedRelations, *, are_all: bool = False
) -> list[Branch]:
    """Read what is selected below items that have already been read. `are_all`: there are no others of their type."""
    return grow_below(request, roots, Growth.of(selection), are_all=are_all)


def grow_trees(
    request: Request,
    root: type[Item],
    ids: Sequence[Mapping[str, Any]],
    growth: Growth,
    readings: Readings = MappingProxyType({}),
) -> list[Node | None]:
    """The same as nodes of any kind, read as these readings say."""
    names = sorted(root.key.names)
    own = ids_getter(root, *names)
    nodes: dict[JoinValues, Node] = {}
    for absent, those in _by_absence(names, ids).items():
        bag = _collect(request, replace(shape_of(root, growth.selection), absent=absent), those, readings)
        roots = [row for found in bag.values() if found.entity is root for row in found.kept.values()]
        nodes |= zip((own(row[0]) for row in roots), joined(root, roots, growth, bag), strict=True)
    wanted = (tuple(each.get(name) for name in names) for each in ids)
    return [nodes.get(each if len(names) > 1 else each[0]) for each in wanted]


def grow_below(
    request: Request,
    roots: Sequence[Item],
    growth: Growth,
    readings: Readings = MappingProxyType({}),
    *,
    are_all: bool = False,
) -> list[Node]:
    """The same for items that have already been read, which are of one type. `are_all`: there are no others of it."""
    if not roots:
        return []
    root = type(roots[0])
    if not growth.relations:
        return growth.nodes(root, [((), item, ()) for item in roots])
    rows: list[Row] = [(ids_of(item), item, ()) for item in roots]
    ids = [dict(zip(id_names(root), row[0], strict=True)) for row in rows]
    shape = shape_of(root, growth.selection, holds_root=False)
    return joined(root, rows, growth, _collect(request, shape, ids, readings, are_all=are_all))


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
