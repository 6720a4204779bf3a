"""The Lambda's contract with AppSync: single events, batches, errors, and nothing kept between requests."""

import subprocess
import sys
from typing import Any

import pytest

from loaders.errors import Unavailable
from resolvers import app
from resolvers.routing.routes import routes
from resolvers.runtime import dispatch
from tests.resolvers.conftest import Api, event


def parents(count: int) -> list[dict[str, Any]]:
    """Events for the image of many receipts, all different and mostly unknown."""
    return [
        event("Receipt.image", "{ imageId }", {"imageId": "img" if place % 2 else f"none{place}"})
        for place in range(count)
    ]


def test_an_empty_batch_has_an_empty_answer(api: Api) -> None:
    assert api.handle([]) == []


def test_a_batch_of_one_answers_what_a_single_event_answers(api: Api) -> None:
    one = event("Receipt.image", "{ imageId }", {"imageId": "img"})
    (envelope,) = api.handle([one])
    assert envelope == {"data": api.handle(one)}
    assert envelope["data"]["imageId"] == "img"


def test_a_batch_of_two_thousand_gives_as_many_answers_in_order(api: Api) -> None:
    answers = api.handle(parents(2000))
    assert len(answers) == 2000
    assert [bool(answer["data"]) for answer in answers] == [bool(place % 2) for place in range(2000)]


def test_the_same_parent_asked_for_many_times_is_read_once(api: Api) -> None:
    api.handle([event("QueueJob.job", "{ name }", {"jobId": "j1"}) for _ in range(50)])
    assert len(api.reads) == 1
    ((_, a_request),) = api.calls
    assert a_request.session.meter.items == 1


def test_one_bad_parent_among_a_hundred_costs_only_itself(api: Api) -> None:
    events = [event("Job.logs", "{ nodes { message } }", {"jobId": "j1"}) for _ in range(100)]
    events[42]["source"] = {"jobId": "a#b"}
    answers = api.handle(events)
    assert answers[42]["errorType"] == "BadInput"
    assert answers[42]["data"] is None
    good = [answer for place, answer in enumerate(answers) if place != 42]
    assert all([node["message"] for node in answer["data"]["nodes"]] == ["hour 0", "hour 1"] for answer in good)


def test_a_batch_may_mix_arguments_and_selections(api: Api) -> None:
    source = {"jobId": "j1"}
    first, second, third = api.handle(
        [
            event("Job.logs", "{ nodes { message } }", source, first=1),
            event("Job.logs", "{ nodes { message } }", source, first=1, newestFirst=True),
            event("Job.logs", "{ pageInfo { hasNextPage } }", source, first=2),
        ]
    )
    assert [node["message"] for node in first["data"]["nodes"]] == ["hour 0"]
    assert [node["message"] for node in second["data"]["nodes"]] == ["hour 1"]
    assert third["data"]["pageInfo"]["hasNextPage"] is False


def test_an_error_of_a_single_event_is_an_exception_of_that_name(api: Api) -> None:
    with pytest.raises(Exception, match="first must be 1 to 100") as raised:
        api.handle(event("Query.images", "{ nodes { id } }", first=1000))
    assert type(raised.value).__name__ == "BadInput"


def test_an_envelope_carries_what_an_exception_cannot(api: Api) -> None:
    asked = event("Query.images", "{ nodes { id } }", first=1000) | {"envelope": True}
    assert api.handle(asked) == {
        "data": None,
        "errorMessage": "first must be 1 to 100, not 1000.",
        "errorType": "BadInput",
        "errorInfo": {"field": "first"},
    }


def test_a_resolver_that_forgets_a_parent_shifts_no_answers(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    from resolvers.queries import receipts  # noqa: PLC0415

    monkeypatch.setattr(receipts, "image_of", lambda _, those: [None] * (len(those) - 1))
    answers = api.handle(parents(3))
    assert {answer["errorType"] for answer in answers} == {"Internal"}


def test_what_nobody_foresaw_is_internal_and_says_nothing(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    from resolvers.queries import receipts  # noqa: PLC0415

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("arn:aws:dynamodb:us-east-1:123456789012:table/ReceiptsTable at 10.0.0.7")

    monkeypatch.setattr(receipts, "image", fail)
    answer = api.handle(event("Query.image", "{ id }", imageId="img") | {"envelope": True})
    assert answer["errorType"] == "Internal"
    assert "arn" not in answer["errorMessage"]


def test_a_database_that_is_away_is_told_once_for_the_whole_batch(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def away(*_: Any, **__: Any) -> None:
        nonlocal calls
        calls += 1
        raise Unavailable

    monkeypatch.setattr(dispatch, "render", away)
    answers = api.handle(parents(100))
    assert {answer["errorType"] for answer in answers} == {"Unavailable"}
    assert calls == 1


@pytest.mark.no_cover
def test_without_any_selection_everything_below_is_sent(api: Api) -> None:
    image = api.handle(event("Query.image", imageId="img"))
    assert image["receipts"][0]["lines"][1]["words"][1]["labels"][0]["label"] == "GRAND_TOTAL"


def test_nothing_of_a_request_is_left_behind(api: Api) -> None:
    with pytest.raises(Exception, match="first"):
        api.handle(event("Query.images", first=0))
    assert app.app.context == {}
    api.handle(event("Query.image", "{ id }", imageId="img"))
    (_, first), *_ = api.calls
    api.handle(event("Query.image", "{ id }", imageId="img"))
    (_, second), *_ = api.calls
    assert first.session is not second.session


def test_every_route_has_a_rule_for_who_may_call_it_and_a_function() -> None:
    for route in routes().values():
        assert route.access, route.key
        assert route.is_publish or callable(route.load()), route.key


def test_the_lambda_starts_without_what_it_does_not_need_and_not_much_slower_than_its_parts() -> None:
    parts = "import boto3, pydantic, aws_lambda_powertools.event_handler"
    own = "import resolvers.app, sys; assert not {'strawberry', 'graphql', 'aws_xray_sdk'} & set(sys.modules)"
    taken = [(_seconds(own), _seconds(parts)) for _ in range(3)]
    assert min(ours for ours, _ in taken) <= 2.5 * min(theirs for _, theirs in taken)


def _seconds(statement: str) -> float:
    script = f"import time; start = time.process_time(); {statement}; print(time.process_time() - start)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return float(said.stdout)
