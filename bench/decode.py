"""What it takes to read 700 words of a receipt: our client and boto3's resource layer, on the same bytes in one run.

Run `python -m bench.decode`. No engine and no network: both clients get the same prepared HTTP response, so what
is measured is building the request, signing it, parsing the answer and decoding its items. CPU time, not the clock.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

import boto3
import orjson
from boto3.dynamodb.conditions import Key
from botocore.awsrequest import AWSResponse

from bench.replay import ReplayedBody
from entities.attributes import Record, encode_item
from entities.tables import RECEIPTS
from loaders.dynamo.client import make_client
from loaders.dynamo.requests import Query
from loaders.dynamo.sizes import item_size
from loaders.dynamo.store import Store

ITEMS = 700
ROUNDS = 15
IMAGE = "IMAGE#3f52804b-2fad-4e00-92c8-b593da3a8ed3"
ENDPOINT = "http://localhost:1"


@dataclass(frozen=True)
class Comparison:
    """CPU seconds for one read, each the median of several."""

    ours: float
    resource: float
    items: int
    body_bytes: int
    item_bytes: float

    @property
    def share(self) -> float:
        return self.ours / self.resource


def compare(items: int = ITEMS, rounds: int = ROUNDS) -> Comparison:
    """Measure both alternately, so that a busy machine affects both equally."""
    words = [word(number) for number in range(items)]
    body = _body(words)
    ours, resource = [], []
    with _our_read(body) as read_ours, _resource_read(body) as read_resource:
        if read_ours() != words or len(read_resource()) != items:
            raise AssertionError("what was read is not what was stored")
        for _ in range(rounds):
            ours.append(_cpu(read_ours))
            resource.append(_cpu(read_resource))
    size = sum(map(item_size, words)) / items
    return Comparison(median(ours), median(resource), items, len(body), size)


def word(number: int) -> Record:
    """A receipt's word with its geometry, as the pipeline stores it."""
    random = Random(number)
    line = number // 6

    def point() -> Record:
        return {"x": random.random(), "y": random.random()}

    return {
        "PK": IMAGE,
        "SK": f"RECEIPT#00001#LINE#{line:05d}#WORD#{number:05d}",
        "GSI2PK": IMAGE,
        "GSI2SK": f"RECEIPT#00001#LINE#{line:05d}#WORD#{number:05d}",
        "TYPE": "RECEIPT_WORD",
        "text": random.choice(("TOTAL", "SUBTOTAL", "12.99", "MILK", "Visa", "2024-03-01")),
        "bounding_box": {**point(), "width": random.random(), "height": random.random()},
        "top_left": point(),
        "top_right": point(),
        "bottom_left": point(),
        "bottom_right": point(),
        "angle_degrees": -random.random(),
        "angle_radians": random.random(),
        "confidence": 1,
        "extracted_data": None,
        "embedding_status": "NONE",
        "is_noise": False,
    }


def _body(words: list[Record]) -> bytes:
    capacity = {"TableName": RECEIPTS.usual_name, "CapacityUnits": 44.0}
    counted = {"Count": len(words), "ScannedCount": len(words), "ConsumedCapacity": capacity}
    return orjson.dumps({"Items": [encode_item(each) for each in words], **counted})


@contextmanager
def _our_read(body: bytes) -> Iterator[Callable[[], Any]]:
    client = make_client(ENDPOINT)
    _answer_always(client, body)
    with Store(client, {RECEIPTS.name: RECEIPTS.usual_name}) as store:
        yield lambda: store.session().query(Query(RECEIPTS, None, IMAGE))


@contextmanager
def _resource_read(body: bytes) -> Iterator[Callable[[], Any]]:
    session = boto3.Session(aws_access_key_id="local", aws_secret_access_key="local", region_name="us-east-1")
    table = session.resource("dynamodb", endpoint_url=ENDPOINT).Table(RECEIPTS.usual_name)
    _answer_always(table.meta.client, body)
    yield lambda: table.query(KeyConditionExpression=Key("PK").eq(IMAGE))["Items"]
    table.meta.client.close()


def _answer_always(client: Any, body: bytes) -> None:
    headers: Any = {"content-length": str(len(body)), "content-type": "application/x-amz-json-1.0"}

    def answer(**_: Any) -> AWSResponse:
        return AWSResponse(ENDPOINT, 200, headers, ReplayedBody(body))

    client.meta.events.register("before-send.dynamodb", answer)


def _cpu(read: Callable[[], Any]) -> float:
    start = time.process_time()
    read()
    return time.process_time() - start


def main() -> None:
    found = compare()
    print(f"{found.items} items of {found.item_bytes:.0f} bytes, {found.body_bytes:,} bytes of JSON\n")
    print(f"  {'':24}{'CPU':>10}{'per item':>12}{'':>8}")
    for name, seconds in (("boto3 resource layer", found.resource), ("tessera", found.ours)):
        share = f"{seconds / found.resource:.0%}"
        print(f"  {name:24}{seconds * 1e3:>7.1f} ms{seconds / found.items * 1e6:>9.1f} µs{share:>8}")


if __name__ == "__main__":
    main()
