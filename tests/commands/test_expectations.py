"""What a caller expects holds, or is refused with what is stored, in the caller's words."""

from typing import Any

import pytest

from commands.changes import expect
from entities.jobs import Job, JobState
from loaders.errors import Outdated
from resolvers.runtime.errors import api_error
from tests.commands.receipts import NOW

JOB = Job(job_id="j", name="train", created_by="anna", created_at=NOW, status=JobState.RUNNING)


def test_what_holds_and_what_is_not_expected_at_all_is_fine() -> None:
    expect(JOB, {"status": JobState.RUNNING, "created_at": NOW, "name": None})


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ({"status": JobState.PENDING}, "status of this Job is RUNNING, not PENDING as expected."),
        (
            {"best_checkpoint_at": NOW},
            "bestCheckpointAt of this Job is null, not 2026-11-16T00:00:00.000000Z as expected.",
        ),
        ({"name": "other"}, "name of this Job is train, not other as expected."),
    ],
)
def test_what_differs_is_named_with_its_value_and_the_item_is_shown(expected: dict[str, Any], message: str) -> None:
    with pytest.raises(Outdated) as caught:
        expect(JOB, expected)
    told = api_error(caught.value)
    assert (told.error_type, told.message) == ("Conflict", message)
    assert told.info["current"]["jobId"] == "j"
