"""Lagging indexes when tables change: new ones, deleted ones, other indexes, streams that were off."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any
from uuid import uuid4

import pytest
from botocore.exceptions import ClientError

from local.data.engines import EngineMissing
from local.lag.raw import RawClient
from local.lag.router import IndexRouter
from tests.lagging import HandTurned, lagging_by_hand

LAG_SECONDS = 2.0
STREAM = {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}


class TableOfOwners:
    """A table with an index by owner, written and read at the address where indexes lag."""

    def __init__(self, client: RawClient, stream: dict[str, Any] | None = None) -> None:
        self.name = f"Owned{uuid4().hex}"
        self._client = client
        self.create(stream or STREAM)

    def create(self, stream: dict[str, Any]) -> None:
        self._client.call(
            "CreateTable",
            TableName=self.name,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[{"AttributeName": "PK", "KeyType": "HASH"}],
            AttributeDefinitions=[_string("PK"), _string("owner")],
            GlobalSecondaryIndexes=[_index("ByOwner", "owner")],
            StreamSpecification=stream,
        )

    def change(self, **change: Any) -> None:
        self._client.call("UpdateTable", TableName=self.name, **change)

    def delete(self) -> None:
        self._client.call("DeleteTable", TableName=self.name)

    def put(self, key: str, **attributes: str) -> None:
        item = {name: {"S": value} for name, value in {"PK": key, **attributes}.items()}
        self._client.call("PutItem", TableName=self.name, Item=item)

    def found(self, index: str = "ByOwner", attribute: str = "owner", **options: Any) -> list[str]:
        """The keys of Ann's items, by an index."""
        answer = self._client.call(
            "Query",
            TableName=self.name,
            IndexName=index,
            KeyConditionExpression="#a = :a",
            ExpressionAttributeNames={"#a": attribute},
            ExpressionAttributeValues={":a": {"S": "Ann"}},
            **options,
        )
        return [item["PK"]["S"] for item in answer["Items"]]


@pytest.fixture(scope="module")
def engine() -> Iterator[HandTurned]:
    try:
        with lagging_by_hand(LAG_SECONDS) as started:
            yield started
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def client(engine: HandTurned) -> Iterator[RawClient]:
    with closing(RawClient(engine.url)) as opened:
        yield opened


def test_a_table_that_is_made_later_lags_too(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    engine.settle()
    table.put("one", owner="Ann")
    engine.settle()
    assert table.found() == []
    engine.pass_by(LAG_SECONDS)
    assert table.found() == ["one"]


def test_what_a_table_held_when_it_was_first_seen_is_there(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    table.put("one", owner="Ann")
    engine.settle()
    assert table.found() == ["one"]


def test_a_moved_item_stays_under_its_former_key(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    table.put("one", owner="Ann")
    engine.settle()
    table.put("one", owner="Bob")
    engine.pass_by(LAG_SECONDS / 2)
    assert table.found() == ["one"]
    engine.pass_by(LAG_SECONDS / 2)
    assert table.found() == []


def test_without_a_stream_indexes_answer_at_once(engine: HandTurned, client: RawClient) -> None:
    for stream in ({"StreamEnabled": False}, {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}):
        table = TableOfOwners(client, stream)
        engine.settle()
        table.put("one", owner="Ann")
        assert table.found() == ["one"]


def test_what_was_written_while_the_stream_was_off_is_not_lost(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    engine.settle()
    table.change(StreamSpecification={"StreamEnabled": False})
    table.put("unseen", owner="Ann")
    table.change(StreamSpecification=STREAM)
    engine.settle()
    assert table.found() == ["unseen"]
    table.put("seen", owner="Ann")
    engine.settle()
    assert table.found() == ["unseen"]
    engine.pass_by(LAG_SECONDS)
    assert table.found() == ["seen", "unseen"]


def test_a_table_made_again_holds_nothing_of_the_former(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    engine.settle()
    table.put("former", owner="Ann")
    engine.pass_by(LAG_SECONDS)
    table.put("former and never shown", owner="Ann")
    table.delete()
    with pytest.raises(ClientError, match="ResourceNotFound"):
        client.call("DescribeTable", TableName=table.name)
    table.create(STREAM)
    engine.settle()
    table.put("new", owner="Ann")
    engine.settle()
    assert table.found() == []
    engine.pass_by(LAG_SECONDS)
    assert table.found() == ["new"]


def test_a_deleted_table_is_not_found(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    engine.settle()
    table.delete()
    engine.settle()
    with pytest.raises(ClientError, match="ResourceNotFound"):
        table.found()


def test_a_new_index_is_filled_from_what_the_others_show(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    table.put("old", owner="Ann", editor="Ann")
    engine.settle()
    table.put("new", owner="Ann", editor="Ann")
    engine.settle()
    create = {"Create": _index("ByEditor", "editor")}
    table.change(
        AttributeDefinitions=[_string(name) for name in ("PK", "owner", "editor")],
        GlobalSecondaryIndexUpdates=[create],
    )
    engine.settle()
    assert table.found("ByEditor", "editor") == table.found() == ["old"]
    engine.pass_by(LAG_SECONDS)
    assert table.found("ByEditor", "editor") == table.found() == ["new", "old"]


def test_a_deleted_index_is_refused_and_may_be_made_again_with_another_key(
    engine: HandTurned, client: RawClient
) -> None:
    table = TableOfOwners(client)
    table.put("one", owner="Bob", editor="Ann")
    engine.settle()
    table.change(GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "ByOwner"}}])
    engine.settle()
    with pytest.raises(ClientError, match="does not have the specified index"):
        table.found()
    table.change(
        AttributeDefinitions=[_string("PK"), _string("editor")],
        GlobalSecondaryIndexUpdates=[{"Create": _index("ByOwner", "editor")}],
    )
    engine.settle()
    assert engine.url_for(table.name, "ByOwner") == engine.copy.url
    assert table.found("ByOwner", "editor") == ["one"]


def test_consistent_reads_of_an_index_are_refused_as_ever(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    engine.settle()
    with pytest.raises(ClientError, match="Consistent reads are not supported on global secondary indexes"):
        table.found(ConsistentRead=True)


def test_a_partiql_statement_that_reads_an_index_lags(engine: HandTurned, client: RawClient) -> None:
    table = TableOfOwners(client)
    engine.settle()
    table.put("one", owner="Ann")
    engine.settle()

    def selected(source: str) -> int:
        statement = f"SELECT PK FROM {source} WHERE owner = 'Ann'"
        return len(client.call("ExecuteStatement", Statement=statement)["Items"])

    assert selected(f'"{table.name}"') == 1
    assert selected(f'"{table.name}"."ByOwner"') == 0
    engine.pass_by(LAG_SECONDS)
    assert selected(f'"{table.name}"."ByOwner"') == 1


@pytest.mark.parametrize("body", [b"", b"[]", b"no JSON", b'{"TableName": 3, "IndexName": "ByOwner"}', b"{}"])
def test_a_malformed_request_goes_to_the_main_engine(engine: HandTurned, body: bytes) -> None:
    router = IndexRouter("main", engine)
    for operation in ("Query", "Scan", "ExecuteStatement", "Unknown"):
        assert router(f"DynamoDB_20120810.{operation}", body) == "main"
    assert router("", body) == "main"


def _string(name: str) -> dict[str, str]:
    return {"AttributeName": name, "AttributeType": "S"}


def _index(name: str, attribute: str) -> dict[str, Any]:
    key = [{"AttributeName": attribute, "KeyType": "HASH"}]
    return {"IndexName": name, "KeySchema": key, "Projection": {"ProjectionType": "ALL"}}
