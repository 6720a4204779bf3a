"""Queues are opened once, filled and emptied, and their counts stay right."""

from tests.mutations.conftest import Changing

QUEUE = "{ queueName description priority jobCount createdAt }"


def test_a_queue_is_opened_and_found_again(api: Changing) -> None:
    made = api.do("createQueue", QUEUE, queueName="gpu", description="For training.", priority="HIGH")
    assert made["jobCount"] == 0
    assert api.get('{ queue(queueName: "gpu") ' + QUEUE + " }")["queue"] == made


def test_opening_the_same_queue_again_changes_nothing(api: Changing) -> None:
    made = api.do("createQueue", QUEUE, queueName="twice")
    assert api.do("createQueue", QUEUE, queueName="twice") == made


def test_another_queue_of_the_same_name_is_a_conflict_that_shows_the_first(api: Changing) -> None:
    api.do("createQueue", QUEUE, queueName="taken", description="first")
    error = api.refusal("createQueue", QUEUE, queueName="taken", description="second")
    assert error["errorType"] == "Conflict"
    assert error["errorInfo"]["current"]["description"] == "first"


def test_a_name_that_would_forge_a_key_is_refused_by_the_name_of_its_field(api: Changing) -> None:
    error = api.refusal("createQueue", QUEUE, queueName="a#b")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "queueName")
