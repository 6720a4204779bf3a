"""The key grammar: a template defines how a key is written, what its prefixes are and how it is read back.

    {name}        one segment: no '#', so that a value cannot forge another segment
    {name:05d}    a number, padded so that keys sort like numbers; read back with any padding
    {name:d}      a number as it is
    {name:.4f}    a number with fixed decimals
    {name:_<34}   text filled up to a width; read back without the filling
    {name:text}   free text, which may contain '#'; only as the last part of a template
    {name:n}      the whole key is a DynamoDB number
    [ ... ]       left out when a name inside has no value

A name is a field of the entity, or one of its properties.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from entities.errors import BadKey
from entities.key_parts import (
    KeyValue,
    Literal,
    Slot,
    TemplatePart,
    groups_of,
    opening_of,
    pattern_of,
    read_slot,
    slot_source,
    write_part,
)

__all__ = ["Key", "KeyValue", "Prefix", "Template", "shared_beginning"]


class Prefix(NamedTuple):
    """The known beginning of a key, and whether that is the whole key."""

    text: str
    is_whole: bool


@dataclass(frozen=True)
class Template:
    """One key attribute as a pattern over the fields of an entity."""

    source: str

    def __post_init__(self) -> None:
        _check_free_text_is_last(self)

    def format(self, values: Mapping[str, object]) -> KeyValue | None:
        """The key, or None if a value that it needs is missing (the item is then not in that index)."""
        written: list[str] = []
        for optional, parts in self._groups:
            texts = [write_part(part, values) for part in parts]
            known = [text for text in texts if text is not None]
            if len(known) == len(texts):
                written += known
            elif not optional:
                return None
        text = "".join(written)
        return int(text) if self.is_number else text

    def prefix(self, values: Mapping[str, object]) -> Prefix:
        """As much of the key as the given values determine, for `begins_with`."""
        written = ""
        for place, (optional, parts) in enumerate(self._groups):
            for part in parts:
                text = write_part(part, values)
                if text is None:
                    return Prefix(self._certain(written, place, optional=optional), is_whole=False)
                written += text
        return Prefix(written, is_whole=True)

    def sketch(self, known: Mapping[str, str | None]) -> Prefix:
        """The same as a template: as much as the known names determine, each replaced by its known name.

        A name that is known to have no value (None) leaves out the optional part that contains it.
        """
        written = ""
        for place, (optional, parts) in enumerate(self._groups):
            if optional and any(isinstance(part, Slot) and known.get(part.name, "") is None for part in parts):
                continue
            for part in parts:
                if isinstance(part, Slot) and part.name not in known:
                    return Prefix(self._certain(written, place, optional=optional), is_whole=False)
                written += part.text if isinstance(part, Literal) else slot_source(str(known[part.name]), part.spec)
        return Prefix(written, is_whole=True)

    def parse(self, key: object) -> dict[str, KeyValue] | None:
        """The values in a stored key, or None if it has another shape."""
        if self.is_number:
            return {self.names[0]: key} if isinstance(key, int) else None
        return self._read(self.shape, key)

    def parse_loosely(self, key: object) -> dict[str, KeyValue] | None:
        """The same, but the last value may contain '#': for items whose type is already known."""
        return None if self.is_number or not self.slots else self._read(self._loose_shape, key)

    def _read(self, shape: re.Pattern[str], key: object) -> dict[str, KeyValue] | None:
        match = shape.fullmatch(key) if isinstance(key, str) else None
        if match is None:
            return None
        found = ((slot, match[slot.name]) for slot in self.slots)
        return {slot.name: read_slot(slot, text) for slot, text in found if text is not None}

    @cached_property
    def shape(self) -> re.Pattern[str]:
        """What keys of this template look like, however their numbers are padded."""
        seen: set[str] = set()
        pattern = ""
        for optional, parts in self._groups:
            inner = "".join(pattern_of(part, seen) for part in parts)
            pattern += f"(?:{inner})?" if optional else inner
        return re.compile(pattern, re.DOTALL)

    @cached_property
    def _loose_shape(self) -> re.Pattern[str]:
        ends_with_value = self.source.endswith("}") and not self.slots[-1].spec.endswith(("d", "f"))
        pattern = self.shape.pattern
        return re.compile(pattern.removesuffix("[^#]+)") + ".+)", re.DOTALL) if ends_with_value else self.shape

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields in the key, in order."""
        return tuple(dict.fromkeys(slot.name for slot in self.slots))

    @cached_property
    def plain(self) -> str:
        """The template without how its values are written: what it is over."""
        return re.sub(r":[^}]*\}", "}", self.source)

    @cached_property
    def is_number(self) -> bool:
        return any(slot.spec == "n" for slot in self.slots)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for _, parts in self._groups for part in parts if isinstance(part, Slot))

    @cached_property
    def _groups(self) -> tuple[tuple[bool, tuple[TemplatePart, ...]], ...]:
        return tuple(groups_of(self.source))

    def _certain(self, written: str, place: int, *, optional: bool) -> str:
        """The written text, without the opening of an optional part unless what follows begins the same way."""
        opening = opening_of(self._groups[place][1])
        if not optional or not written.endswith(opening):
            return written
        following = opening_of(self._groups[place + 1][1]) if place + 1 < len(self._groups) else ""
        return written.removesuffix(opening) + shared_beginning(opening, following)

    def __str__(self) -> str:
        return self.source


@dataclass(frozen=True)
class Key:
    """The position of an item in a table or an index: partition key and, mostly, sort key."""

    partition: Template
    sort: Template | None = None

    @classmethod
    def of(cls, partition: str, sort: str | None = None) -> "Key":
        return cls(Template(partition), None if sort is None else Template(sort))

    def format(self, values: Mapping[str, object]) -> tuple[KeyValue, KeyValue | None] | None:
        """Both parts, or None if a value of either is missing."""
        partition = self.partition.format(values)
        sort = self.sort.format(values) if self.sort else None
        if partition is None or (self.sort and sort is None):
            return None
        return partition, sort

    def parse(self, partition: object, sort: object) -> dict[str, KeyValue] | None:
        """The values of both parts, or None if either has another shape."""
        first = self.partition.parse(partition)
        second = self.sort.parse(sort) if self.sort else {}
        return None if first is None or second is None else first | second

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(self.partition.names) | frozenset(self.sort.names if self.sort else ())


def shared_beginning(*texts: str) -> str:
    """The longest common prefix of these texts."""
    letters = zip(*texts, strict=False)
    return texts[0][: sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, letters))]


def _check_free_text_is_last(template: Template) -> None:
    slots = template.slots
    *others, _ = slots or (Slot("", ""),)
    ends_with_it = template.source.endswith("}")
    if any(slot.spec == "text" for slot in others) or (slots and slots[-1].spec == "text" and not ends_with_it):
        raise BadKey(f"{template.source!r}: free text must be the last part, or it could not be read back")
    if template.is_number and template.source != f"{{{slots[0].name}:n}}":
        raise BadKey(f"{template.source!r}: a number must be the whole key")
