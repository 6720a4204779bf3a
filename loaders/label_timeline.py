"""How many labels were proposed when: counted in an index that has nothing but their times and their status."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta

from entities.fields import Part, Timestamp
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.times import parse_time, shifted
from loaders.errors import BadInput, IndexMissing
from loaders.lists.listing import Span
from loaders.receipt_lists import added_query, needing_index
from loaders.request import Request

USUAL_DAYS = 30
MAX_STEPS = 1_000
LEAST_SECONDS = 60


class LabelTimelineStep(Part):
    """How many labels were proposed within a step of time, by their status today."""

    since: Timestamp
    """When the step begins; labels of this moment are counted in it."""
    until: Timestamp
    """When the step ends; labels of this moment are counted in the next step, or here if it is the last."""
    added: int
    """How many labels were proposed within the step."""
    none: int
    """How many of them have a status of NONE: not checked yet."""
    pending: int
    """How many of them have a status of PENDING: a check is under way."""
    valid: int
    """How many of them have a status of VALID: they are right."""
    invalid: int
    """How many of them have a status of INVALID: they are wrong."""
    needs_review: int
    """How many of them have a status of NEEDS_REVIEW: a person should decide."""


def label_timeline(
    request: Request, since: datetime | None, until: datetime | None, step: int
) -> list[LabelTimelineStep]:
    """Labels by time of their proposal, in steps of so many seconds: one range, however many steps."""
    end = until or request.now
    span = Span(since or shifted(end, -timedelta(days=USUAL_DAYS)), end)
    steps = list(_steps(span, step))
    try:
        records = request.session.query(added_query(ReceiptWordLabel, span, newest_first=False))
    except IndexMissing:
        raise needing_index("since") from None
    counts = [Counter[str]() for _ in steps]
    for record in records:
        place = _place(record.get("timestamp_added"), span, step)
        if place is not None:
            counts[min(place, len(steps) - 1)][ValidationStatus(record.get("validation_status") or "NONE").name] += 1
    return [_shown(*each, count) for each, count in zip(steps, counts, strict=True)]


def _steps(span: Span, step: int) -> Iterator[tuple[datetime, datetime]]:
    if step < LEAST_SECONDS:
        raise BadInput(f"`step` must be at least {LEAST_SECONDS} seconds, not {step}.", field="step")
    since, until = span.since, span.until
    if since is None or until is None:
        raise LookupError("a timeline needs both ends")
    if (until - since).total_seconds() / step > MAX_STEPS:
        raise BadInput(
            f"These are more than {MAX_STEPS:,} steps: give a longer `step` or a shorter span.", field="step"
        )
    length, start = timedelta(seconds=step), since
    while True:
        end = min(shifted(start, length), until)
        yield start, end
        if end == until:
            return
        start = end


def _place(text: object, span: Span, step: int) -> int | None:
    """The number of the step that a time is in; None if it is in none."""
    try:
        moment = parse_time(text)
    except ValueError:
        return None
    return int((moment - span.since).total_seconds() // step) if span.since and span.holds(moment) else None


def _shown(since: datetime, until: datetime, count: Counter[str]) -> LabelTimelineStep:
    return LabelTimelineStep(
        since=since,
        until=until,
        added=count.total(),
        none=count["NONE"],
        pending=count["PENDING"],
        valid=count["VALID"],
        invalid=count["INVALID"],
        needs_review=count["NEEDS_REVIEW"],
    )
