"""The values that AppSync's scalars accept."""

import ipaddress
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from math import isinf
from typing import Any
from urllib.parse import urlsplit

_OFFSET = r"(?:Z|[+-](?:0\d|1[0-8]):[0-5]\d(?::[0-5]\d)?)"
_DAY = r"(-?)(\d{4,9})-(\d\d)-(\d\d)"
_CLOCK = r"(?:[01]\d|2[0-3]):[0-5]\d"
_DATE = re.compile(rf"{_DAY}{_OFFSET}?", re.ASCII)
_TIME = re.compile(rf"{_CLOCK}(?::[0-5]\d(?:\.\d{{0,9}})?)?{_OFFSET}?", re.ASCII)
_DATE_TIME = re.compile(rf"{_DAY}T{_CLOCK}(?::[0-5]\d(?:\.\d{{1,9}})?)?{_OFFSET}", re.ASCII)
_EMAIL = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?", re.ASCII)
_PHONE = re.compile(r"\+?[\d\s()-]+", re.ASCII)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
_PHONE_DIGITS = range(7, 16)
_LEAP_YEAR = 2000


@dataclass(frozen=True)
class Kind:
    """A scalar that is a string of a certain format."""

    name: str
    """Its name in messages."""
    is_valid: Callable[[str], bool]
    rule: str


def show_timestamp(value: Any) -> int:
    """Whole seconds, as a number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
        raise ValueError(f"Unable to serialize `{value}` as a valid timestamp.")
    return int(value)


def read_timestamp(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is not a valid AWSTimestamp: it is the number of seconds.")  # noqa: TRY004
    return value


def json_text(value: Any) -> str:
    """JSON is always returned as a string."""
    try:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError):
        raise ValueError(f"Unable to serialize `{value}` as a valid JSON.") from None


def read_json(value: Any) -> Any:
    """JSON arrives as a string; the Lambda receives the parsed value."""
    try:
        return json.loads(value, parse_constant=_no_constant, parse_float=_fraction)
    except (TypeError, ValueError, RecursionError):
        raise ValueError(f"{value!r} is not a valid AWSJSON: it must be JSON, as text.") from None


def _fraction(text: str) -> float:
    """A number as large as 1e400 would become infinite, and null on its way to the Lambda."""
    value = float(text)
    if isinf(value):
        raise ValueError(text)
    return value


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _is_day(found: re.Match[str] | None) -> bool:
    """Whether the day exists. The calendar repeats every 400 years; Python supports only the years 1 to 9999."""
    if found is None:
        return False
    minus, years, month, day = found.groups()[:4]
    year = (-int(years) if minus else int(years)) % 400 + _LEAP_YEAR
    try:
        date(year, int(month), int(day))
    except ValueError:
        return False
    return True


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_interface(text)
    except ValueError:
        return False
    return "%" not in text and (text.count("/") == 0 or text.rpartition("/")[2].isdecimal())


def _is_url(text: str) -> bool:
    if not _SCHEME.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    has_place = bool(parts.netloc) if text.partition(":")[2].startswith("//") else bool(parts.path)
    return has_place and "//" not in parts.path


def _is_phone(text: str) -> bool:
    return bool(_PHONE.fullmatch(text)) and sum(each.isdigit() for each in text) in _PHONE_DIGITS


KINDS = {
    "AWSDate": Kind("Date", lambda text: _is_day(_DATE.fullmatch(text)), "YYYY-MM-DD, and perhaps an offset"),
    "AWSTime": Kind("Time", lambda text: bool(_TIME.fullmatch(text)), "hh:mm:ss.sss, and perhaps an offset"),
    "AWSDateTime": Kind(
        "DateTime",
        lambda text: _is_day(_DATE_TIME.fullmatch(text)),
        "YYYY-MM-DDThh:mm:ss.sssZ, and the offset is compulsory",
    ),
    "AWSEmail": Kind("Email", lambda text: bool(_EMAIL.fullmatch(text)) and ".." not in text, "name@domain"),
    "AWSPhone": Kind("Phone", _is_phone, "digits, spaces and hyphens"),
    "AWSURL": Kind("URL", _is_url, "a scheme, and no // in the path"),
    "AWSIPAddress": Kind("IPAddress", _is_address, "IPv4 or IPv6, and perhaps /bits"),
}
