"""Cursors: a position in one list, and nothing else.

A cursor contains the position of the item to continue after, never what to read: the partition comes from the
arguments. It has a checksum over the list (field, arguments, order) and the position, so a cursor that is truncated,
changed or of another list is rejected. A forged cursor only leads to another position in a list that the caller may
read anyway.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from entities.times import format_time
from loaders.errors import BadCursor

Position = list[str | int | float] | None
"""The key values of the last item taken from one source; None before the first."""

MAX_LENGTH = 8192
_CHECK = 12
_LARGEST = 2**63


def scope_of(name: str, arguments: Mapping[str, Any], *, newest_first: bool) -> str:
    """What identifies a list: lists with the same scope have the same items in the same order."""
    said = {key: _plain(value) for key, value in arguments.items() if value is not None}
    return json.dumps([name, said, newest_first], sort_keys=True, default=str)


def write_cursor(scope: str, positions: Sequence[Position]) -> str:
    """The cursor for these positions, one for each source of the list."""
    text = json.dumps(list(positions), separators=(",", ":"), ensure_ascii=False)
    return urlsafe_b64encode(_check(scope, text) + text.encode()).decode().rstrip("=")


def read_cursor(scope: str, cursor: str, sources: int) -> list[Position]:
    """The positions of a cursor of this list; anything else is BadCursor."""
    try:
        raw = _decoded(cursor)
        check, text = raw[:_CHECK], raw[_CHECK:].decode()
        if check != _check(scope, text):
            raise BadCursor
        return _checked(json.loads(text), sources)
    except (ValueError, RecursionError):
        raise BadCursor from None


def _plain(value: Any) -> Any:
    return format_time(value) if isinstance(value, datetime) else value


def _check(scope: str, text: str) -> bytes:
    return sha256(f"{scope}\n{text}".encode()).digest()[:_CHECK]


def _decoded(cursor: str) -> bytes:
    if not 0 < len(cursor) <= MAX_LENGTH or not cursor.isascii():
        raise BadCursor
    raw = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    if urlsafe_b64encode(raw).decode().rstrip("=") != cursor:
        raise BadCursor
    return raw


def _can_be_key(value: Any) -> bool:
    """Whether a value can be part of a key: a string that can be encoded, or a number within our range."""
    if isinstance(value, str):
        return not any("\ud800" <= letter <= "\udfff" for letter in value)
    return type(value) in {int, float} and abs(value) < _LARGEST


def _checked(positions: Any, sources: int) -> list[Position]:
    if not isinstance(positions, list) or len(positions) != sources:
        raise BadCursor
    for position in positions:
        if position is not None and not (isinstance(position, list) and all(map(_can_be_key, position))):
            raise BadCursor
    return positions
