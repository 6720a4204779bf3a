"""Tables come from the declarations, and both engines accept what we write into them."""

import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import boto3
import pytest
from hypothesis import Phase, given, settings

from entities.attributes import decode_item, encode, encode_item
from entities.documents import TextractJob
from entities.fields import InKey
from entities.item import Item
from entities.keys import Key
from entities.receipts.base import ReceiptsItem
from entities.registry import all_types, types_in
from entities.tables import TABLES, Table
from local.data.engines import Engine
from tests.entities.strategies import full_items

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

TYPES = all_types()

every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())


@pytest.fixture(scope="module")
def client(engine: Engine) -> Iterator["DynamoDBClient"]:
    made = boto3.client(
        "dynamodb",
        endpoint_url=engine.url,
        region_name="us-east-1",
        aws_access_key_id="local",
        aws_secret_access_key="local",
    )
    yield made
    made.close()


@pytest.fixture(scope="module")
def names(client: "DynamoDBClient") -> dict[str, str]:
    """Our tables, created in the engine from our own definitions."""
    made = {name: f"{name}-{uuid.uuid4()}" for name in TABLES}
    for name, table in TABLES.items():
        client.create_table(**table.definition(made[name]))
    return made


@pytest.mark.parametrize("entity", TYPES.values(), ids=TYPES.keys())
def test_an_item_of_each_type_is_accepted_and_found_through_each_of_its_indexes(
    entity: type[Item], client: "DynamoDBClient", names: dict[str, str]
) -> None:
    @settings(max_examples=3, phases=[Phase.generate], database=None)
    @given(full_items(entity))
    def check(item: Item) -> None:
        record = item.to_record()
        client.put_item(TableName=names[entity.table.name], Item=encode_item(record))
        for index in (None, *entity.indexes):
            if not _is_indexed(entity.table, index, record):
                continue
            if entity.table.index(index).projected is not None:
                assert entity.table.key_of(record) in _keys_found(
                    client, names[entity.table.name], entity, index, record
                )
            else:
                assert item in _found(client, names[entity.table.name], entity, index, record)

    check()


OF_DATA = {"SkyIndex"}
"""Indexes on attributes that items have anyway: no type writes keys for them."""


@every_table
def test_every_index_of_a_table_is_used_by_a_type(table: Table) -> None:
    used = {name for entity in types_in(table) for name in entity.indexes}
    assert used | (OF_DATA & table.indexes.keys()) == set(table.indexes)


@every_table
def test_a_table_keeps_its_items_and_announces_its_changes(table: Table) -> None:
    definition = table.definition("real-name")
    assert definition["TableName"] == "real-name"
    assert definition["BillingMode"] == "PAY_PER_REQUEST"
    assert definition["StreamSpecification"]["StreamViewType"] == "NEW_AND_OLD_IMAGES"
    assert table.ttl is not None


def test_declaring_a_class_is_all_it_takes_to_store_and_read_a_type() -> None:
    """The recipe in CONTRIBUTING.md, tested as it stands there, shows what else follows from a registered one."""

    class Sticker(ReceiptsItem):
        """A sticker on an image."""

        type_name: ClassVar[str] = "STICKER"
        key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "STICKER#{colour}")

        image_id: InKey[str]
        colour: InKey[str]

    record = Sticker(image_id="i", colour="red").to_record()
    assert record == {"PK": "IMAGE#i", "SK": "STICKER#red", "TYPE": "STICKER"}
    assert Sticker.from_record(record) == Sticker(image_id="i", colour="red")
    assert "Sticker" not in all_types()  # this module is not registered
    assert all_types()["TextractJob"] is TextractJob


def _is_indexed(table: Table, index: str | None, record: dict[str, Any]) -> bool:
    return all(attribute in record for attribute in table.index(index).attributes)


def _found(
    client: "DynamoDBClient", table_name: str, entity: type[Item], index: str | None, record: dict[str, Any]
) -> list[Item]:
    """What a Query for exactly this item's key returns, read."""
    records = _records_found(client, table_name, entity, index, record)
    wanted = entity.table.key_of(record)
    return [entity.from_record(each) for each in records if entity.table.key_of(each) == wanted]


def _keys_found(
    client: "DynamoDBClient", table_name: str, entity: type[Item], index: str | None, record: dict[str, Any]
) -> list[dict[str, Any]]:
    """The keys that an index which only names items has for exactly this item's key."""
    found = _records_found(client, table_name, entity, index, record)
    return [entity.table.key_of(each) for each in found]


def _records_found(
    client: "DynamoDBClient", table_name: str, entity: type[Item], index: str | None, record: dict[str, Any]
) -> list[dict[str, Any]]:
    attributes = entity.table.index(index).attributes
    aliases = {f"#{position}": name for position, name in enumerate(attributes)}
    values = {f":{position}": encode(record[name]) for position, name in enumerate(attributes)}
    condition = " AND ".join(f"#{position} = :{position}" for position in range(len(attributes)))
    request: dict[str, Any] = {
        "TableName": table_name,
        "KeyConditionExpression": condition,
        "ExpressionAttributeNames": aliases,
        "ExpressionAttributeValues": values,
        **({"IndexName": index} if index else {}),
    }
    pages = client.get_paginator("query").paginate(**request)
    return [decode_item(item) for page in pages for item in page["Items"]]
