"""The two spellings of a name, `image_id` in Python and in tables, `imageId` in GraphQL; and names in sentences."""

import re
from collections.abc import Sequence
from functools import cache

_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")


@cache
def camel(name: str) -> str:
    """image_id -> imageId"""
    first, *rest = name.split("_")
    return first + "".join(part[:1].upper() + part[1:] for part in rest)


@cache
def snake(name: str) -> str:
    """imageId -> image_id"""
    return _HUMP.sub(r"_\1", name).lower()


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: `a`, `b` and `c`."""
    *before, last = [f"`{name}`" for name in names]
    return f"{', '.join(before)} and {last}" if before else last
