"""Converts DynamoDB's AttributeValues to Python values and back: `{"N": "1"}` is 1.

Whole numbers become int and others float, since GraphQL has no other types for them. Both ways are exact for numbers
that fit a double; longer fractions are rounded to the nearest double when read.
"""

from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from decimal import Context, Decimal, DecimalException
from math import isfinite
from typing import Any

from pydantic import BaseModel

AttributeValue = Mapping[str, Any]
Record = dict[str, Any]

_DIGITS = 38
_NUMBER = Context(prec=_DIGITS, Emin=-130, Emax=125)


def decode_item(item: Mapping[str, AttributeValue]) -> Record:
    """An item as DynamoDB sends it, as plain Python values."""
    return {name: decode(value) for name, value in item.items()}


def decode(value: AttributeValue) -> Any:
    """One AttributeValue as a Python value."""
    ((kind, raw),) = value.items()
    return _DECODERS[kind](raw)


def encode_item(record: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Plain Python values in the form that DynamoDB takes."""
    if "" in record:
        raise ValueError("DynamoDB rejects attributes without a name, in maps too")
    return {name: encode(value) for name, value in record.items()}


def encode(value: Any) -> dict[str, Any]:
    """One Python value as an AttributeValue."""
    if value is None:
        return {"NULL": True}
    if isinstance(value, bool):
        return {"BOOL": value}
    for types, encoder in _ENCODERS:
        if isinstance(value, types):
            return encoder(value)
    raise TypeError(f"DynamoDB has no type for {type(value).__name__}: {value!r}")


MAX_LEVELS = 31
"""How deep maps and lists may be nested in one attribute: DynamoDB has 32 levels, and the innermost value is one."""

_SMALLEST, _LARGEST = 1e-130, 9.99e125
_INTEGERS = range(-(2**63), 2**63)


def check_storable(value: Any, levels: int = MAX_LEVELS) -> None:
    """Raise ValueError for a value that DynamoDB, or JSON on its way to clients, could not hold."""
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, float):
        _check_fraction(value)
    elif isinstance(value, int) and value not in _INTEGERS:
        raise ValueError("must be within 64 bits")
    elif isinstance(value, BaseModel):
        check_storable(vars(value), levels)
    elif isinstance(value, Mapping | list | tuple | set | frozenset):
        _check_inside(value, levels)


def _check_inside(value: Iterable[Any], levels: int) -> None:
    if levels == 0:
        raise ValueError(f"must not be nested more than {MAX_LEVELS} levels deep")
    if isinstance(value, Mapping):
        if "" in value:
            raise ValueError("must not have fields without a name")
        for name in value:
            check_storable(name)
    for each in value.values() if isinstance(value, Mapping) else value:
        check_storable(each, levels - 1)


def _check_text(text: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ValueError("is not valid Unicode") from None


def _check_fraction(value: float) -> None:
    if not isfinite(value) or abs(value) > _LARGEST or 0 < abs(value) < _SMALLEST:
        raise ValueError("must be a number that DynamoDB can hold: at most 9.9E+125, and 0 or at least 1E-130")


def number(text: str) -> int | float:
    """A DynamoDB number: int if it is whole, else float."""
    try:
        return int(text)
    except ValueError:
        return _fraction(text)


def _fraction(text: str) -> int | float:
    value = float(text)
    if value.is_integer():
        exact = Decimal(text)
        return int(exact) if exact == exact.to_integral_value() else value
    return value


def _binary(raw: str | bytes) -> bytes:
    """On the wire bytes are base64; botocore's own parser has already decoded them."""
    return b64decode(raw) if isinstance(raw, str) else bytes(raw)


def _decode_list(raw: Iterable[AttributeValue]) -> list[Any]:
    return [decode(value) for value in raw]


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "S": str,
    "N": number,
    "BOOL": bool,
    "NULL": lambda _: None,
    "M": decode_item,
    "L": _decode_list,
    "SS": set,
    "NS": lambda raw: {number(text) for text in raw},
    "B": _binary,
    "BS": lambda raw: {_binary(each) for each in raw},
}


def _encode_number(value: float | Decimal) -> dict[str, str]:
    if not isfinite(value):
        raise ValueError(f"DynamoDB cannot store {value}")
    exact = value if isinstance(value, Decimal) else Decimal(repr(value))
    try:
        held = _NUMBER.create_decimal(exact)
    except DecimalException:
        raise ValueError(f"{value} is outside the range of DynamoDB's numbers") from None
    if held != exact:
        raise ValueError(f"{value} has more than the {_DIGITS} digits that DynamoDB keeps")
    return {"N": str(held)}


def _encode_set(values: set[Any] | frozenset[Any]) -> dict[str, list[Any]]:
    if not values:
        raise ValueError("DynamoDB has no empty sets: leave the attribute out")
    if all(isinstance(value, str) for value in values):
        return {"SS": sorted(values)}
    if all(isinstance(value, bytes) for value in values):
        return {"BS": sorted(values)}
    return {"NS": [_encode_number(value)["N"] for value in sorted(values)]}


_ENCODERS: tuple[tuple[tuple[type, ...], Callable[[Any], dict[str, Any]]], ...] = (
    ((str,), lambda value: {"S": str(value)}),
    ((int, float, Decimal), _encode_number),
    ((Mapping,), lambda value: {"M": encode_item(value)}),
    ((list, tuple), lambda value: {"L": [encode(each) for each in value]}),
    ((set, frozenset), _encode_set),
    ((bytes, bytearray), lambda value: {"B": bytes(value)}),
)
