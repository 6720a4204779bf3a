"""The publisher over tables of its own, and an AppSync that notes what it is told."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from entities.attributes import encode_item
from entities.item import Item
from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.tables import create_tables
from workers import publish
from workers.messages import Message


class FakeAppSync:
    """Takes messages, and fails when told to."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.got: list[Message] = []
        self.failures: dict[str, list[Exception]] = {}
        """What to fail with, by the number of the change."""
        self.letters: list[dict[str, Any]] = []

    def send(self, message: Message) -> None:
        for error in self.failures.get(_number(message), []):
            self.failures[_number(message)].remove(error)
            raise error
        self.got.append(message)

    @property
    def told(self) -> list[tuple[str, float]]:
        return [(message.item["jobId"], message.item["progress"]) for message in self.got]

    def items(self, mutation: str) -> list[dict[str, Any]]:
        """What one mutation has told."""
        return [message.item for message in self.got if message.announcement.mutation == mutation]

    def put(self, *items: Item) -> None:
        """Store items, without telling the publisher."""
        session = self.store.session()
        for item in items:
            session.put(item.table, item.to_record())

    def drop(self, item: Item) -> None:
        self.store.session().delete(item.table, item.primary_key())


def stream_record(new: Item | None, old: Item | None = None, event: str = "1", **more: Any) -> dict[str, Any]:
    """A record as the stream of the item's table has it."""
    item = new or old
    assert item
    images = {"NewImage": new, "OldImage": old}
    found = {name: encode_item(each.to_record()) for name, each in images.items() if each}
    keys = encode_item(item.table.key_of(item.to_record()))
    arn = f"arn:aws:dynamodb:us-east-1:123456789012:table/{item.table.usual_name}/stream/2026"
    change = {"Keys": keys, "SequenceNumber": event, **found}
    return {"eventID": event, "eventSourceARN": arn, "dynamodb": change, **more}


def batch(*records: dict[str, Any]) -> list[str]:
    """The sequence numbers that Lambda is told to begin from again."""
    failures: list[dict[str, str]] = publish.handler({"Records": list(records)}, None)["batchItemFailures"]
    return [each["itemIdentifier"] for each in failures]


def _number(message: Message) -> str:
    return message.event_id.rpartition("/")[2]


@pytest.fixture(scope="session")
def empty_store(embedded: Engine) -> Iterator[Store]:
    """Tables for the publisher to read; each test stores items of its own."""
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    create_tables(client, names)
    with Store(client, names) as store:
        yield store


@pytest.fixture
def appsync(monkeypatch: pytest.MonkeyPatch, empty_store: Store) -> Iterator[FakeAppSync]:
    made = FakeAppSync(empty_store)
    publish._told.clear()
    parts = publish.PublisherParts(made.send, made.letters.append, lambda _: None, empty_store)
    monkeypatch.setattr(publish, "parts", parts)
    yield made
    publish._told.clear()
