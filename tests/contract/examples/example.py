"""What an example is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from entities.item import Item
from tests.commands.conftest import Changing

Given = Mapping[str, Any]


@dataclass(frozen=True)
class Example:
    """How a mutation is called, and what was there before."""

    input: Given
    stored: tuple[Item, ...] = ()
    """Items besides those of the small world."""
    before: Callable[[Changing], object] | None = None
    """Earlier mutations."""
    types: tuple[str, ...] = ()
    """Where the schema promises an interface: the types that are answered."""
    removes: Item | None = None
    """What is gone afterwards, where the mutation answers with what it removed."""
    then: tuple[str, Any] | None = None
    """Where nothing in the answer can be asked for again: a query, and its answer after the mutation."""
