"""Reads as data: what is asked of DynamoDB, before anybody asks it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from entities.attributes import Record
from entities.keys import KeyValue
from entities.tables import Table


@dataclass(frozen=True)
class Is:
    """The sort key is this one."""

    value: KeyValue


@dataclass(frozen=True)
class Begins:
    """The sort key begins like this."""

    text: str


@dataclass(frozen=True)
class Between:
    """The sort key lies between these two, both included; None leaves that side open."""

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
    """Only items of these types (their discriminators); the rest is read and paid for, but not sent."""
    where: Mapping[str, Any] = field(default_factory=dict)
    """Only items with these attributes, or without them where the value is None; likewise."""
    newest_first: bool = False
    limit: int | None = None
    """At most so many items are wanted."""
    after: Record | None = None
    """The key (of table and index) after which to go on."""
    is_consistent: bool = False
