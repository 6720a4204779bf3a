"""Options that many commands share, and how a command gets its API."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from cli.api import ApiClient
from cli.failures import Usage
from cli.profiles import Profile, chosen

MAX_LIMIT = 10_000
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@dataclass(frozen=True)
class ChosenApi:
    """What was said before the command: which API, and as whom."""

    profile_name: str
    url: str | None
    token: str | None

    @property
    def profile(self) -> Profile:
        return chosen(self.profile_name, self.url, self.token)


def api_of(context: typer.Context) -> ApiClient:
    """The API that the command speaks to."""
    session: ChosenApi = context.obj
    return ApiClient(session.profile)


def moment(text: str) -> datetime:
    """A time as people give it: 2026-03-01, 2026-03-01T12:00Z, or so long ago: 90m, 24h, 7d."""
    number, unit = text[:-1], text[-1:]
    if number.isdigit() and unit in _UNITS:
        return datetime.now(UTC) - timedelta(**{_UNITS[unit]: int(number)})
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise Usage(f"{text} is not a time: give 2026-03-01, 2026-03-01T12:00Z, or 90m, 24h, 7d ago.") from None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def as_sent(text: str | None) -> str | None:
    """A time as the API takes it."""
    return moment(text).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ") if text else None


def minutes(text: str) -> int:
    """How long, in whole minutes, from 90m, 24h or 7d."""
    number, unit = text[:-1], text[-1:]
    if not (number.isdigit() and unit in _UNITS):
        raise Usage(f"{text} is not a length of time: give 90m, 24h or 7d.")
    return int(timedelta(**{_UNITS[unit]: int(number)}).total_seconds() // 60)


AsJson = Annotated[bool, typer.Option("--json", help="Print the API's answer as JSON.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=MAX_LIMIT, help="At most so many.")]
Since = Annotated[str | None, typer.Option(help="From this time on: 2026-03-01, 2026-03-01T12:00Z, or 24h, 7d ago.")]
Until = Annotated[str | None, typer.Option(help="Up to this time, in the same forms.")]
