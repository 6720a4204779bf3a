"""Joins what was read by the ids that it shares, level by level, in reading order."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple

from entities.item import Item
from loaders.planning.plan import wanted_name
from loaders.planning.relations import Relation, relations_of
from loaders.planning.taking import Bag
from loaders.rows import JoinValues, Row, id_names, ids_getter

SelectedRelations = Mapping[str, "SelectedRelations"]
"""The relations selected below an item, by name, each with those selected below it."""

Node = Any
"""What an item becomes in a tree: a `Branch`, or JSON."""


@dataclass(slots=True)
class Branch:
    """An item, and what was selected below it."""

    item: Item
    below: dict[str, "list[Branch] | Branch | None"] = field(default_factory=dict)


class Growth:
    """What items become at one position of a tree, and what grows below them: here branches, in an answer JSON."""

    names_nothing: ClassVar[bool] = True
    """Whether a node says of a relation to one item that there is none."""

    def __init__(self, relations: "Mapping[str, Growth]") -> None:
        self.relations = relations
        """The relations that are selected here, by name, and the positions that they lead to."""
        self.selection: SelectedRelations = {name: below.selection for name, below in relations.items()}

    @classmethod
    def of(cls, selection: SelectedRelations) -> "Growth":
        """Branches with these relations."""
        return cls({name: cls.of(below) for name, below in selection.items()})

    def nodes(self, entity: type[Item], rows: Sequence[Row]) -> list[Node]:  # noqa: ARG002  others show each type
        """The node of each item."""
        return [Branch(item) for _, item, _ in rows]

    def below(self, nodes: list[Node]) -> list[dict[str, Any]]:
        """Where each node holds what is below it."""
        return [node.below for node in nodes]

    def name(self, relation: str) -> str:
        """The name that a relation has there."""
        return relation


class _Level(NamedTuple):
    """The items of one type at one position of a tree."""

    entity: type[Item]
    rows: Sequence[Row]
    below: list[dict[str, Any]]
    growth: Growth


def joined(entity: type[Item], roots: Sequence[Row], growth: Growth, bag: Bag) -> list[Node]:
    """The roots, which are of one type, each with what was selected below it."""
    nodes = growth.nodes(entity, roots)
    levels = [_Level(entity, roots, growth.below(nodes), growth)]
    while levels:
        levels = [each for level in levels if level.rows for each in _attach(level, bag)]
    return nodes


@cache
def reading_order(entity: type[Item]) -> Callable[[Row], Any]:
    """Sorts items of a type in the order of their sort keys: by number, by time, by name."""
    names = entity.key.sort.names if entity.key.sort else ()
    if entity.required >= set(id_names(entity)):
        return itemgetter(0)
    return lambda row: tuple((value is not None, value) for value in row[0][: len(names)])


def _attach(level: _Level, bag: Bag) -> Iterator[_Level]:
    """Give the items of a level their children; those are the levels below."""
    relations = relations_of(level.entity)
    for name, below in level.growth.relations.items():
        if name in relations:
            yield from _join(level, level.growth.name(name), relations[name], below, bag)


def _join(parents: _Level, name: str, relation: Relation, growth: Growth, bag: Bag) -> list[_Level]:
    """Give each parent its children."""
    shared = relation.shared(parents.entity)
    groups: dict[JoinValues, list[Node]] = defaultdict(list)
    levels: list[_Level] = []
    for child in relation.children:
        own = ids_getter(child, *shared)
        found = bag.get(wanted_name(child, relation))
        rows = sorted(found.kept.values(), key=reading_order(child)) if found else []
        nodes = growth.nodes(child, rows)
        for row, node in zip(rows, nodes, strict=True):
            groups[own(row[0])].append(node)
        levels.append(_Level(child, rows, growth.below(nodes), growth))
    of_parent = ids_getter(parents.entity, *shared.values())
    for row, below in zip(parents.rows, parents.below, strict=True):
        children = groups.get(of_parent(row[0]))
        if relation.is_list:
            below[name] = children or []
        elif children or growth.names_nothing:
            below[name] = children[-1] if children else None
    return levels
