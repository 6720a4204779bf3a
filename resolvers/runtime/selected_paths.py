"""A selection as paths of attributes, such as `thumbnail.url`: what a computed field has to compute."""

from collections.abc import Mapping
from typing import Any, Protocol

from resolvers.runtime.names import snake


class SelectedFields(Protocol):
    """A selection as reported."""

    fields: Any
    on: Any
    has_unseen: bool


def paths_in(node: SelectedFields | None, before: str = "") -> frozenset[str] | None:
    """The paths in a selection; None if it cannot be seen whole."""
    if node is None or node.has_unseen or node.on:
        return None
    found: set[str] = set()
    fields: Mapping[str, SelectedFields] = node.fields
    for name, below in fields.items():
        inner = paths_in(below, f"{before}{snake(name)}.") if below.fields or below.has_unseen else frozenset()
        if inner is None:
            return None
        found |= inner or {f"{before}{snake(name)}"}
    return frozenset(found)
