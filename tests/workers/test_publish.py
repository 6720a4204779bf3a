"""The publisher keeps order, tries again, tells nothing twice, and parks what it cannot tell."""

import os
from typing import Any

import boto3
import orjson
import pytest
from moto import mock_aws

from entities.attributes import encode_item
from entities.jobs import JobLog, JobState, JobStatus
from loaders.dynamo.session import Session
from loaders.errors import Unavailable
from services.appsync import MessageRefused, TemporaryFailure
from tests.loaders.sample import NOW
from tests.workers.conftest import FakeAppSync, batch, stream_record
from workers import publish


def record(number: int, job: str = "j1", **image: Any) -> dict[str, Any]:
    item = JobStatus(job_id=job, status=JobState.RUNNING, progress=number, updated_at=NOW)
    found = stream_record(item, event=str(number))
    found["dynamodb"]["NewImage"] |= encode_item(image)
    return found


def test_changes_of_one_job_are_told_in_order_whatever_others_do(appsync: FakeAppSync) -> None:
    assert batch(*(record(number, f"j{number % 3}") for number in range(60))) == []
    for job in ("j0", "j1", "j2"):
        progress = [value for name, value in appsync.told if name == job]
        assert progress == sorted(progress)
        assert len(progress) == 20


def test_what_fails_in_passing_is_tried_again(appsync: FakeAppSync) -> None:
    appsync.failures["1"] = [TemporaryFailure("busy"), TemporaryFailure("busy")]
    assert batch(record(1)) == []
    assert appsync.told == [("j1", 1.0)]


def test_what_stays_away_holds_up_its_own_job_only_and_is_named_to_lambda(appsync: FakeAppSync) -> None:
    appsync.failures["2"] = [TemporaryFailure("away")] * 3
    assert batch(record(1), record(2), record(3), record(4, "other")) == ["2"]
    assert sorted(appsync.told) == [("j1", 1.0), ("other", 4.0)]


def test_what_was_told_is_not_told_again_when_lambda_begins_anew(appsync: FakeAppSync) -> None:
    appsync.failures["2"] = [TemporaryFailure("away")] * 3
    batch(record(1), record(2), record(3), record(4, "other"))
    assert batch(record(2), record(3), record(4, "other")) == []
    assert sorted(appsync.told) == [("j1", 1.0), ("j1", 2.0), ("j1", 3.0), ("other", 4.0)]


def test_what_appsync_refuses_is_parked_with_its_reason_and_the_rest_goes_on(appsync: FakeAppSync) -> None:
    appsync.failures["1"] = [MessageRefused("no such field")]
    assert batch(record(1), record(2)) == []
    (letter,) = appsync.letters
    assert "no such field" in letter["reason"]
    assert letter["keys"]["PK"] == {"S": "JOB#j1"}
    assert appsync.told == [("j1", 2.0)]


def test_an_item_that_nobody_can_read_is_parked(appsync: FakeAppSync) -> None:
    broken = record(1)
    for name in ("status", "GSI1PK"):
        del broken["dynamodb"]["NewImage"][name]
    assert batch(broken, record(2)) == []
    assert "cannot be read" in appsync.letters[0]["reason"]
    assert appsync.told == [("j1", 2.0)]


def test_letters_go_to_the_queue_of_dead_letters(appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch) -> None:
    publish.parts.park = None
    appsync.failures["1"] = [MessageRefused("no")]
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setitem(os.environ, name, "test")
    monkeypatch.setitem(os.environ, "AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        queue = boto3.client("sqs")
        url = queue.create_queue(QueueName="dead-letters")["QueueUrl"]
        monkeypatch.setitem(os.environ, publish.DEAD_LETTERS_VARIABLE, url)
        assert batch(record(1)) == []
        (letter,) = queue.receive_message(QueueUrl=url)["Messages"]
    assert orjson.loads(letter["Body"])["eventId"] == "1"


def test_what_cannot_even_be_parked_is_not_lost(appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch) -> None:
    publish.parts.park = None
    monkeypatch.delenv(publish.DEAD_LETTERS_VARIABLE, raising=False)
    appsync.failures["1"] = [MessageRefused("no")]
    assert batch(record(1)) == ["1"]


def test_an_empty_batch_is_no_trouble(appsync: FakeAppSync) -> None:
    assert batch() == []
    assert appsync.told == []


def test_a_message_that_appsync_might_drop_is_neither_sent_nor_cut_but_parked(
    appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(publish, "IS_IN_LAMBDA", True)
    large = JobLog(job_id="j1", timestamp=NOW, message="m" * 380_000)
    assert batch(stream_record(large, event="1"), record(2)) == []
    (letter,) = appsync.letters
    assert "larger than 200 KB" in letter["reason"]
    assert letter["keys"]["PK"] == {"S": "JOB#j1"}
    assert appsync.told == [("j1", 2.0)]
    (counted,) = [line for line in capsys.readouterr().out.splitlines() if "Parked" in line]
    assert orjson.loads(counted)["reason"] == "TooLarge"


def test_tables_that_are_away_are_a_failure_in_passing(appsync: FakeAppSync, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: Any, **__: Any) -> Any:
        raise Unavailable("no answer")

    with monkeypatch.context() as patch:
        patch.setattr(Session, "get", away)
        assert batch(record(1)) == ["1"]
    assert batch(record(1)) == []
    assert appsync.told == [("j1", 1.0)]
