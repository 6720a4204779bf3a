"""Reads as data: descriptions of requests that can be compared and printed before they are sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from entities.attributes import Record
from entities.keys import KeyValue
from entities.tables import Table


@dataclass(frozen=True)
class Is:
    """The sort key equals this value."""

    value: KeyValue


@dataclass(frozen=True)
class Begins:
    """The sort key begins with this value."""

    text: str


@dataclass(frozen=True)
class Between:
    """The sort key is between these two, both included; None leaves that side open."""

    first: KeyValue | None = None
    last: KeyValue | None = None


Sort = Is | Begins | Between


@dataclass(frozen=True)
class Query:
    """A range of one partition of a table or index."""

    table: Table
    index: str | None
    partition: KeyValue
    sort: Sort | None = None
    types: tuple[str, ...] = ()
    """Only items of these types (discriminators); others are read and paid for, but not returned."""
    where: Mapping[str, Any] = field(default_factory=dict)
    """Only items with these attribute values, or without the attribute if the value is None; others cost the same."""
    newest_first: bool = False
    limit: int | None = None
    """At most this many items."""
    after: Record | None = None
    """The key (of table and index) to continue after."""
    is_consistent: bool = False
