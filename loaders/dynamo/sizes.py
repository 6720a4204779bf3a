"""How large an item is, and what reading or writing it costs, by DynamoDB's rules."""

from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Context, Decimal
from math import ceil
from typing import Any

MAX_ITEM_BYTES = 400 * 1024
READ_BLOCK = 4 * 1024
WRITE_BLOCK = 1024

_CONTAINER = 3
_ELEMENT = 1
_EXACT = Context(prec=64)


def item_size(record: Mapping[str, Any]) -> int:
    """Bytes of an item: the names and values of its attributes."""
    return sum(len(name.encode()) + value_size(value) for name, value in record.items())


def value_size(value: Any) -> int:
    """Bytes of one value."""
    if value is None or isinstance(value, bool):
        return 1
    for types, size in _SIZES:
        if isinstance(value, types):
            return size(value)
    raise TypeError(f"DynamoDB has no type for {type(value).__name__}")


def query_units(total: int, *, is_consistent: bool) -> float:
    """Read units of a Query: the sizes of all items read are added up before rounding."""
    return _blocks(total, READ_BLOCK) * _weight(is_consistent)


def item_units(sizes: Iterable[int], *, is_consistent: bool) -> float:
    """Read units of items read one by one; a missing item costs as much as a small one."""
    return sum(_blocks(size, READ_BLOCK) for size in sizes) * _weight(is_consistent)


def write_units(size: int) -> float:
    """Write units of an item in the table, or in one index."""
    return float(_blocks(size, WRITE_BLOCK))


def _blocks(size: int, block: int) -> int:
    return max(1, ceil(size / block))


def _weight(is_consistent: bool) -> float:
    return 1.0 if is_consistent else 0.5


def _number_size(value: float | Decimal) -> int:
    """One byte for every two digits, paired from the decimal point; one for the exponent, one for a minus."""
    exact = Decimal(repr(value) if isinstance(value, float) else value)
    sign, digits, exponent = _EXACT.normalize(exact).as_tuple()
    if digits == (0,) or not isinstance(exponent, int):
        return 1
    pairs = (exponent + len(digits) - 1) // 2 - exponent // 2 + 1
    return 1 + pairs + sign


def _elements_size(values: Collection[Any]) -> int:
    return _CONTAINER + sum(_ELEMENT + value_size(value) for value in values)


def _map_size(value: Mapping[str, Any]) -> int:
    return _CONTAINER + _ELEMENT * len(value) + item_size(value)


def _set_size(values: Collection[Any]) -> int:
    return sum(value_size(value) for value in values)


_SIZES: tuple[tuple[tuple[type, ...], Callable[[Any], int]], ...] = (
    ((str,), lambda value: len(value.encode())),
    ((int, float, Decimal), _number_size),
    ((Mapping,), _map_size),
    ((list, tuple), _elements_size),
    ((set, frozenset), _set_size),
    ((bytes, bytearray), len),
)
