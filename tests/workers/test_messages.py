"""What a stream record is worth telling."""

from typing import Any

import orjson
import pytest
from graphql import parse, validate

from entities.attributes import encode_item
from entities.item import Item
from entities.jobs import JobLog, JobState, JobStatus, Queue
from entities.tables import RECEIPTS
from local.engine.scalars import read_schema
from resolvers.routing.announcements import ANNOUNCEMENTS
from tests.loaders.sample import NOW
from tests.reads.world import world
from tests.resolvers.conftest import SCHEMA
from workers.messages import MAX_BYTES, Message, messages, selection_of

STATUS = JobStatus(job_id="j1", status=JobState.RUNNING, progress=10.0, updated_at=NOW)


def record(new: Item | None, old: Item | None = None, event: str = "1") -> dict[str, Any]:
    """A record as the stream of the receipts table has it."""
    images = {"NewImage": new, "OldImage": old}
    found = {name: encode_item(item.to_record()) for name, item in images.items() if item}
    change = {"Keys": {}, "SequenceNumber": event, **found}
    return {"eventID": event, "eventSourceARN": "arn:aws:dynamodb:::table/ReceiptsTable/stream/1", "dynamodb": change}


def test_a_new_entry_in_a_jobs_history_is_told_whole() -> None:
    (message,) = messages(RECEIPTS, record(STATUS))
    assert message.announcement.mutation == "publishJobStatus"
    assert message.item["jobId"] == "j1"
    assert message.item["status"] == "RUNNING"
    assert message.item["id"]


def test_what_looks_the_same_as_before_is_not_told() -> None:
    assert list(messages(RECEIPTS, record(STATUS, STATUS))) == []


def test_what_is_deleted_or_interests_nobody_is_not_told() -> None:
    assert list(messages(RECEIPTS, record(None, STATUS))) == []
    assert list(messages(RECEIPTS, record(Queue(queue_name="q", created_at=NOW)))) == []


def test_items_of_other_programs_are_not_told() -> None:
    foreign = record(STATUS)
    foreign["dynamodb"]["NewImage"] = encode_item({"PK": "LOCK#x", "SK": "LOCK", "TYPE": "COMPACTION_LOCK"})
    assert list(messages(RECEIPTS, foreign)) == []


@pytest.mark.parametrize("announcement", ANNOUNCEMENTS, ids=lambda each: each.mutation)
def test_everything_that_a_subscriber_may_select_is_in_the_mutation(announcement: Any) -> None:
    schema = read_schema(SCHEMA.read_text())
    message = Message(announcement, {}, "1")
    assert validate(schema, parse(message.query)) == []
    assert "__typename" in selection_of(announcement)


@pytest.mark.parametrize("type_name", sorted({each.entity for each in ANNOUNCEMENTS}))
def test_every_announced_type_of_the_world_gives_a_message(type_name: str) -> None:
    items = [item for item in world() if type(item).__name__ == type_name]
    assert items
    for item in items:
        change = {"Keys": {}, "SequenceNumber": "1", "NewImage": encode_item(item.to_record())}
        found = list(messages(item.table, {"eventID": "1", "eventSourceARN": "x", "dynamodb": change}))
        assert found or type_name == "Job"


def test_a_message_never_grows_beyond_what_appsync_delivers() -> None:
    log = JobLog(job_id="j1", timestamp=NOW, message="m" * 380_000)
    (message,) = messages(RECEIPTS, record(log))
    assert len(orjson.dumps(message.item)) <= MAX_BYTES
    assert message.item["message"].startswith("mmm")
    assert "cut" in message.item["message"]


def test_the_same_change_has_the_same_event_id_however_often_it_is_read() -> None:
    first, again = (next(messages(RECEIPTS, record(STATUS))) for _ in range(2))
    (other,) = messages(RECEIPTS, record(STATUS, event="2"))
    assert first.event_id == again.event_id != other.event_id
