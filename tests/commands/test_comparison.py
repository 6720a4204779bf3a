"""One equality of items tells a repeat from a conflict, and a conflict names what differs."""

import pytest

from commands.comparison import same_or_refused, says_the_same
from entities.jobs import Job, JobState
from loaders.errors import Outdated
from resolvers.runtime.errors import api_error
from tests.commands.receipts import NOW

JOB = Job(job_id="j", name="train", created_by="anna", created_at=NOW, job_config={"rate": 0.1})


def test_items_say_the_same_when_all_their_fields_do() -> None:
    assert says_the_same(JOB, JOB.model_copy())
    assert not says_the_same(JOB, JOB.model_copy(update={"job_config": {"rate": 0.2}}))


def test_a_mapping_is_compared_by_the_values_that_it_has() -> None:
    assert says_the_same(JOB, {"name": "train", "description": None})
    assert not says_the_same(JOB, {"name": "train", "description": "more"})


def test_fields_to_ignore_may_differ() -> None:
    later = JOB.model_copy(update={"status": JobState.FAILED, "name": "other"})
    assert not says_the_same(JOB, later, ignoring=("status",))
    assert says_the_same(JOB, later, ignoring=("status", "name"))


def test_a_repeat_gets_what_is_stored() -> None:
    assert same_or_refused(JOB, JOB.model_copy(update={"status": JobState.FAILED}), ignoring=("status",)) is JOB


def test_a_conflict_names_every_field_that_differs_in_the_clients_words_and_shows_what_is_stored() -> None:
    other = JOB.model_copy(update={"created_by": "bert", "estimated_duration": 3.0})
    with pytest.raises(Outdated) as caught:
        same_or_refused(JOB, other)
    told = api_error(caught.value)
    assert told.error_type == "Conflict"
    assert told.message == (
        "This Job exists already and differs in createdBy, estimatedDuration. "
        "Change the existing one, or use another id."
    )
    assert told.info["current"]["createdBy"] == "anna"


def test_a_conflict_may_come_with_advice_of_its_own() -> None:
    with pytest.raises(Outdated, match=r"differs in `name`\. Rename it\.$"):
        same_or_refused(JOB, {"name": "other"}, advice="Rename it.")
