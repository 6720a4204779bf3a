"""Plans as data: ranges, the types that they supply, and the order in which they are read. Plans can be printed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from entities.item import Item
from loaders.reading import WHOLE, Reading

_NAME = re.compile(r"\{(\w+)")


class Narrowing(Protocol):
    """A restriction on the wanted items of a type."""

    @property
    def newest(self) -> bool: ...
    @property
    def absent(self) -> tuple[str, ...]: ...


def wanted_name(entity: type[Item], narrowing: Narrowing) -> str:
    """The name that the wanted items of a type have in a plan."""
    without = f" without {', '.join(narrowing.absent)}" if narrowing.absent else ""
    return f"{'latest ' if narrowing.newest else ''}{entity.__name__}{without}"


@dataclass(frozen=True)
class Range:
    """A range of one partition, as templates over the ids that are known when it is read."""

    table: str
    index: str | None
    partition: str
    prefix: str | None
    """The prefix of the sort keys; None if the table or index has no sort key."""
    is_whole: bool
    """Whether the prefix is the complete sort key."""
    newest: bool = False
    """Whether only the last item is wanted."""

    @property
    def names(self) -> frozenset[str]:
        """The ids that the range is narrowed by."""
        return frozenset(_NAME.findall(f"{self.partition}{self.prefix or ''}"))

    @property
    def is_get(self) -> bool:
        return self.index is None and self.is_whole and not self.newest

    def holds(self, other: "Range") -> bool:
        """Whether everything in the other range is in this one too."""
        if self.is_whole or self.newest:
            return self == other
        same_partition = (self.partition, self.index, self.table) == (other.partition, other.index, other.table)
        return same_partition and (other.prefix or "").startswith(self.prefix or "")

    def __str__(self) -> str:
        where = f"{self.table}.{self.index}" if self.index else self.table
        sort = "" if self.prefix is None else f" / {self.prefix}{'' if self.is_whole else '…'}"
        verb = "Get" if self.is_get else "Query last of" if self.newest else "Query"
        return f"{verb} {where} {self.partition}{sort}"


@dataclass(frozen=True)
class Wanted:
    """A type that the response needs, and which of its ids are known."""

    entity: type[Item]
    known: Mapping[str, str | None]
    """Fields of the type that the request supplies, and their names there; None for fields without a value."""
    gives: Mapping[str, str] = field(default_factory=dict)
    """Fields that the items add to the known ids, and their names there."""
    parent: "Wanted | None" = None
    """The type above it in the response."""
    newest: bool = False
    """Whether only the latest item is wanted."""
    is_own: bool = False
    """Whether the table is ours alone: no other writer's keys are in its indexes, and no index is incomplete."""
    reading: Reading = WHOLE
    """How its items are read; plans do not depend on it."""

    @property
    def name(self) -> str:
        return wanted_name(self.entity, self)

    @property
    def absent(self) -> tuple[str, ...]:
        """Fields that these items do not have, though others of their type may."""
        return tuple(name for name, alias in self.known.items() if alias is None)

    def ancestors(self) -> Iterator["Wanted"]:
        """The types above it, the nearest first."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent

    def ids_given(self) -> dict[str, str | None]:
        """All ids that are known once items of this type have been read."""
        known = dict(self.known) | dict(self.gives)
        for above in self.ancestors():
            known |= above.gives
        return known


@dataclass(frozen=True)
class Read:
    """One range of a plan: which types it supplies, and which items must be read first."""

    range: Range
    gives: tuple[str, ...]
    after: str | None = None
    """The type whose items supply the missing ids; the range is read once for each of them."""
    fallback: Range | None = None
    """The range to read if this one is empty: the first writers did not fill its index."""

    def __str__(self) -> str:
        each = f" for each {self.after}" if self.after else ""
        return f"{self.range}{each} -> {', '.join(self.gives)}"


@dataclass(frozen=True)
class Plan:
    """Reads in steps; all reads of a step are concurrent."""

    steps: tuple[tuple[Read, ...], ...]
    units: float
    """The estimated cost in read units."""

    @property
    def reads(self) -> tuple[Read, ...]:
        return tuple(read for step in self.steps for read in step)

    def lines(self) -> list[str]:
        """The plan in readable form."""
        return [f"{number}. {read}" for number, step in enumerate(self.steps, 1) for read in step]

    def __str__(self) -> str:
        return "\n".join(self.lines())
