"""Expiry: when DynamoDB may delete what is stored."""

from datetime import datetime, timedelta

from loaders.errors import BadInput
from loaders.request import Request


def expiry(request: Request, given: datetime | None, field: str = "expires_at") -> datetime | None:
    """The given moment to the second, as DynamoDB keeps it; refused if it has passed."""
    if given is not None and given <= request.now:
        raise BadInput(f"`{field}` must be in the future.", field=field)
    return given.replace(microsecond=0) if given else None


def after_days(request: Request, days: int | None) -> datetime | None:
    """The moment that many days from now."""
    return (request.now + timedelta(days=days)).replace(microsecond=0) if days else None
