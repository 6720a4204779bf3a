"""One line in the log for each call, the same in Lambda and at home, which tells nothing of arguments but ids."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from resolvers.queries import receipts
from resolvers.runtime.call_log import MAX_IDS, ids_of, without_arguments
from tests.identities import PIPELINE, person
from tests.resolvers.conftest import Api, event
from tests.resolvers.logged import ALWAYS, COMMON, ERROR, Lines, logged


@pytest.fixture
def lines() -> Iterator[Lines]:
    with logged() as those:
        yield those


def test_a_call_leaves_one_line_that_says_what_it_was_and_what_it_took(api: Api, lines: Lines) -> None:
    asked = event("Query.image", "{ id }", imageId="img")
    asked["request"] = {"headers": {"x-amzn-trace-id": "Root=1-abc"}}
    asked["identity"] = {"claims": {"preferred_username": "ann", "email": "ann@example.org"}, "username": "a1"}
    api.handle(asked)
    line = lines.take_one()
    assert line.keys() == COMMON | ALWAYS
    assert (line["level"], line["message"], line["field"], line["caller"]) == ("INFO", "answered", "Query.image", "ann")
    assert (line["ids"], line["correlation_id"]) == ({"imageId": "img"}, "Root=1-abc")
    assert line["requests"] == 1
    assert line["read_units"] > 0
    assert line["milliseconds"] >= 0


def test_a_batch_leaves_one_line_with_the_first_of_its_parents(api: Api, lines: Lines) -> None:
    api.handle([event("Receipt.image", "{ imageId }", {"imageId": f"none{place}"}) for place in range(50)])
    line = lines.take_one()
    assert (line["field"], line["parents"]) == ("Receipt.image", 50)
    assert line["ids"] == {"imageId": [f"none{place}" for place in range(MAX_IDS)]}


def test_a_refusal_says_its_type_and_message_but_not_what_was_given(api: Api, lines: Lines) -> None:
    api.handle(event("Query.images", "{ nodes { id } }", first=1000) | {"envelope": True})
    line = lines.take_one()
    assert line.keys() == COMMON - {"correlation_id"} | ALWAYS | ERROR | line.keys() & {"correlation_id"}
    assert (line["level"], line["message"]) == ("INFO", "refused")
    assert (line["error_type"], line["errors"]) == ("BadInput", 1)
    assert line["error_message"] == "first must be 1 to 100, not …."


def test_a_failure_of_ours_is_an_error_with_its_traceback_and_still_without_arguments(
    api: Api, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **arguments: Any) -> None:
        raise RuntimeError(f"cannot work with {arguments}")

    monkeypatch.setattr(receipts, "receipt_metadata", fail)
    api.handle(
        event("Query.receiptMetadata", "{ nodes { id } }", after="a 'secret' text", first=3) | {"envelope": True}
    )
    line = lines.take_one()
    assert (line["level"], line["message"], line["error_type"]) == ("ERROR", "failed", "Internal")
    assert "RuntimeError: cannot work with" in line["exception"]
    assert "secret" not in json.dumps(line)


def test_the_worst_of_many_errors_is_told(api: Api, lines: Lines) -> None:
    events = [event("Job.logs", "{ nodes { message } }", {"jobId": "j1"}) for _ in range(9)]
    events[2]["source"] = events[5]["source"] = {"jobId": "a#b"}
    api.handle(events)
    line = lines.take_one()
    assert (line["message"], line["error_type"], line["errors"]) == ("refused", "BadInput", 2)


@pytest.mark.parametrize(("identity", "name"), [(None, "apiKey"), (PIPELINE, "pipeline"), (person("bob"), "bob")])
def test_a_line_names_its_caller(api: Api, lines: Lines, identity: Any, name: str) -> None:
    api.handle(event("Query.image", "{ id }", imageId="img") | {"identity": identity})
    assert lines.take_one()["caller"] == name


def test_ids_are_short_and_few_and_only_ids() -> None:
    arguments = {
        "input": {"imageId": "a", "receiptId": 1, "text": "no", "valid": "no", "words": [{"wordId": 1}, {"wordId": 2}]},
        "jobId": "x" * 101,
        "clientId": True,
        "ids": [str(number) for number in range(50)],
    }
    assert ids_of([{"arguments": arguments}]) == {
        "imageId": "a",
        "receiptId": 1,
        "wordId": [1, 2],
        "ids": [str(number) for number in range(MAX_IDS)],
    }


def test_a_message_loses_what_was_given_however_it_is_spelled() -> None:
    text = "it's\nSecret"
    events = [{"arguments": {"input": {"text": text, "amount": 12.5, "label": "to", "jobId": "j1"}}}]
    told = without_arguments(f"{text!r} and {text.upper()}, 12.5 to total of j1", events)
    assert told == '"…" and …, … … total of j1'
