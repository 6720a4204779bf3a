"""The key grammar: a template says how a key is written, what its prefixes are and how it is read back.

    {name}        one segment: no '#', so that nobody can forge another segment
    {name:05d}    a number, padded so that keys sort like numbers; read back with any padding
    {name:d}      a number as it is
    {name:.4f}    a number with fixed decimals
    {name:_<34}   text filled up to a width; read back without the filling
    {name:text}   free text, '#' and all; only as the last part of a template
    {name:n}      the whole key is a DynamoDB number
    [ ... ]       left out when a name inside has no value

A name is a field of the entity, or one of its properties.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple

from entities.errors import BadKey, BadKeyValue

KeyValue = str | int

_PART = re.compile(r"(?P<open>\[)|(?P<close>\])|\{(?P<name>\w+)(?::(?P<spec>[^}]*))?\}|(?P<literal>[^\[\]{}]+)")
_PADDED_NUMBER = re.compile(r"0(?P<width>\d)d")
_FILLED_TEXT = re.compile(r"(?P<fill>.)(?P<side>[<>])(?P<width>\d+)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class Literal(NamedTuple):
    """Text that stands in every key."""

    text: str


class Slot(NamedTuple):
    """The place of a value, and how it is written there."""

    name: str
    spec: str


class Prefix(NamedTuple):
    """What is known of a key: its beginning, and whether that is all of it."""

    text: str
    is_whole: bool


@dataclass(frozen=True)
class Template:
    """One key attribute as a pattern over the fields of an entity."""

    source: str

    def __post_init__(self) -> None:
        _check_free_text_is_last(self)

    def format(self, values: Mapping[str, object]) -> KeyValue | None:
        """The key, or None where a value that it needs is missing (the item is then not in that index)."""
        written: list[str] = []
        for optional, parts in self._groups:
            texts = [_write(part, values) for part in parts]
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
                text = _write(part, values)
                if text is None:
                    return Prefix(self._certain(written, place, optional=optional), is_whole=False)
                written += text
        return Prefix(written, is_whole=True)

    def sketch(self, known: Mapping[str, str | None]) -> Prefix:
        """The same as a template: as much as the known names determine, each under the name that it is known by.

        A name that is known to have no value (None) leaves out the optional part that it stands in.
        """
        written = ""
        for place, (optional, parts) in enumerate(self._groups):
            if optional and any(isinstance(part, Slot) and known.get(part.name, "") is None for part in parts):
                continue
            for part in parts:
                if isinstance(part, Slot) and part.name not in known:
                    return Prefix(self._certain(written, place, optional=optional), is_whole=False)
                written += part.text if isinstance(part, Literal) else _slot_source(str(known[part.name]), part.spec)
        return Prefix(written, is_whole=True)

    def parse(self, key: object) -> dict[str, KeyValue] | None:
        """The values in a key that somebody wrote, or None where it has another shape."""
        if self.is_number:
            return {self.names[0]: key} if isinstance(key, int) else None
        return self._read(self.shape, key)

    def parse_loosely(self, key: object) -> dict[str, KeyValue] | None:
        """The same, but the last value may have a '#' in it: for items whose type is known anyway."""
        return None if self.is_number or not self.slots else self._read(self._loose_shape, key)

    def _read(self, shape: re.Pattern[str], key: object) -> dict[str, KeyValue] | None:
        match = shape.fullmatch(key) if isinstance(key, str) else None
        if match is None:
            return None
        found = ((slot, match[slot.name]) for slot in self.slots)
        return {slot.name: _read(slot, text) for slot, text in found if text is not None}

    @cached_property
    def shape(self) -> re.Pattern[str]:
        """What keys of this template look like, however their numbers are padded."""
        seen: set[str] = set()
        pattern = ""
        for optional, parts in self._groups:
            inner = "".join(_pattern(part, seen) for part in parts)
            pattern += f"(?:{inner})?" if optional else inner
        return re.compile(pattern, re.DOTALL)

    @cached_property
    def _loose_shape(self) -> re.Pattern[str]:
        ends_with_value = self.source.endswith("}") and not self.slots[-1].spec.endswith(("d", "f"))
        pattern = self.shape.pattern
        return re.compile(pattern.removesuffix("[^#]+)") + ".+)", re.DOTALL) if ends_with_value else self.shape

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The fields that the key is made of, in order."""
        return tuple(dict.fromkeys(slot.name for slot in self.slots))

    @cached_property
    def is_number(self) -> bool:
        return any(slot.spec == "n" for slot in self.slots)

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(part for _, parts in self._groups for part in parts if isinstance(part, Slot))

    @cached_property
    def _groups(self) -> tuple[tuple[bool, tuple[Literal | Slot, ...]], ...]:
        return tuple(_grouped(self.source))

    def _certain(self, written: str, place: int, *, optional: bool) -> str:
        """What is written, less the opening of an optional part that may be missing, but for what follows it anyway."""
        opening = _opening(self._groups[place][1])
        if not optional or not written.endswith(opening):
            return written
        following = _opening(self._groups[place + 1][1]) if place + 1 < len(self._groups) else ""
        return written.removesuffix(opening) + shared_beginning(opening, following)

    def __str__(self) -> str:
        return self.source


