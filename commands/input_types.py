"""Types of values that several inputs share, with their checks."""

from calendar import monthrange
from datetime import datetime
from typing import Annotated, Any
from unicodedata import normalize

import orjson
from pydantic import AfterValidator, BeforeValidator, Field

from entities.attributes import check_storable
from entities.fields import Json, PartialDate, Timestamp, without_quotes
from entities.novae.nova import normalise_name

MAX_MESSAGE = 500
MAX_NAME = 200
MAX_NOTE = 2000
MAX_JSON_BYTES = 20_000
COUNTABLE_YEARS = range(2002, 5000)
"""Smaller numbers of seconds are read as a time to live, and larger ones as milliseconds."""

LAST_MOVABLE_YEAR = 9998


def _demand_letters(name: str) -> str:
    if not normalise_name(name):
        raise ValueError("must have at least one letter")
    return normalize("NFC", " ".join(name.split()))


def _in_one_form(text: str) -> str:
    """Letters that look the same are stored the same (NFC)."""
    text = normalize("NFC", text).strip()
    if not text:
        raise ValueError("must not be blank")
    return text


def _demand_day(date: str) -> str:
    """Refuse days that no calendar has, and those of an unknown month."""
    if not date.isascii():
        raise ValueError("must be YYYY-MM-DD, with 00 for an unknown month or day")
    year, month, day = map(int, date.split("-"))
    if day > (monthrange(year, month)[1] if month else 0):
        raise ValueError("must be a day that exists, with 00 for an unknown month or day")
    return date


def _demand_small(value: Any) -> Any:
    check_storable(value)
    if len(orjson.dumps(value)) > MAX_JSON_BYTES:
        raise ValueError(f"must not be larger than {MAX_JSON_BYTES // 1000} KB")
    return value


def _demand_later_ones(moment: datetime) -> datetime:
    if moment.year > LAST_MOVABLE_YEAR:
        raise ValueError(f"must not be later than the year {LAST_MOVABLE_YEAR}")
    return moment


def _demand_countable(moment: datetime) -> datetime:
    if moment.year not in COUNTABLE_YEARS:
        raise ValueError(f"must be in the years {COUNTABLE_YEARS[0]} to {COUNTABLE_YEARS[-1]}")
    return moment


Name = Annotated[str, Field(max_length=MAX_NAME), AfterValidator(_demand_letters)]
"""A name of a nova, as people write it."""

Date = Annotated[PartialDate, AfterValidator(_demand_day)]
"""A date of which the day, or the month and the day, may be unknown: `2012-06-00`."""

CountedTime = Annotated[Timestamp, AfterValidator(_demand_countable)]
"""A moment that is stored as a number of seconds."""

MovableTime = Annotated[Timestamp, AfterValidator(_demand_later_ones)]
"""A moment that is moved slightly later where it is taken, so that there must be later ones."""

Etag = Annotated[str, BeforeValidator(without_quotes), Field(min_length=1, max_length=200)]
"""An ETag. S3 sends it in quotes, which are not stored."""

Provider = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_in_one_form)]
"""The archive or donor that provides a spectrum."""

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

Amount = Annotated[int, Field(ge=0)]

Message = Annotated[str, Field(max_length=MAX_MESSAGE)]
"""A short message. Longer texts belong in a log."""

Note = Annotated[str, Field(min_length=1, max_length=MAX_NOTE)]
"""What a person writes about a decision."""

Text = Annotated[str, Field(min_length=1)]
"""Text that must not be empty."""

ShortText = Annotated[str, Field(min_length=1, max_length=1000)]
"""Text that must not be empty, nor long."""

Percent = Annotated[float, Field(ge=0, le=100)]

SmallJson = Annotated[Json, AfterValidator(_demand_small)]
"""A map or list of any shape that takes up little of its item."""
