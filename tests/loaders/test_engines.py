"""The store on real engines: Dynoxide and DynamoDB Local, side by side."""

from typing import Any
from uuid import uuid4

import pytest

from entities.attributes import Record
from entities.tables import CATS, RECEIPTS
from loaders.dynamo.client import make_client
from loaders.dynamo.requests import Begins, Between, Is, Query
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from loaders.dynamo.writes import Changes, Put
from loaders.errors import BadCursor, RefusedByDynamoDB
from local.data.engines import Engine


def rows(partition: str, count: int, **attributes: Any) -> list[Record]:
    return [{"PK": partition, "SK": f"ROW#{number:05d}", **attributes} for number in range(count)]


def test_every_kind_of_value_comes_back_as_it_went(session: Session, partition: str) -> None:
    record = {
        "PK": partition,
        "SK": "all",
        "text": "é€ 中",
        "empty": "",
        "int": 10**37,
        "negative": -5,
        "float": 0.1,
        "yes": True,
        "nothing": None,
        "map": {"a": {"b": [1, "x", {"c": None}]}},
        "list": [],
        "texts": {"a", "b"},
        "numbers": {1, 2.5},
        "bytes": b"\x00\xff",
        "blobs": {b"a", b"b"},
    }
    session.put(RECEIPTS, record)
    key = {"PK": partition, "SK": "all"}
    assert session.get(RECEIPTS, key, is_consistent=True) == record
    assert session.batch_get(RECEIPTS, [key]) == [record]
    assert session.query(Query(RECEIPTS, None, partition)) == [record]
    assert session.update(RECEIPTS, key, Changes(set={"more": 1})) == record | {"more": 1}
    assert session.delete(RECEIPTS, key) == record | {"more": 1}
    assert session.delete(RECEIPTS, key) is None
    assert session.get(RECEIPTS, key) is None


def test_ranges_are_read_in_both_directions_and_in_pieces(session: Session, partition: str) -> None:
    records = rows(partition, 30)
    session.batch_write(RECEIPTS, records)

    def numbers(**options: Any) -> list[int]:
        found = session.query(Query(RECEIPTS, None, partition, **options))
        return [int(record["SK"][-5:]) for record in found]

    assert numbers() == list(range(30))
    assert numbers(newest_first=True, limit=4) == [29, 28, 27, 26]
    assert numbers(sort=Begins("ROW#0001")) == list(range(10, 20))
    assert numbers(sort=Is("ROW#00007")) == [7]
    assert numbers(sort=Between("ROW#00003", "ROW#00005")) == [3, 4, 5]
    assert numbers(sort=Between("ROW#00027")) == [27, 28, 29]
    assert numbers(sort=Between(None, "ROW#00001")) == [0, 1]
    assert numbers(is_consistent=True, after={"PK": partition, "SK": "ROW#00027"}) == [28, 29]


def test_pages_of_an_index_with_number_keys_go_on_where_they_ended(session: Session) -> None:
    batch = int(uuid4().int % 10**12)
    cats = [{"batch_id": batch, "img_fprint": f"{n:03d}", "upload_ts": n * 1.5, "client_id": "c"} for n in range(20)]
    session.batch_write(CATS, cats)
    query = Query(CATS, "GSI1", batch, limit=7)
    seen = []
    page = session.page(query)
    while True:
        seen += [record["img_fprint"] for record in page.records]
        if page.next_key is None:
            break
        assert set(page.next_key) == {"batch_id", "img_fprint", "upload_ts"}
        page = session.page(Query(CATS, "GSI1", batch, limit=7, after=page.next_key))
    assert seen == [record["img_fprint"] for record in cats]


def test_a_binary_key_to_go_on_from_is_sent_back_as_it_came(engine: Engine) -> None:
    client = make_client(engine.url)
    name = f"binary-{uuid4().hex[:8]}"
    schema = [{"AttributeName": "k", "KeyType": "HASH"}, {"AttributeName": "b", "KeyType": "RANGE"}]
    types = [{"AttributeName": "k", "AttributeType": "N"}, {"AttributeName": "b", "AttributeType": "B"}]
    client.create_table(TableName=name, KeySchema=schema, AttributeDefinitions=types, BillingMode="PAY_PER_REQUEST")
    for byte in range(5):
        client.put_item(TableName=name, Item={"k": {"N": "1"}, "b": {"B": bytes([byte, 255])}})
    asked: dict[str, Any] = {
        "TableName": name,
        "KeyConditionExpression": "k = :k",
        "ExpressionAttributeValues": {":k": {"N": "1"}},
    }
    first = client.query(**asked, Limit=2)
    last = first["LastEvaluatedKey"]
    assert last == {"k": 1, "b": b"\x01\xff"}
    rest = client.query(**asked, ExclusiveStartKey={"k": {"N": str(last["k"])}, "b": {"B": last["b"]}})
    assert [item["b"][0] for item in first["Items"] + rest["Items"]] == [0, 1, 2, 3, 4]
    client.delete_table(TableName=name)
    client.close()


def test_a_range_of_several_pages_is_read_to_its_end(session: Session, store: Store, partition: str) -> None:
    records = rows(partition, 35, text="x" * 100_000)
    session.batch_write(RECEIPTS, records)
    a_request = store.session()
    found = a_request.query(Query(RECEIPTS, None, partition))
    assert [record["SK"] for record in found] == [record["SK"] for record in records]
    assert a_request.meter.requests == 4


