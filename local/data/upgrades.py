"""Brings tables that an older version created up to date: adds missing indexes, streams and expiry.

Tables that differ in what cannot be added are refused before any table is changed.
"""

import time
from collections.abc import Iterator, Mapping
from typing import Any

from botocore.exceptions import ClientError

from entities.tables import TABLES, Table
from local.data.tables import TableNotReady, described, let_expire, wait_until_active
from local.failures import CannotServe

INDEX_SECONDS = 600.0
"""How long filling a new index with the existing items may take."""
_PAUSE = 0.1

_WHAT_TO_DO = "choose another DATA_DIR or database, or remove the data with `make reset`"


class DifferentTable(CannotServe):
    """A table exists under our name, but is not like ours; the message says in what."""


def upgrade_tables(client: Any, names: Mapping[str, str]) -> list[str]:
    """Add what existing tables lack; returns a description of each addition."""
    found = [(table, description) for table in TABLES.values() if (description := _existing(client, names[table.name]))]
    for table, description in found:
        _demand_compatible(table, description)
    return [added for table, description in found for added in _upgrade(client, table, description)]


def _upgrade(client: Any, table: Table, description: dict[str, Any]) -> Iterator[str]:
    name, wanted = description["TableName"], table.definition(description["TableName"])
    present = _indexes(description)
    for index, definition in _indexes(wanted).items():
        if index not in present:
            _add_index(client, name, definition, wanted["AttributeDefinitions"])
            yield f"index {index} of {name}"
    if not _stream(description).get("StreamEnabled"):
        client.update_table(TableName=name, StreamSpecification=wanted["StreamSpecification"])
        wait_until_active(client, name)
        yield f"stream of {name}"
    if let_expire(client, table, name):
        yield f"expiry of {name}"


def _add_index(client: Any, name: str, index: dict[str, Any], attributes: list[dict[str, str]]) -> None:
    """Add one index and wait until all items are in it: DynamoDB makes one at a time."""
    keys = {each["AttributeName"] for each in index["KeySchema"]}
    try:
        client.update_table(
            TableName=name,
            AttributeDefinitions=[each for each in attributes if each["AttributeName"] in keys],
            GlobalSecondaryIndexUpdates=[{"Create": index}],
        )
    except ClientError:
        if index["IndexName"] not in _indexes(described(client, name)):  # unless another process was faster
            raise
    end = time.monotonic() + INDEX_SECONDS
    while (made := _indexes(described(client, name)).get(index["IndexName"], {})).get("IndexStatus") != "ACTIVE":
        if time.monotonic() > end:
            status = made.get("IndexStatus")
            raise TableNotReady(f"The index {index['IndexName']} of {name} is {status} after {INDEX_SECONDS:.0f} s")
        time.sleep(_PAUSE)
    wait_until_active(client, name)


def _demand_compatible(table: Table, description: dict[str, Any]) -> None:
    name, wanted = description["TableName"], table.definition(description["TableName"])
    types, wanted_types = _types(description), _types(wanted)

    def keys(schema: list[dict[str, str]], types: Mapping[str, str]) -> str:
        ordered = sorted(schema, key=lambda each: each["KeyType"])
        return ", ".join(f"{each['AttributeName']} ({types.get(each['AttributeName'])})" for each in ordered)

    def demand(what: str, found: str, ours: str) -> None:
        if found != ours:
            raise DifferentTable(f"{what} is {found}, where {ours} is needed: {_WHAT_TO_DO}")

    demand(
        f"The key of the table {name}", keys(description["KeySchema"], types), keys(wanted["KeySchema"], wanted_types)
    )
    ours = _indexes(wanted)
    for index, found in _indexes(description).items():
        if index not in ours:
            continue  # another program's
        what = f"the index {index} of the table {name}"
        demand(f"The key of {what}", keys(found["KeySchema"], types), keys(ours[index]["KeySchema"], wanted_types))
        demand(f"The projection of {what}", _held(found), _held(ours[index]))
    if _stream(description).get("StreamEnabled"):
        needed = wanted["StreamSpecification"]["StreamViewType"]
        demand(f"The view type of the stream of the table {name}", _stream(description)["StreamViewType"], needed)
    for attribute in wanted_types.keys() & types.keys():
        what = f"The type of the key attribute {attribute} of the table {name}"
        demand(what, types[attribute], wanted_types[attribute])


def _existing(client: Any, name: str) -> dict[str, Any] | None:
    """The description of a table; None if there is none yet, or another process is creating it."""
    try:
        description = described(client, name)
    except client.exceptions.ResourceNotFoundException:
        return None
    return None if description["TableStatus"] == "CREATING" else description


def _indexes(definition: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["IndexName"]: each for each in definition.get("GlobalSecondaryIndexes") or ()}


def _held(index: Mapping[str, Any]) -> str:
    """What an index holds, in words that can be compared."""
    projection = index["Projection"]
    names = sorted(projection.get("NonKeyAttributes") or ())
    return f"{projection['ProjectionType']} ({', '.join(names)})" if names else str(projection["ProjectionType"])


def _stream(definition: Mapping[str, Any]) -> dict[str, Any]:
    return definition.get("StreamSpecification") or {}


def _types(definition: Mapping[str, Any]) -> dict[str, str]:
    return {each["AttributeName"]: each["AttributeType"] for each in definition["AttributeDefinitions"]}
