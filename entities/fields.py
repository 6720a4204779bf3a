"""The types of values in entities: what is accepted when reading, and what is required when writing.

Reading is tolerant, writing is strict, and one class does both: the checks below that begin with `_demand` are
skipped when a stored item is being read (`READING` is the pydantic context then).
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Final, Self, TypeGuard, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationInfo,
)

from entities.times import format_time, parse_time

READING: Final = {"reading": True}

T = TypeVar("T")


def is_reading(info: ValidationInfo) -> bool:
    """Whether a stored item is being read, so that validation should be tolerant."""
    return info.context is READING


@dataclass(frozen=True)
class Stored:
    """The attribute of a field in the table, and where else readers should look for it (dots go into maps)."""

    name: str | None = None
    also: tuple[str, ...] = ()
    nothing: tuple[str, ...] = ()
    """Strings that upstream wrote instead of a missing value."""


class NeededMark:
    """Marks a field that a writer must set although some stored items lack it."""


class InKeyMark:
    """Marks a field that is stored only in the primary key, as most ids are."""


class LargeMark:
    """Marks a number that may not fit into 32 bits."""


Needed = Annotated[T | None, NeededMark()]
InKey = Annotated[T, InKeyMark()]


class OpenEnum(StrEnum):
    """An enumeration that survives values that it does not know: they are kept as they are, and not written."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        folded = value.casefold()
        for member in cls:
            if member.value.casefold() == folded:
                return member
        unknown = str.__new__(cls, value)
        unknown._name_, unknown._value_ = "UNKNOWN", value
        return unknown

    @property
    def is_known(self) -> bool:
        return self._value_ in type(self)._value2member_map_


class ClosedEnum(OpenEnum):
    """An enumeration that is never read from a table: clients only give it, and there is no UNKNOWN in it."""


class Part(BaseModel):
    """A map inside an item."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True, coerce_numbers_to_str=True)


def _demand_at_least_one(value: int, info: ValidationInfo) -> int:
    if value < 1 and not is_reading(info):
        raise ValueError("must be at least 1")
    return value


def _demand_unit(value: float, info: ValidationInfo) -> float:
    if not 0 <= value <= 1 and not is_reading(info):
        raise ValueError("must be between 0 and 1")
    return value


_PARTIAL_DATE = re.compile(r"\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])")


def _demand_partial_date(value: str, info: ValidationInfo) -> str:
    if not _PARTIAL_DATE.fullmatch(value) and not is_reading(info):
        raise ValueError("must be YYYY-MM-DD, with 00 for an unknown month or day")
    return value


def _demand_upper(value: str, info: ValidationInfo) -> str:
    return value if is_reading(info) else value.upper()


def is_written_in_upper_case(marks: Iterable[object]) -> bool:
    """Whether a field with these marks is `UpperText`."""
    return any(isinstance(mark, AfterValidator) and mark.func is _demand_upper for mark in marks)


def _read_expiry(value: object) -> object:
    """An early writer stored the lifetime of an item instead of its end: that is ignored."""
    return None if is_lifetime(value) else value


def is_lifetime(value: object) -> TypeGuard[int | float]:
    """Whether a stored expiry is a number of seconds to live, and no moment."""
    return isinstance(value, int | float) and not isinstance(value, bool) and value < FIRST_PLAUSIBLE_EXPIRY


FIRST_PLAUSIBLE_EXPIRY: Final = 1_000_000_000


def _read_bool(value: object) -> object:
    if isinstance(value, str) and value in {"True", "False"}:
        return value == "True"
    return bool(value) if isinstance(value, int | float) else value


def _read_json(value: object) -> object:
    """Maps that an early writer stored as JSON text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _write_json(value: object) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def without_quotes(value: object) -> object:
    """An ETag as it is compared: S3 sends it in quotes, and some writers store them."""
    return value.strip().strip('"') if isinstance(value, str) else value


def _read_texts(value: object) -> object:
    return tuple(sorted(value)) if isinstance(value, set | frozenset) else value


def _sorted_once(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(values)))


def _epoch(moment: datetime) -> int:
    return int(moment.timestamp())


Ordinal = Annotated[int, Field(ge=0)]
"""A number in a key, counted from 0."""

Counted = Annotated[int, Field(ge=0), AfterValidator(_demand_at_least_one)]
"""A number in a key, counted from 1."""

Large = Annotated[int, LargeMark()]
"""A number that may not fit into 32 bits."""

Unit = Annotated[float, AfterValidator(_demand_unit)]
"""A share or a confidence between 0 and 1."""

Timestamp = Annotated[datetime, BeforeValidator(parse_time), PlainSerializer(format_time)]
"""A moment, stored as fixed-width UTC text."""

EpochSeconds = Annotated[datetime, BeforeValidator(parse_time), PlainSerializer(_epoch)]
"""A moment, stored as a number of seconds."""

Expiry = Annotated[EpochSeconds | None, BeforeValidator(_read_expiry)]
"""When an item may be deleted, stored as DynamoDB's TTL requires it: in epoch seconds."""

PartialDate = Annotated[str, AfterValidator(_demand_partial_date)]
"""A date of which the day or the month may be unknown: `2012-06-00`."""

EtagText = Annotated[str, BeforeValidator(without_quotes)]
"""An ETag, without the quotes that some writers store around it."""

UpperText = Annotated[str, AfterValidator(_demand_upper)]
"""Text that is written in upper case."""

Flag = Annotated[bool, BeforeValidator(_read_bool)]
"""A boolean, in any format that writers used."""

FlagText = Annotated[bool, BeforeValidator(_read_bool), PlainSerializer(str)]
"""A boolean stored as "True" or "False": DynamoDB has no boolean keys."""

Json = Annotated[Any, BeforeValidator(_read_json)]
"""A map or list of any shape."""

JsonText = Annotated[Any, BeforeValidator(_read_json), PlainSerializer(_write_json)]
"""A map or list of any shape, stored as JSON text."""

TextSet = Annotated[tuple[str, ...], BeforeValidator(_read_texts), AfterValidator(_sorted_once), PlainSerializer(set)]
"""Words in no order, stored as a string set, sorted when read."""
