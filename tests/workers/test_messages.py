"""What a stream record is worth telling."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from graphql import parse, validate

from entities.attributes import encode_item
from entities.item import Item
from entities.jobs import InstanceJob, JobState, JobStatus, Queue
from entities.receipts.images import Image
from entities.tables import RECEIPTS
from resolvers.routing.announcement import Announcement
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.runtime.sent import sent_of
from tests.loaders.sample import NOW
from tests.local.fakes import SCHEMA
from tests.reads.world import world
from tests.workers.conftest import stream_record
from workers.messages import ItemChange, Message, messages

STATUS = JobStatus(job_id="j1", status=JobState.RUNNING, progress=10.0, updated_at=NOW)


def told(new: Item | None, old: Item | None = None, event: str = "1") -> Iterator[Message]:
    item = new or old
    assert item
    return messages(ItemChange(item.table, stream_record(new, old, event)))


def test_a_new_entry_in_a_jobs_history_is_told_whole() -> None:
    (message,) = told(STATUS)
    assert message.announcement.mutation == "publishJobStatus"
    assert message.item["jobId"] == "j1"
    assert message.item["status"] == "RUNNING"
    assert message.item["id"]


def test_what_looks_the_same_as_before_is_not_told() -> None:
    assert list(told(STATUS, STATUS)) == []


def test_what_is_deleted_or_interests_nobody_is_no_change_of_an_item() -> None:
    assert list(told(None, STATUS)) == []
    assert list(told(InstanceJob(instance_id="i", job_id="j", assigned_at=NOW))) == []


def test_items_of_other_programs_are_not_told() -> None:
    foreign = stream_record(STATUS)
    foreign["dynamodb"]["NewImage"] = encode_item({"PK": "LOCK#x", "SK": "LOCK", "TYPE": "COMPACTION_LOCK"})
    assert list(messages(ItemChange(RECEIPTS, foreign))) == []


def test_queues_are_told_of_whenever_they_change_and_images_once() -> None:
    queue = Queue(queue_name="q", created_at=NOW)
    (changed,) = told(queue.model_copy(update={"job_count": 1}), queue)
    assert changed.item["jobCount"] == 1
    image = next(item for item in world() if isinstance(item, Image))
    (imported,) = told(image)
    assert imported.announcement.mutation == "publishImageImported"
    assert list(told(image.model_copy(update={"receipt_count": 2}), image)) == []


@pytest.mark.parametrize("announcement", ANNOUNCEMENTS, ids=lambda each: each.mutation)
def test_everything_that_a_subscriber_may_select_is_in_the_mutation(announcement: Announcement) -> None:
    there: dict[str, Any] = {name: {} for name in announcement.relations}
    for item in ({}, there):
        query = Message(announcement, item, "1").query
        assert validate(SCHEMA, parse(query)) == []
        names = [*sent_of(announcement).own, *item, *(["audience"] if announcement.has_audience else [])]
        assert all(f" {name} " in query for name in names)
        assert [name for name in announcement.relations if f" {name} {{" in query] == list(item)


@pytest.mark.parametrize("announcement", ANNOUNCEMENTS, ids=lambda each: each.mutation)
def test_new_announcements_leave_out_json(announcement: Announcement) -> None:
    """It may be large, and a message past 200 KB is not sent."""
    released = {"publishJobMetric", "publishSpectraChanged", "publishJobRunChanged"}
    assert announcement.sends_json == (announcement.mutation in released)


@pytest.mark.parametrize("announcement", ANNOUNCEMENTS, ids=lambda each: each.mutation)
def test_every_announced_type_of_the_world_gives_a_message(announcement: Announcement) -> None:
    for name in () if announcement.made else announcement.entities:
        items = [item for item in world() if type(item).__name__ == name]
        assert items
        for item in items:
            found = [each for each in told(item) if each.announcement == announcement]
            assert found
            assert orjson.dumps(found[0].item)


def test_the_same_change_has_the_same_event_id_however_often_it_is_read() -> None:
    first, again = (next(told(STATUS)) for _ in range(2))
    (other,) = told(STATUS, event="2")
    assert first.event_id == again.event_id != other.event_id
