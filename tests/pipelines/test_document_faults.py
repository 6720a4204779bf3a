"""Whatever goes wrong on the way of a document, it ends, is listed, is paid for once, and says why it failed."""

import pytest

from tests.pipelines.documents import DocumentSchedule
from tests.pipelines.simulation import Database
from tests.thoroughness import many

SCHEDULES = many(75, 2_000)
TOGETHER = 25
FIRST_SEED = 20_261_117


@pytest.mark.no_cover
@pytest.mark.parametrize("first", range(FIRST_SEED, FIRST_SEED + SCHEDULES, TOGETHER))
def test_no_document_is_lost_stuck_started_twice_or_without_a_reason(database: Database, first: int) -> None:
    for seed in range(first, first + TOGETHER):
        print(f"seed {seed}")  # noqa: T201  shown where it fails
        DocumentSchedule(seed, database).run()
