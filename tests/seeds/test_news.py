"""Every kind of news in the documents is told, with the category, status, message and progress that it must have."""

from typing import Any

import pytest

from entities.tables import DOCUMENTS
from loaders.document_events import DocumentEventType
from tests.seeds.names import of_kind
from tests.seeds.news import FIELDS_TOLD, GIVEN_UP, NEWS, document, queued
from tests.workers.conftest import stream_record
from workers.document_events import document_messages
from workers.messages import ItemChange


@pytest.mark.parametrize("kind", NEWS)
def test_a_change_is_told_as_news(kind: str) -> None:
    row = NEWS[kind]
    (told,) = (each for each in queued(row.before, row.after) if each["event"] == kind)
    assert (told["type"], told["status"], told["message"], told.get("progress")) == row.told
    change = ItemChange(DOCUMENTS, stream_record(row.after, row.before))
    (sent,) = (each.item for each in document_messages(change) if each.item["type"] == kind)
    assert (sent["category"], sent["status"], sent["message"], sent.get("progress")) == row.told


def test_every_kind_of_news_has_a_row() -> None:
    assert [each.name for each in of_kind("notification")] == list(NEWS)
    assert {each.name for each in DocumentEventType} == NEWS.keys()


@pytest.mark.parametrize("path", FIELDS_TOLD)
def test_a_field_of_a_message_has_its_value(path: str) -> None:
    (message,) = (each for each in queued(document(), GIVEN_UP) if each["event"] == "DLQ_ERROR")
    assert _inside(message, path) == FIELDS_TOLD[path]


def test_every_field_of_a_message_has_a_row() -> None:
    assert [each.name for each in of_kind("message")] == list(FIELDS_TOLD)
    assert None not in FIELDS_TOLD.values()


def _inside(message: Any, path: str) -> Any:
    for part in path.split("."):
        message = message[part]
    return message
