"""Tables with counters, a stream that is read as Lambda reads it, and writers that do what they like."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import boto3
from botocore.config import Config

from entities.attributes import Record, encode_item
from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import Receipt, ReceiptMetadata
from entities.tables import DOCUMENTS, Table
from loaders.counters import COUNTED_TABLES
from loaders.request import Request
from local.data.engines import Engine
from local.streams.positions import Positions
from local.streams.shards import TableStream
from tests.commands.conftest import Changing
from tests.commands.receipts import CORNERS, NOW, PICTURE
from workers.counters import count_records

LABELS = ("DATE", "TAX", "GRAND_TOTAL", "GIFT WRAP")
MERCHANTS = ("Costco", "COSTCO", "Target", "Trader Joe's", "")
CLIENTS = (None, "acme", "bolt")


class KilledWorker(Exception):
    """The worker is gone, in the middle of what it did."""


@dataclass
class StreamReader:
    """The worker that counts, with a stream that may tell things twice; it can be killed at any moment."""

    api: Changing
    client: Any
    random: Random
    told: list[tuple[Table, list[Any]]] = field(default_factory=list)
    """What it has been told, to be told again."""
    killed: int = 0
    positions: Positions = field(default_factory=lambda: Positions(None))

    def drain(self, *, is_troubled: bool = True) -> None:
        """Read the streams to their ends, whatever happens on the way."""
        for table in COUNTED_TABLES:
            stream = self._stream(table, is_troubled=is_troubled)
            while True:
                try:
                    if not stream.work():
                        break
                except KilledWorker:
                    self.killed += 1
                    stream = self._stream(table, is_troubled=is_troubled)
        for table, records in self.random.sample(self.told, min(5, len(self.told))):
            self.count(table, records)

    def count(self, table: Table, records: list[Any]) -> None:
        count_records(Request(self.api.store.session(60)), table, records)

    def _stream(self, table: Table, *, is_troubled: bool) -> TableStream:
        name = self.api.store.name_of(table)
        client: Any = self.api.store._client
        arn = client.describe_table(TableName=name)["Table"]["LatestStreamArn"]

        def handle(event: Any) -> Any:
            records = list(event["Records"])
            if is_troubled and self.random.random() < 0.3:
                self.count(table, records[: self.random.randrange(len(records) + 1)])
                raise KilledWorker
            self.count(table, records)
            self.told.append((table, records))
            return {"batchItemFailures": []}

        return TableStream(self.client, arn, self.positions, handle)


@contextmanager
def stream_client(engine: Engine) -> Iterator[Any]:
    """A client for the streams of an engine, whose shard names are shorter than boto3 allows."""
    given: dict[str, Any] = {"region_name": "us-east-1", "aws_access_key_id": "x", "aws_secret_access_key": "x"}
    config = Config(parameter_validation=False)
    client = boto3.client("dynamodbstreams", endpoint_url=engine.url, config=config, **given)
    try:
        yield client
    finally:
        client.close()


@dataclass
class RandomWriter:
    """Writes, replaces and deletes counted items at random, directly and through the API."""

    api: Changing
    client: Any
    """boto3, as another program uses it."""
    random: Random
    places: int = 30

    def write(self) -> None:
        if self.random.random() < 0.08:
            self._through_api()
        else:
            self._directly()

    def _directly(self) -> None:
        item = self.random.choice((self._image, self._receipt, self._metadata, self._label, self._document))()
        name, key = self.api.store.name_of(item.table), encode_item(item.primary_key())
        chance = self.random.random()
        if chance < 0.25:
            self.client.delete_item(TableName=name, Key=key)
        elif chance < 0.35:
            self.client.update_item(TableName=name, Key=key, **_touching(item))
        else:
            self.client.put_item(TableName=name, Item=encode_item(item.to_record()))

    def _through_api(self) -> None:
        word = {"imageId": self._image_id(), "receiptId": 1, "lineId": 1, "wordId": 1, "label": "TAX"}
        asked: Callable[..., Any] = self.api.change
        self.random.choice(
            (
                lambda: asked("deleteReceipt", "{ deleted }", imageId=word["imageId"], receiptId=1),
                lambda: asked("addLabel", "{ label }", **word),
                lambda: asked("validateLabel", "{ label }", **word, validationStatus="VALID"),
            )
        )()

    def _image_id(self) -> str:
        return f"i{self.random.randrange(self.places)}"

    def _image(self) -> Item:
        return Image(image_id=self._image_id(), **PICTURE)

    def _receipt(self) -> Item:
        return Receipt(image_id=self._image_id(), receipt_id=1, **PICTURE, **CORNERS)

    def _metadata(self) -> Item:
        name = self.random.choice(MERCHANTS)
        return ReceiptMetadata(image_id=self._image_id(), receipt_id=1, merchant_name=name, timestamp=NOW)

    def _label(self) -> Item:
        word = {"image_id": self._image_id(), "receipt_id": 1, "line_id": 1, "word_id": self.random.randrange(1, 4)}
        status = self.random.choice(list(ValidationStatus))
        name = self.random.choice(LABELS)
        return ReceiptWordLabel(**word, label=name, timestamp_added=NOW, validation_status=status)  # type: ignore[arg-type]

    def _document(self) -> Item:
        status = self.random.choice(list(DocumentStatus))
        given: dict[str, Any] = {"client_id": self.random.choice(CLIENTS), "document_key": "k", "submitted_at": NOW}
        return TextractJob(job_id=f"d{self.random.randrange(self.places)}", status=status, **given)


def _touching(item: Item) -> dict[str, Any]:
    """A change of another program that may also make an item without most of what it should have."""
    if item.table is DOCUMENTS:
        named = {"ExpressionAttributeNames": {"#s": "Status"}}
        return {"UpdateExpression": "SET #s = :s", "ExpressionAttributeValues": {":s": {"S": "FAILED"}}, **named}
    values: Record = {":s": {"S": "INVALID"}}
    return {"UpdateExpression": "SET validation_status = :s", "ExpressionAttributeValues": values}
