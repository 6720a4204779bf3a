"""Reads times in all formats that writers used, and writes them in one.

Read: seconds with Z, microseconds with +00:00, nanoseconds with a local offset, milliseconds with Z, no offset
at all (UTC is meant), epoch seconds as a number, `YYYY-MM-DD-HH`. Written: UTC, fixed width, so that text sorts
like time.
"""

import re
from datetime import UTC, datetime, timedelta

FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
WRITTEN = "%Y-%m-%dT%H:%M:%S.%fZ"

_HOUR = re.compile(r"(\d{4}-\d{2}-\d{2})-(\d{2})")
_TOO_FINE = re.compile(r"(\.\d{6})\d+")
_SECONDS_END = 100_000_000_000  # the year 5138 in seconds, 1973 in milliseconds


def parse_time(value: object) -> datetime:
    """The time of a stored value, in UTC."""
    if isinstance(value, datetime):
        return _in_utc(value)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"{value!r} is not a time")  # noqa: TRY004  pydantic turns only this into its own error
    if isinstance(value, str):
        return _parse_text(value)
    seconds = value / 1000 if abs(value) >= _SECONDS_END else value
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError):
        raise ValueError(f"{value!r} is not a valid date and time") from None


def format_time(moment: datetime) -> str:
    """The time as we write it: UTC, microseconds, fixed width."""
    return _in_utc(moment).strftime(WRITTEN).rjust(len("2026-11-16T00:00:00.000000Z"), "0")


def shifted(moment: datetime, by: timedelta) -> datetime:
    """A moment earlier or later by so much, or the first or last one that there is."""
    try:
        return moment + by
    except OverflowError:
        return LAST if by > timedelta() else FIRST


def _parse_text(text: str) -> datetime:
    hour = _HOUR.fullmatch(text)
    iso = f"{hour[1]}T{hour[2]}:00:00Z" if hour else _TOO_FINE.sub(r"\1", text)
    try:
        return _in_utc(datetime.fromisoformat(iso))
    except (ValueError, OverflowError):
        raise ValueError(f"{text!r} is not a time") from None


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
