"""How much is tried: enough for every day, all of it with `THOROUGH=1`, or with `QUICK=1` what needs no program.

Of what is alike for every mutation, and of the tests on DynamoDB Local, every day is for a third. `make quick` tries a
tenth of the cases, and skips every test that would start an engine, a server, a browser, a compiler or another Python.
"""

import os
from collections.abc import Iterable
from zlib import crc32


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "0") not in {"", "0"}


IS_THOROUGH = _is_set("THOROUGH")
IS_QUICK = _is_set("QUICK")


def many(usual: int, thorough: int | None = None) -> int:
    """So many cases today."""
    if IS_QUICK:
        return max(1, usual // 10)
    return thorough if IS_THOROUGH and thorough else usual


def some_of(names: Iterable[str]) -> list[str]:
    """Some of many that are alike: a third, always the same, or all with `THOROUGH=1`."""
    return [name for name in names if IS_THOROUGH or is_everyday(name)]


def is_everyday(name: str) -> bool:
    """Whether a case is among the third that every run tries."""
    return crc32(name.encode()) % 3 == 0
