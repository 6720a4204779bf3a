"""What writers owe: checks of the values of new items, field by field."""

from collections.abc import Mapping
from typing import Any

from pydantic.fields import FieldInfo

from entities.attributes import check_storable
from entities.errors import BadKeyValue
from entities.fields import NeededMark, OpenEnum


def demand_storable(name: str, value: Any) -> None:
    """Check what is nested: single values are checked where they are encoded."""
    if isinstance(value, Mapping | list | tuple):
        try:
            check_storable(value)
        except ValueError as error:
            raise ValueError(f"`{name}` {error}") from BadKeyValue(name, "This value", str(error))


def demand_field(name: str, field: FieldInfo, value: Any) -> None:
    """Check one value: whether it may be missing, and whether an enumeration knows it."""
    if value is None and any(isinstance(mark, NeededMark) for mark in field.metadata):
        raise ValueError(f"`{name}` is required")
    if isinstance(value, OpenEnum) and not value.is_known:
        choices = ", ".join(type(value))
        raise ValueError(f"`{name}` must be one of {choices}, not {value.value!r}")
