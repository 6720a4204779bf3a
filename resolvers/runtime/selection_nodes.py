"""A selection as AppSync reports it, as a tree: from the text of the query, or from a list of paths."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from entities.registry import all_types
from resolvers.runtime.query_text import SelectionEntry, read_selection


@dataclass
class SelectionNode:
    """A selection as reported: fields by name, fields on types by type, and whether the report is incomplete."""

    fields: "dict[str, SelectionNode]" = field(default_factory=dict)
    on: "dict[str, SelectionNode]" = field(default_factory=dict)
    aliases: set[str] = field(default_factory=set)
    """The names that the field has in the response."""
    has_unseen: bool = False


def merged_nodes(nodes: Iterable[SelectionNode]) -> SelectionNode | None:
    merged: SelectionNode | None = None
    for node in nodes:
        merged = copied_node(node) if merged is None else with_node(merged, node)
    return merged


def copied_node(node: SelectionNode) -> SelectionNode:
    return SelectionNode(dict(node.fields), dict(node.on), set(node.aliases), node.has_unseen)


def with_node(first: SelectionNode, second: SelectionNode) -> SelectionNode:
    for mine, theirs in ((first.fields, second.fields), (first.on, second.on)):
        for name, node in theirs.items():
            mine[name] = with_node(copied_node(mine[name]), node) if name in mine else node
    first.aliases |= second.aliases
    first.has_unseen = first.has_unseen or second.has_unseen
    return first


def nodes_of_text(text: str, variables: dict[str, Any]) -> SelectionNode | None:
    try:
        return _nodes_of_entries(read_selection(text, variables))
    except ValueError:
        return None


def _nodes_of_entries(entries: list[SelectionEntry]) -> SelectionNode:
    node = SelectionNode()
    for entry in entries:
        below = _nodes_of_entries(entry.below)
        if entry.spread:
            node.has_unseen = True
        elif entry.name is None and entry.on_type not in all_types():
            node = with_node(node, below)  # on the type itself: a connection, an edge, a map
        elif entry.name is None:
            node = with_node(node, SelectionNode(on={str(entry.on_type): below}))
        else:
            below.aliases.add(str(entry.response_name))
            node = with_node(node, SelectionNode(fields={entry.name: below}))
    return node


def nodes_of_paths(paths: Iterable[str]) -> SelectionNode:
    root = SelectionNode()
    for path in paths:
        at = root
        for name in path.split("/"):
            at = at.fields.setdefault(name, SelectionNode())
    return root


def selected_tree(node: SelectionNode) -> dict[str, Any] | None:
    """The fields of a selection by name, and those on types under `... on`; None if not all of it was reported."""
    found: dict[str, Any] = {}
    below = [*node.fields.items(), *((f"... on {name}", each) for name, each in node.on.items())]
    for name, each in below:
        tree = selected_tree(each)
        if tree is None:
            return None
        found[name] = tree
    return None if node.has_unseen else found
