"""Turns the results of resolver functions into JSON, after reading everything selected below them together."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import orjson
from pydantic import BaseModel

from entities.item import Item
from loaders.errors import TooLarge
from loaders.lists.pages import Slice
from loaders.planning.tree import grow_below, grow_trees
from loaders.request import Request
from resolvers.runtime.fields import show_part
from resolvers.runtime.plain import readings_for
from resolvers.runtime.rendering import ShownAt, shown_at
from resolvers.runtime.results import Lookup
from resolvers.runtime.selection import ReportedSelection, Selection, select_for, united

MAX_BYTES = 4_500_000
"""AppSync limits a resolver to 5 MB and Lambda a response to 6 MB: stay below both."""

PAGE_FIELDS = frozenset({"nodes", "edges", "pageInfo", "totalCount"})
EDGE_FIELDS = frozenset({"node", "cursor"})

Leaf = Lookup | Item


def render(request: Request, results: Sequence[Any], reported: ReportedSelection, type_name: str) -> list[Any]:
    """Render the results of a function, all with the same selection."""
    selections = reported.meanings.get(type_name)
    if selections is None:
        is_connection = type_name.endswith("Connection")
        selections = _Selections(reported, is_connection=is_connection, is_interface=type_name == "Node")
        reported.meanings[type_name] = selections
    are_all = all(isinstance(each, Slice) and each.is_all for each in results)
    trees = _Trees(request, [leaf for result in results for leaf in _leaves(result)], selections, are_all=are_all)
    return [_render_or_too_large(result, reported, trees) for result in results]


def _render_or_too_large(result: Any, reported: ReportedSelection, trees: "_Trees") -> Any:
    """The rendered result, or an error in its place if it is too large, so that the other results survive."""
    try:
        return _render(result, reported, trees)
    except TooLarge as error:
        return error


def _leaves(result: Any) -> list[Leaf]:
    if isinstance(result, Slice):
        return [item for item in result.items if isinstance(item, Item)]
    if isinstance(result, list):
        return [leaf for each in result for leaf in _leaves(each)]
    return [result] if isinstance(result, Lookup | Item) else []


class _Selections:
    """The selection for each type of item."""

    def __init__(self, reported: ReportedSelection, *, is_connection: bool, is_interface: bool) -> None:
        edges = reported.inside("edges", PAGE_FIELDS)
        self._reported = (
            [reported.inside("nodes", PAGE_FIELDS), edges.inside("node", EDGE_FIELDS)] if is_connection else [reported]
        )
        self._wanted = [reported.has(each, PAGE_FIELDS) for each in ("nodes", "edges")] if is_connection else [True]
        self._is_interface = is_interface
        self._found: dict[type[Item], tuple[Selection, ShownAt]] = {}

    def of(self, entity: type[Item]) -> tuple[Selection, ShownAt]:
        """What is selected of items of a type, and how that is shown."""
        if entity not in self._found:
            wanted = (reported for reported, is_wanted in zip(self._reported, self._wanted, strict=True) if is_wanted)
            picked = united(select_for(entity, each, is_interface=self._is_interface) for each in wanted)
            self._found[entity] = picked, shown_at(entity, picked)
        return self._found[entity]


class _Trees:
    """All items of a response with what is below them, read together for each type."""

    def __init__(self, request: Request, leaves: list[Leaf], selections: _Selections, *, are_all: bool = False) -> None:
        """`are_all`: the leaves are all items of their type that there are."""
        self._nodes: dict[int, dict[str, Any] | None] = {}
        for entity, lookups in _by_type(leaf for leaf in leaves if isinstance(leaf, Lookup)).items():
            possible = [lookup for lookup in lookups if lookup.can_exist]
            ids = [lookup.ids for lookup in possible]
            picked, shown = selections.of(entity)
            readings = readings_for(entity, picked, holds_root=True)
            found = grow_trees(request, entity, ids, shown, readings) if ids else []
            self._nodes |= {id(lookup): node for lookup, node in zip(possible, found, strict=True)}
        for entity, items in _by_type(leaf for leaf in leaves if isinstance(leaf, Item)).items():
            picked, shown = selections.of(entity)
            readings = readings_for(entity, picked, holds_root=False)
            grown = grow_below(request, items, shown, readings, are_all=are_all)
            self._nodes |= {id(item): node for item, node in zip(items, grown, strict=True)}

    def show(self, leaf: Leaf | BaseModel) -> dict[str, Any] | None:
        if not isinstance(leaf, Lookup | Item):
            return _part(leaf)
        return self._nodes.get(id(leaf))


def _by_type(leaves: Any) -> dict[type[Item], list[Any]]:
    groups: dict[type[Item], list[Any]] = defaultdict(list)
    for leaf in leaves:
        groups[leaf.entity if isinstance(leaf, Lookup) else type(leaf)].append(leaf)
    return groups


def _render(result: Any, reported: ReportedSelection, trees: _Trees) -> Any:
    if result is None:
        return None
    if isinstance(result, Slice):
        return _connection(result, reported, trees)
    if isinstance(result, list):
        return _checked([_render(each, reported, trees) for each in result])
    if isinstance(result, Lookup | Item):
        return _checked(trees.show(result))
    return _derived(result)


def _derived(result: Any) -> Any:
    """An object that is not stored, or a plain value."""
    return _part(result) if isinstance(result, BaseModel) else result


def _part(part: BaseModel) -> dict[str, Any]:
    """What is not stored as an item of its own."""
    return {"__typename": type(part).__name__, **show_part(part)}


def _checked(answer: Any) -> Any:
    if len(orjson.dumps(answer)) > MAX_BYTES:
        raise TooLarge("This is too large for one response. Select fewer fields below it, letters above all.")
    return answer


def _connection(page: Slice, reported: ReportedSelection, trees: _Trees) -> dict[str, Any]:
    """A page. If it gets too large it ends early, and `hasNextPage` is true."""
    has_nodes, has_edges = reported.has("nodes", PAGE_FIELDS), reported.has("edges", PAGE_FIELDS)
    copies = max(1, has_nodes + has_edges)
    nodes: list[Any] = []
    size = 0
    for item in page.items:
        node = trees.show(item) if isinstance(item, Item) else _derived(item)
        size += copies * len(orjson.dumps(node))
        if size > MAX_BYTES and nodes:
            break
        nodes.append(_checked(node))
    is_cut = len(nodes) < len(page.items)
    cursors = page.cursors[: len(nodes)]
    ends = {"startCursor": cursors[0], "endCursor": cursors[-1]} if cursors else {}
    turns = {"hasNextPage": page.has_next or is_cut, "hasPreviousPage": page.has_previous}
    connection: dict[str, Any] = {"pageInfo": turns | ends}
    if page.total and reported.has_leaf("totalCount", PAGE_FIELDS):
        connection["totalCount"] = page.total()
    if has_nodes:
        connection["nodes"] = nodes
    if has_edges:
        connection["edges"] = [{"cursor": cursor, "node": node} for cursor, node in zip(cursors, nodes, strict=True)]
    return connection
