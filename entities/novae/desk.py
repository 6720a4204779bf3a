"""The desk: what waits for a person or a worker stands in CatalogIndex, in the order of time, while it waits."""

from datetime import UTC, datetime
from enum import StrEnum

from entities.times import format_time

AT_ONCE = datetime(1, 1, 1, tzinfo=UTC)
"""Before all times: of what need not wait, or of what has waited since an unknown time."""


class Desk(StrEnum):
    """What is waited for: QUARANTINED for a decision, by when it was asked for; ELIGIBLE to be fetched, by when that
    may be tried.
    """

    QUARANTINED = "QUARANTINED"
    ELIGIBLE = "ELIGIBLE"


def desk_time(moment: datetime | None) -> str:
    """The time in a key of the desk."""
    return format_time(moment or AT_ONCE)
