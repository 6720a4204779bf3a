"""Reads as data: descriptions of requests that can be compared and printed before they are sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from entities.attributes import Record
from entities.keys import KeyValue
from entities.tables import Table
from loaders.dynamo.writes import Raw


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

    first: KeyValue | float | None = None
    last: KeyValue | float | None = None


Sort = Is | Begins | Between


class Nothing:
    """Stands for a missing value in a filter, however its writer said so: no attribute, NULL or empty text."""


NOTHING = Nothing()


@dataclass(frozen=True)
class ItemForm:
    """In which form items are wanted. Reading costs the same in any."""

    attributes: frozenset[str] | None = None
    """The attributes to send; None for whole items."""
    is_as_sent: bool = False
    """Whether items stay as DynamoDB sends them, for readers that decode what they need."""


USUAL_FORM = ItemForm()
"""Whole items, decoded."""


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
    """Only items with these attribute values, or without the attribute if the value is None; others cost the same.
    `NOTHING` also finds NULL and empty text."""
    only: Raw | None = None
    """A further condition that items must meet, in DynamoDB's syntax; others cost the same."""
    newest_first: bool = False
    limit: int | None = None
    """At most this many items."""
    form: ItemForm = USUAL_FORM
    after: Record | None = None
    """The key (of table and index) to continue after."""
    is_consistent: bool = False


@dataclass(frozen=True)
class Scan:
    """All of a table or of an index, for lists that no key leads to. It is cheap where few items are in an index."""

    table: Table
    index: str | None = None
    types: tuple[str, ...] = ()
    """Only items of these types (discriminators); others are read and paid for, but not returned."""
    where: Mapping[str, Any] = field(default_factory=dict)
    """Only items with these attribute values; others cost the same."""
    only: Raw | None = None
    """A further condition that items must meet, in DynamoDB's syntax; others cost the same."""
    segment: tuple[int, int] = (0, 1)
    """Which part of how many: parts can be read side by side."""
    after: Mapping[str, Any] | None = None
    """The key to continue after."""
    limit: int | None = None
    """At most so many items are looked at for one answer."""
