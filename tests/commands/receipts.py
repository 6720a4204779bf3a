"""A receipt to change: stored directly, so that the tests of one mutation do not depend on another."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from entities.attributes import Record
from entities.item import Item
from entities.receipts.base import Point
from entities.receipts.images import Image, Line, Word
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptLine, ReceiptWord
from entities.tables import RECEIPTS
from loaders.dynamo.requests import Query
from loaders.dynamo.store import Store
from resolvers import app
from resolvers.routing.routes import routes
from tests.commands.conftest import Changing
from tests.resolvers.conftest import FakeContext, event

NOW = datetime(2026, 11, 16, tzinfo=UTC)
CORNERS: dict[str, Any] = {
    name: Point(x=0.5, y=0.5) for name in ("top_left", "top_right", "bottom_left", "bottom_right")
}
TEXT: dict[str, Any] = {**CORNERS, "text": "TOTAL", "angle_degrees": 0.0, "angle_radians": 0.0, "confidence": 0.9}
PICTURE: dict[str, Any] = {"width": 100, "height": 200, "timestamp_added": NOW, "s3_bucket": "b", "s3_key": "k"}


def image_with_words(api: Changing, words: int = 2) -> dict[str, Any]:
    """The ids of the first word of a new image with one receipt of one line."""
    image: dict[str, Any] = {"image_id": str(uuid4())}
    of_receipt: dict[str, Any] = {**image, "receipt_id": 1, "line_id": 1}
    new = EmbeddingStatus.NONE
    items: list[Item] = [
        Image(**image, **PICTURE, receipt_count=1),
        Line(**image, line_id=1, **TEXT),
        Receipt(**image, receipt_id=1, **PICTURE, **CORNERS),
        ReceiptLine(**of_receipt, **TEXT, embedding_status=new),
    ]
    for word in range(1, words + 1):
        items += [
            Word(**image, line_id=1, word_id=word, **TEXT),
            ReceiptWord(**of_receipt, word_id=word, **TEXT, embedding_status=new),
        ]
    put(api, *items)
    return {"imageId": image["image_id"], "receiptId": 1, "lineId": 1, "wordId": 1}


def label(ids: dict[str, Any], name: str = "DATE", **more: Any) -> ReceiptWordLabel:
    """A label as it is stored."""
    return ReceiptWordLabel(
        image_id=ids["imageId"],
        receipt_id=ids["receiptId"],
        line_id=ids["lineId"],
        word_id=ids["wordId"],
        label=name,
        timestamp_added=NOW,
        **more,
    )


def put(api: Changing, *items: Item) -> None:
    api.store.session(60).batch_write(RECEIPTS, [item.to_record() for item in items])


def put_record(api: Changing, record: Record) -> None:
    api.store.session(60).put(RECEIPTS, record)


def record_of(api: Changing, item: Item) -> Record | None:
    """What is stored in the place of an item."""
    return api.store.session(60).get(RECEIPTS, item.primary_key(), is_consistent=True)


def partition(api: Changing, text: str) -> list[Record]:
    """All that is stored in a partition."""
    return api.store.session(60).query(Query(RECEIPTS, None, text, is_consistent=True))


def without(ids: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in ids.items() if name not in names}


def call(mutation: str, **input_: Any) -> dict[str, Any]:
    """A mutation as a Lambda answers it: its envelope. Many threads may do this at once, like many Lambdas.

    It begins behind powertools, which keeps one current event for the whole process and would mix up threads.
    """
    asked = {**event(f"Mutation.{mutation}", input=input_), "envelope": True}
    answer: dict[str, Any] = app._answer(asked, FakeContext(), route=routes()[f"Mutation.{mutation}"])
    return answer


def side_by_side(number: int, work: Callable[[int], dict[str, Any]]) -> list[dict[str, Any]]:
    """What so many callers got at once."""
    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(work, range(number)))


@contextmanager
def through(api: Changing, client: Any) -> Iterator[None]:
    """The API with another client on the way to the same tables."""
    store = Store(client, api.store._names, jitter=lambda _: 0.0)
    before, app.parts.store = app.parts.store, store
    try:
        yield
    finally:
        app.parts.store = before
        store._pool.close()


class Meanwhile:
    """A client that does something else once, before its first call, or a later one, of a kind."""

    def __init__(self, inner: Any, work: Callable[[], Any], operation: str, after: int = 0, **asked: Any) -> None:
        self._inner, self._work, self._operation, self._after, self._asked = inner, work, operation, after, asked

    def __getattr__(self, name: str) -> Any:
        send = getattr(self._inner, name)

        def sent(**arguments: Any) -> Any:
            if name == self._operation and self._asked.items() <= arguments.items():
                self._after -= 1
                if self._after == -1:
                    self._work()
            return send(**arguments)

        return sent