@dataclass(frozen=True)
class Key:
    """Where an item lies in a table or an index: partition and, mostly, sort key."""

    partition: Template
    sort: Template | None = None

    @classmethod
    def of(cls, partition: str, sort: str | None = None) -> "Key":
        return cls(Template(partition), None if sort is None else Template(sort))

    def format(self, values: Mapping[str, object]) -> tuple[KeyValue, KeyValue | None] | None:
        """Both parts, or None where one of them has a value missing."""
        partition = self.partition.format(values)
        sort = self.sort.format(values) if self.sort else None
        if partition is None or (self.sort and sort is None):
            return None
        return partition, sort

    def parse(self, partition: object, sort: object) -> dict[str, KeyValue] | None:
        """The values of both parts, or None where either has another shape."""
        first = self.partition.parse(partition)
        second = self.sort.parse(sort) if self.sort else {}
        return None if first is None or second is None else first | second

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(self.partition.names) | frozenset(self.sort.names if self.sort else ())


def shared_beginning(*texts: str) -> str:
    """How all of these texts begin."""
    letters = zip(*texts, strict=False)
    return texts[0][: sum(1 for _ in takewhile(lambda each: len(set(each)) == 1, letters))]


def _grouped(source: str) -> Iterator[tuple[bool, tuple[Literal | Slot, ...]]]:
    """Split a template at its brackets: (is optional, parts)."""
    parts: list[Literal | Slot] = []
    end = 0
    for match in _PART.finditer(source):
        if match.start() != end:
            break
        end = match.end()
        if match["open"] or match["close"]:
            yield bool(match["close"]), tuple(parts)
            parts = []
        elif match["name"]:
            parts.append(Slot(match["name"], match["spec"] or ""))
        else:
            parts.append(Literal(match["literal"]))
    if end != len(source) or source.count("[") != source.count("]"):
        raise BadKey(f"{source!r} is not a key template: see {__name__}")
    yield False, tuple(parts)


def _slot_source(name: str, spec: str) -> str:
    return f"{{{name}:{spec}}}" if spec else f"{{{name}}}"


def _opening(parts: tuple[Literal | Slot, ...]) -> str:
    return parts[0].text if parts and isinstance(parts[0], Literal) else ""


def _write(part: Literal | Slot, values: Mapping[str, object]) -> str | None:
    if isinstance(part, Literal):
        return part.text
    value = values.get(part.name)
    if value is None:
        return None
    if part.spec == "text":
        return _checked_text(part, value)
    if filled := _FILLED_TEXT.fullmatch(part.spec):
        return _filled(part, _checked_segment(part, value), filled)
    return _checked_number(part, value) if part.spec else _checked_segment(part, value)


def _checked_text(slot: Slot, value: object) -> str:
    if not isinstance(value, str):
        raise BadKeyValue(slot.name, value, "is not text, and this key is made of text")
    if not value:
        raise BadKeyValue(slot.name, value, "is empty, which DynamoDB refuses in a key")
    if _CONTROL.search(value):
        raise BadKeyValue(slot.name, value, "has control characters, which do not belong into a key")
    if not value.isascii():
        _check_encodable(slot, value)
    return value


def _check_encodable(slot: Slot, value: str) -> None:
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadKeyValue(slot.name, value, "is not valid Unicode") from None


def _checked_segment(slot: Slot, value: object) -> str:
    text = _checked_text(slot, value)
    if "#" in text:
        raise BadKeyValue(slot.name, value, "contains '#', which separates the segments of a key")
    return text


def _filled(slot: Slot, text: str, filled: re.Match[str]) -> str:
    if text.startswith(filled["fill"]) or text.endswith(filled["fill"]):
        raise BadKeyValue(slot.name, text, f"begins or ends with the filling {filled['fill']!r}")
    return format(text, slot.spec)


def _checked_number(slot: Slot, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadKeyValue(slot.name, value, "is not a number, and this key needs one")
    if slot.spec == "n":
        return str(int(value))
    if value < 0:
        raise BadKeyValue(slot.name, value, "is negative, and negative numbers do not sort in a key")
    text = format(value, slot.spec)
    padded = _PADDED_NUMBER.fullmatch(slot.spec)
    if padded and len(text) > int(padded["width"]):
        largest = "9" * int(padded["width"])
        raise BadKeyValue(slot.name, value, f"is greater than {int(largest):,}: keys would no longer sort")
    return text


def _pattern(part: Literal | Slot, seen: set[str]) -> str:
    if isinstance(part, Literal):
        return re.escape(part.text)
    if part.name in seen:
        return f"(?P={part.name})"
    seen.add(part.name)
    return f"(?P<{part.name}>{_value_pattern(part.spec)})"


def _value_pattern(spec: str) -> str:
    if spec.endswith("d"):
        return r"\d+"
    if spec.endswith("f"):
        return r"\d+\.\d+"
    return ".+" if spec == "text" else "[^#]+"


def _read(slot: Slot, text: str) -> KeyValue:
    if slot.spec.endswith("d"):
        return int(text)
    if filled := _FILLED_TEXT.fullmatch(slot.spec):
        return text.lstrip(filled["fill"]) if filled["side"] == ">" else text.rstrip(filled["fill"])
    return text


def _check_free_text_is_last(template: Template) -> None:
    slots = template.slots
    *others, _ = slots or (Slot("", ""),)
    ends_with_it = template.source.endswith("}")
    if any(slot.spec == "text" for slot in others) or (slots and slots[-1].spec == "text" and not ends_with_it):
        raise BadKey(f"{template.source!r}: free text can only be the last part, or it could not be read back")
    if template.is_number and template.source != f"{{{slots[0].name}:n}}":
        raise BadKey(f"{template.source!r}: a number is a key of its own")
