"""The whole way from a session to the bytes on the wire and back."""

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from botocore.exceptions import ReadTimeoutError

from entities.tables import CATS, DOCUMENTS, RECEIPTS
from loaders.dynamo.client import make_client
from loaders.dynamo.requests import Query
from loaders.dynamo.store import Store
from loaders.dynamo.writes import IS_NEW
from loaders.errors import Conflict, Throttled, Unavailable
from tests.loaders.answers import give, http_answer
from tests.loaders.conftest import MakeStore
from tests.loaders.fakes import URL, FakeClock, MemoryDynamo

KEY = {"PK": "p", "SK": "s"}
PAGE = {"Items": [{"PK": {"S": "p"}, "SK": {"S": "s"}}], "Count": 1}


@pytest.fixture
def client() -> Iterator[Any]:
    made = make_client("http://localhost:1", environ={})
    yield made
    made.close()


def throttled() -> Any:
    return http_answer({"__type": "com.amazonaws.dynamodb.v20120810#ThrottlingException", "message": "slow down"}, 400)


def test_a_read_comes_through_all_kinds_of_trouble(client: Any, make_store: MakeStore) -> None:
    whole, error = http_answer(PAGE).content, throttled().content
    trouble = [
        throttled(),
        http_answer(b"<html>503</html>", 503),
        http_answer({"__type": "InternalServerError"}, 500),
        http_answer(whole[:-9], headers={"content-length": str(len(whole))}),
        http_answer(error[:-9], 400, headers={"content-length": str(len(error))}),
        http_answer(whole, headers={"x-amz-crc32": "5"}),
        ReadTimeoutError(endpoint_url=URL),
    ]
    sent = give(client, *trouble, http_answer(PAGE))
    session = make_store(client).session()
    assert session.query(Query(RECEIPTS, None, "p")) == [KEY]
    assert len(sent) == session.meter.requests == 8
    assert session.meter.bytes == len(whole)


def test_botocore_itself_tries_nothing_again(client: Any, make_store: MakeStore, clock: FakeClock) -> None:
    sent = give(client, *(throttled() for _ in range(20)))
    with pytest.raises(Throttled):
        make_store(client).session().get(RECEIPTS, KEY)
    assert len(sent) == 8
    assert len(clock.sleeps) == 7


def test_a_conflict_is_read_from_the_wire(client: Any, make_store: MakeStore) -> None:
    current = {"PK": {"S": "p"}, "SK": {"S": "s"}, "n": {"N": "5"}, "raw": {"B": "AAE="}}
    give(client, http_answer({"__type": "ConditionalCheckFailedException", "Item": current}, 400))
    with pytest.raises(Conflict) as caught:
        make_store(client).session().put(RECEIPTS, KEY, IS_NEW)
    assert caught.value.current == {**KEY, "n": 5, "raw": b"\x00\x01"}


def test_reported_units_are_trusted_unless_told_otherwise(client: Any, make_store: MakeStore) -> None:
    answer = {**PAGE, "ConsumedCapacity": {"CapacityUnits": 7.5}}
    give(client, http_answer(answer), http_answer(answer))
    for trust, units in ((True, 7.5), (False, 0.5)):
        session = make_store(client, trust_capacity=trust).session()
        session.query(Query(RECEIPTS, None, "p"))
        assert session.meter.read_units == units


def test_items_that_a_filter_kept_back_are_paid_for_too(client: Any, make_store: MakeStore) -> None:
    items = [{"PK": {"S": "p"}, "SK": {"S": "s"}, "text": {"S": "x" * 4000}}]
    give(client, http_answer({"Items": items, "Count": 1, "ScannedCount": 10}))
    session = make_store(client, trust_capacity=False).session()
    session.query(Query(RECEIPTS, None, "p", where={"a": 1}))
    assert session.meter.read_units == 5.0


def test_nobody_waits_longer_for_an_answer_than_there_is_time() -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    with silent, Store.open(f"http://127.0.0.1:{silent.getsockname()[1]}") as store:
        start = time.monotonic()
        with pytest.raises(Unavailable):
            store.session(0.3).get(RECEIPTS, KEY)
        assert time.monotonic() - start < 10 * 0.3


def test_a_store_is_opened_as_the_environment_says() -> None:
    environ = {"TESSERA_DYNAMODB_URL": "http://localhost:1", "DOCUMENTS_TABLE": "prod-documents"}
    with Store.open(environ=environ) as store:
        assert store.name_of(DOCUMENTS) == "prod-documents"
        assert store.name_of(RECEIPTS) == "ReceiptsTable"


def test_batches_inside_of_batches_do_not_wait_for_each_other(memory: MemoryDynamo, make_store: MakeStore) -> None:
    for number in range(450):
        memory.stored["IceCatWrangler"].put({"batch_id": number, "img_fprint": "f"})
    keys = [{"batch_id": number, "img_fprint": "f"} for number in range(500)]
    session = make_store(memory).session()

    def read() -> int:
        return sum(record is not None for record in session.batch_get(CATS, keys))

    def read_often() -> int:
        return sum(session.together(*[read] * 6))

    assert session.together(*[read_often] * 12) == [6 * 450] * 12
