"""Where two answers differ."""

from collections.abc import Iterator
from typing import Any


def assert_same(first: Any, second: Any, path: str) -> None:
    """Fail with every place where two answers differ."""
    found = list(differences(first, second, path))
    assert not found, "\n".join(found)


def differences(first: Any, second: Any, path: str) -> Iterator[str]:
    """Each place with both values, named as a client would: `tagWord.tagItems[0].flag`."""
    if isinstance(first, dict) and isinstance(second, dict):
        for name in {**first, **second}:
            yield from differences(first.get(name), second.get(name), f"{path}.{name}")
    elif isinstance(first, list) and isinstance(second, list) and len(first) == len(second):
        for place, (one, other) in enumerate(zip(first, second, strict=True)):
            yield from differences(one, other, f"{path}[{place}]")
    elif first != second and not _is_same_link(first, second):
        yield f"{path}: {first!r}, then {second!r}"


def _is_same_link(first: Any, second: Any) -> bool:
    """Whether both are signed addresses of the same thing: signatures differ from one second to the next."""
    are_signed = all(isinstance(each, str) and "X-Amz-Signature=" in each for each in (first, second))
    return are_signed and first.partition("?")[0] == second.partition("?")[0]
