"""From what resolver functions give to what AppSync gets: everything below it read together, then shown as JSON."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import orjson
from pydantic import BaseModel

from entities.item import Item
from loaders.errors import TooLarge
from loaders.join import Branch
from loaders.pages import Slice
from loaders.reading import Reading
from loaders.tree import grow, load_trees
from resolvers.lookup import Lookup
from resolvers.objects import show_part
from resolvers.selection import Picked, Told, pick, united
from resolvers.show import show_branch

MOST_BYTES = 4_500_000
"""A resolver may answer 5 MB and a Lambda 6 MB: stay below both."""

PAGE_FIELDS = frozenset({"nodes", "edges", "pageInfo"})
EDGE_FIELDS = frozenset({"node", "cursor"})

Leaf = Lookup | Item


def shown(reading: Reading, results: Sequence[Any], told: Told, type_name: str) -> list[Any]:
    """The answers for what a function gave, one for each, all of one selection."""
    is_connection = type_name.endswith("Connection")
    picks = _Picks(told, is_connection=is_connection, is_interface=type_name == "Node")
    trees = _Trees(reading, [leaf for result in results for leaf in _leaves(result)], picks)
    return [_shown_or_too_large(result, told, trees) for result in results]


def _shown_or_too_large(result: Any, told: Told, trees: "_Trees") -> Any:
    """One that is too large says so in its own place: the others were read with it."""
    try:
        return _shown(result, told, trees)
    except TooLarge as error:
        return error


def _leaves(result: Any) -> list[Leaf]:
    if isinstance(result, Slice):
        return list(result.items)
    if isinstance(result, list):
        return [leaf for each in result for leaf in _leaves(each)]
    return [result] if isinstance(result, Lookup | Item) else []


class _Picks:
    """What is wanted of each type of item."""

    def __init__(self, told: Told, *, is_connection: bool, is_interface: bool) -> None:
        edges = told.inside("edges", PAGE_FIELDS)
        self._told = [told.inside("nodes", PAGE_FIELDS), edges.inside("node", EDGE_FIELDS)] if is_connection else [told]
        self._wanted = [told.has(each, PAGE_FIELDS) for each in ("nodes", "edges")] if is_connection else [True]
        self._is_interface = is_interface
        self._found: dict[type[Item], Picked] = {}

    def of(self, entity: type[Item]) -> Picked:
        if entity not in self._found:
            wanted = (told for told, is_wanted in zip(self._told, self._wanted, strict=True) if is_wanted)
            self._found[entity] = united(pick(entity, each, is_interface=self._is_interface) for each in wanted)
        return self._found[entity]


class _Trees:
    """All items of an answer with what is below them, read in as few requests as there are types."""

    def __init__(self, reading: Reading, leaves: list[Leaf], picks: _Picks) -> None:
        self._picks = picks
        self._branches: dict[int, Branch | None] = {}
        for entity, lookups in _by_type(leaf for leaf in leaves if isinstance(leaf, Lookup)).items():
            possible = [lookup for lookup in lookups if lookup.can_exist]
            ids = [lookup.ids for lookup in possible]
            found = load_trees(reading, entity, ids, picks.of(entity).as_selection()) if ids else []
            self._branches |= {id(lookup): branch for lookup, branch in zip(possible, found, strict=True)}
        for entity, items in _by_type(leaf for leaf in leaves if isinstance(leaf, Item)).items():
            grown = grow(reading, items, picks.of(entity).as_selection())
            self._branches |= {id(item): branch for item, branch in zip(items, grown, strict=True)}

    def show(self, leaf: Leaf) -> dict[str, Any] | None:
        branch = self._branches.get(id(leaf))
        return show_branch(branch, self._picks.of(type(branch.item))) if branch else None


def _by_type(leaves: Any) -> dict[type[Item], list[Any]]:
    groups: dict[type[Item], list[Any]] = defaultdict(list)
    for leaf in leaves:
        groups[leaf.entity if isinstance(leaf, Lookup) else type(leaf)].append(leaf)
    return groups


def _shown(result: Any, told: Told, trees: _Trees) -> Any:
    if result is None:
        return None
    if isinstance(result, Slice):
        return _connection(result, told, trees)
    if isinstance(result, list):
        return _checked([_shown(each, told, trees) for each in result])
    if isinstance(result, Lookup | Item):
        return _checked(trees.show(result))
    return {"__typename": type(result).__name__, **show_part(result)} if isinstance(result, BaseModel) else result


def _checked(answer: Any) -> Any:
    if len(orjson.dumps(answer)) > MOST_BYTES:
        raise TooLarge("This is more than one answer may hold. Select fewer fields below it, letters above all.")
    return answer


def _connection(page: Slice, told: Told, trees: _Trees) -> dict[str, Any]:
    """A page; one that grows too large ends early, and says that there is more."""
    has_nodes, has_edges = told.has("nodes", PAGE_FIELDS), told.has("edges", PAGE_FIELDS)
    copies = max(1, has_nodes + has_edges)
    nodes: list[Any] = []
    size = 0
    for item in page.items:
        node = trees.show(item)
        size += copies * len(orjson.dumps(node))
        if size > MOST_BYTES and nodes:
            break
        nodes.append(_checked(node))
    is_cut = len(nodes) < len(page.items)
    cursors = page.cursors[: len(nodes)]
    ends = {"startCursor": cursors[0], "endCursor": cursors[-1]} if cursors else {}
    turns = {"hasNextPage": page.has_next or is_cut, "hasPreviousPage": page.has_previous}
    connection: dict[str, Any] = {"pageInfo": turns | ends}
    if has_nodes:
        connection["nodes"] = nodes
    if has_edges:
        connection["edges"] = [{"cursor": cursor, "node": node} for cursor, node in zip(cursors, nodes, strict=True)]
    return connection
