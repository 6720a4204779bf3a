"""The parts of a key template: how a template is parsed, and how one value is written into a key and read back."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from entities.errors import BadKey, BadKeyValue

KeyValue = str | int

_PART = re.compile(r"(?P<open>\[)|(?P<close>\])|\{(?P<name>\w+)(?::(?P<spec>[^}]*))?\}|(?P<literal>[^\[\]{}]+)")
_PADDED_NUMBER = re.compile(r"0(?P<width>\d)d")
_FILLED_TEXT = re.compile(r"(?P<fill>.)(?P<side>[<>])(?P<width>\d+)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class Literal(NamedTuple):
    """Text that is part of every key."""

    text: str


class Slot(NamedTuple):
    """The place of a value, and how it is written there."""

    name: str
    spec: str


TemplatePart = Literal | Slot


def groups_of(source: str) -> Iterator[tuple[bool, tuple[TemplatePart, ...]]]:
    """Split a template at its brackets: (is optional, parts)."""
    parts: list[TemplatePart] = []
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
        raise BadKey(f"{source!r} is not a key template: see entities/keys.py")
    yield False, tuple(parts)


def slot_source(name: str, spec: str) -> str:
    """A slot as written in a template."""
    return f"{{{name}:{spec}}}" if spec else f"{{{name}}}"


def opening_of(parts: tuple[TemplatePart, ...]) -> str:
    """The text that a group of parts begins with, if it begins with text."""
    return parts[0].text if parts and isinstance(parts[0], Literal) else ""


def write_part(part: TemplatePart, values: Mapping[str, object]) -> str | None:
    """The part as written in a key, or None if its value is missing. Raises BadKeyValue for a bad value."""
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
        raise BadKeyValue(slot.name, value, "is not text, and this key needs text")
    if not value:
        raise BadKeyValue(slot.name, value, "is empty, which DynamoDB rejects in a key")
    if value.isspace():
        raise BadKeyValue(slot.name, value, "is blank")
    if _CONTROL.search(value):
        raise BadKeyValue(slot.name, value, "has control characters, which are not allowed in a key")
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


def pattern_of(part: TemplatePart, seen: set[str]) -> str:
    """A regular expression for the part in any key; a name seen before must have the same value."""
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


def read_slot(slot: Slot, text: str) -> KeyValue:
    """The value that was found for a slot."""
    if slot.spec.endswith("d"):
        return int(text)
    if filled := _FILLED_TEXT.fullmatch(slot.spec):
        return text.lstrip(filled["fill"]) if filled["side"] == ">" else text.rstrip(filled["fill"])
    return text
