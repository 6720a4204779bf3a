"""What every example finds in the tables: the small world, and what it lacks."""

from functools import cache
from typing import Any

from entities.item import Item
from entities.jobs import JobState, JobStatus
from entities.receipts.labels import GPTInitialTagging
from tests.loaders.sample import NOW
from tests.reads.world import world


@cache
def setting() -> tuple[Item, ...]:
    """All items, with something in what is embedded in each."""
    tag: dict[str, Any] = {"image_id": "img", "receipt_id": 1, "line_id": 2, "word_id": 2, "tag": "FOOD"}
    tagging = GPTInitialTagging(**tag, query="q", response="r", timestamp_added=NOW)
    statuses = [JobStatus(job_id=each, status=JobState.RUNNING, updated_at=NOW) for each in ("j0", "j2")]
    return (*world(), tagging, *statuses)