def test_a_batch_past_16_mb_is_read_to_its_end(session: Session, store: Store, partition: str) -> None:
    records = [{"PK": f"{partition}{number}", "SK": "s", "text": "x" * 390_000} for number in range(50)]
    session.batch_write(RECEIPTS, records)
    a_request = store.session()
    found = a_request.batch_get(RECEIPTS, records)
    assert [record and record["PK"] for record in found] == [record["PK"] for record in records]
    assert a_request.meter.requests > 1


def test_250_keys_in_any_order_with_some_missing(session: Session, store: Store, partition: str) -> None:
    session.batch_write(RECEIPTS, rows(partition, 200))
    keys = rows(partition, 250)[::-1] + rows(partition, 3)
    a_request = store.session()
    found = a_request.batch_get(RECEIPTS, keys)
    assert [record and record["SK"] for record in found] == [
        key["SK"] if int(key["SK"][-5:]) < 200 else None for key in keys
    ]
    assert a_request.meter.requests == 3


def test_a_batch_stores_and_removes(session: Session, partition: str) -> None:
    records = rows(partition, 40)
    session.batch_write(RECEIPTS, records[:30])
    session.batch_write(RECEIPTS, records[30:], deletes=records[:20])
    found = session.query(Query(RECEIPTS, None, partition, is_consistent=True))
    assert found == records[20:]


def test_types_are_filtered_except_where_there_is_none(session: Session, partition: str) -> None:
    records = rows(partition, 3)
    records[0]["TYPE"], records[1]["TYPE"] = "WANTED", "OTHER"
    session.batch_write(RECEIPTS, records)
    found = session.query(Query(RECEIPTS, None, partition, types=("WANTED",)))
    assert [record.get("TYPE") for record in found] == ["WANTED", None]
    assert session.query(Query(RECEIPTS, "GSITYPE", f"TYPE{partition}", types=("WANTED",))) == []


def test_a_filter_that_lets_little_through_still_fills_its_limit(
    session: Session, store: Store, partition: str
) -> None:
    records = [
        {**record, "status": "rare" if number % 100 == 99 else "common"}
        for number, record in enumerate(rows(partition, 1000))
    ]
    session.batch_write(RECEIPTS, records)
    a_request = store.session()
    found = a_request.query(Query(RECEIPTS, None, partition, where={"status": "rare"}, limit=2))
    assert [record["SK"] for record in found] == ["ROW#00099", "ROW#00199"]
    found = a_request.query(Query(RECEIPTS, None, partition, where={"status": "rare"}, limit=11))
    assert len(found) == 10
    assert a_request.meter.requests < 15


def test_a_start_that_is_none_is_a_bad_cursor(session: Session) -> None:
    for after in ({"PK": "other", "SK": "s"}, {"PK": "p"}, {"PK": "p", "SK": 5}):
        with pytest.raises(BadCursor):
            session.page(Query(RECEIPTS, None, "p", after=after))


def test_what_the_engine_refuses_is_our_mistake_and_says_no_more(session: Session, names: dict[str, str]) -> None:
    with pytest.raises(RefusedByDynamoDB) as caught:
        session.query(Query(RECEIPTS, None, "p", where={"PK": "x"}))
    assert not any(name in f"{caught.value} {caught.value.info}" for name in (*names.values(), "PK", "Exception"))


SIZES = [10, 900, 3000, 4090, 9000]


def test_computed_units_are_those_that_the_engine_reports(
    engine: Engine, store: Store, computing: Store, partition: str
) -> None:
    told = _costs(store.session(), f"{partition}#1", engine)
    assert told == _costs(computing.session(), f"{partition}#2", engine)
    assert len(set(told)) > 10


def _costs(session: Session, partition: str, engine: Engine) -> list[float]:
    """The units of many kinds of calls, one by one."""
    keys = [{"PK": partition, "SK": f"{size}"} for size in SIZES]
    records = [
        {**key, "text": "x" * size, "box": {"x": 0.1234, "y": -5}, "on": True}
        for key, size in zip(keys, SIZES, strict=True)
    ]
    written = []
    for record in records:
        session.put(RECEIPTS, {**record, "GSI1PK": partition, "GSI1SK": record["SK"]})
        written.append(session.meter.write_units)
    session.batch_write(RECEIPTS, [{**record, "PK": f"{partition}#batch", "TYPE": "T"} for record in records])
    written.append(session.meter.write_units)
    session.update(RECEIPTS, keys[2], Changes(set={"more": 1}))
    written.append(session.meter.write_units)
    session.delete(RECEIPTS, {"PK": f"{partition}#batch", "SK": keys[2]["SK"]})
    written.append(session.meter.write_units)
    for is_consistent in (False, True):
        for key in (*keys, {"PK": partition, "SK": "missing"}):
            session.get(RECEIPTS, key, is_consistent=is_consistent)
        session.batch_get(RECEIPTS, keys, is_consistent=is_consistent)
        session.query(Query(RECEIPTS, None, partition, is_consistent=is_consistent))
    session.query(Query(RECEIPTS, "GSI1", partition))
    if engine.name != "dynamodb-local":  # it takes nothing for finding nothing, nor for some items of a transaction
        session.query(Query(RECEIPTS, None, f"{partition}#nothing"))
        session.batch_get(RECEIPTS, [*keys, {"PK": partition, "SK": "missing"}])
        session.transact_write([Put(RECEIPTS, {**record, "PK": f"{partition}#transaction"}) for record in records])
        written.append(session.meter.write_units)
    return [*written, *(read.units for read in session.meter.reads)]
