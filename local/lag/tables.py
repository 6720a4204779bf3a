"""Copies tables from one engine to another: their keys, indexes and items."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from botocore.exceptions import ClientError

from local.lag.raw import RawClient

BATCH = 25
"""The most items that BatchWriteItem takes."""
ACTIVE_SECONDS = 60.0
_PAUSE = 0.05
_PARTS = ("IndexName", "KeySchema", "Projection")

Definition = dict[str, Any]
Indexes = dict[str, Definition]


class NotActive(Exception):
    """A table or an index that did not become usable."""


def table_names(client: RawClient) -> list[str]:
    """The names of all tables."""
    names: list[str] = []
    start: dict[str, str] = {}
    while True:
        page = client.call("ListTables", **start)
        names += page["TableNames"]
        if not page.get("LastEvaluatedTableName"):
            return names
        start = {"ExclusiveStartTableName": page["LastEvaluatedTableName"]}


def active_indexes(description: Mapping[str, Any]) -> Indexes:
    """The global indexes of a table that can be read, as they are defined."""
    return {
        index["IndexName"]: {part: index[part] for part in _PARTS}
        for index in description.get("GlobalSecondaryIndexes") or ()
        if index.get("IndexStatus", "ACTIVE") == "ACTIVE"
    }


def copy_table(main: RawClient, copy: RawClient, description: Mapping[str, Any]) -> None:
    """Create a table as it is in the main engine, without a stream and without TTL, and copy all items."""
    name = description["TableName"]
    drop_table(copy, name)
    indexes = list(active_indexes(description).values())
    local = [{part: each[part] for part in _PARTS} for each in description.get("LocalSecondaryIndexes") or ()]
    copy.call(
        "CreateTable",
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        KeySchema=description["KeySchema"],
        AttributeDefinitions=_attributes(description, [description, *indexes, *local]),
        **({"GlobalSecondaryIndexes": indexes} if indexes else {}),
        **({"LocalSecondaryIndexes": local} if local else {}),
    )
    _wait_until_active(copy, name)
    for items in _pages(main, name):
        write(copy, [(name, {"PutRequest": {"Item": item}}) for item in items])


def drop_table(copy: RawClient, name: str) -> None:
    """Delete a table if it exists."""
    try:
        copy.call("DeleteTable", TableName=name)
    except ClientError as error:
        if error.response["Error"]["Code"] != "ResourceNotFoundException":
            raise


def change_indexes(copy: RawClient, description: Mapping[str, Any], now: Indexes) -> None:
    """Delete and create indexes as the main engine did; new ones are filled from the items of the copy."""
    name, wanted = description["TableName"], active_indexes(description)
    gone = [each for each in now if wanted.get(each) != now[each]]
    new = [definition for each, definition in wanted.items() if now.get(each) != definition]
    for each in gone:
        copy.call("UpdateTable", TableName=name, GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": each}}])
        _wait_until_active(copy, name)
    for definition in new:
        copy.call(
            "UpdateTable",
            TableName=name,
            AttributeDefinitions=_attributes(description, [description, definition]),
            GlobalSecondaryIndexUpdates=[{"Create": definition}],
        )
        _wait_until_active(copy, name)


def write(copy: RawClient, writes: Sequence[tuple[str, Definition]]) -> None:
    """Carry out puts and deletes, none of them of the same item."""
    for start in range(0, len(writes), BATCH):
        requests: dict[str, list[Definition]] = {}
        for table, request in writes[start : start + BATCH]:
            requests.setdefault(table, []).append(request)
        while requests:
            requests = copy.call("BatchWriteItem", RequestItems=requests).get("UnprocessedItems") or {}


def _pages(main: RawClient, name: str) -> Iterator[list[Definition]]:
    start: dict[str, Any] = {}
    while True:
        page = main.call("Scan", TableName=name, ConsistentRead=True, **start)
        yield page["Items"]
        if not page.get("LastEvaluatedKey"):
            return
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def _attributes(description: Mapping[str, Any], keyed: Sequence[Mapping[str, Any]]) -> list[Definition]:
    """The types of the key attributes that these use; DynamoDB refuses any others."""
    used = {key["AttributeName"] for each in keyed for key in each["KeySchema"]}
    return [each for each in description["AttributeDefinitions"] if each["AttributeName"] in used]


def _wait_until_active(copy: RawClient, name: str) -> None:
    end = time.monotonic() + ACTIVE_SECONDS
    while not _is_active(copy.call("DescribeTable", TableName=name)["Table"]):
        if time.monotonic() > end:
            raise NotActive(f"the copy of {name} is not usable after {ACTIVE_SECONDS:.0f} s")
        time.sleep(_PAUSE)


def _is_active(description: Mapping[str, Any]) -> bool:
    indexes = description.get("GlobalSecondaryIndexes") or ()
    return {description["TableStatus"], *(each.get("IndexStatus", "ACTIVE") for each in indexes)} == {"ACTIVE"}
