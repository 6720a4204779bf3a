"""Creates missing tables."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from botocore.exceptions import ClientError

from entities.tables import TABLES, Table
from local.failures import CannotServe

ACTIVE_SECONDS = 60.0
"""How long creating a table may take: a local engine is instant, AWS takes about ten seconds."""

_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 2.0
_PAUSES_AFTER_FAILURES = (0.1, 0.3, 1.0)
_ALREADY_THERE = {"ResourceInUseException", "TableAlreadyExistsException"}


class TableNotReady(CannotServe):
    """A table that did not become usable; the message says which."""


def create_tables(client: Any, names: Mapping[str, str]) -> list[str]:
    """Create missing tables and wait until all are active; returns the kinds of those created here.

    Two processes may do this at the same time: one creates a table, the other waits for it.
    """
    made = [table for table in TABLES.values() if _create(client, table, names[table.name])]
    for table in TABLES.values():
        wait_until_active(client, names[table.name])
    for table in made:
        let_expire(client, table, names[table.name])
    return [table.name for table in made]


@contextmanager
def without_streams(client: Any, names: Mapping[str, str]) -> Iterator[None]:
    """Turn streams off while new tables are filled: it is faster, and subscribers need not be notified."""
    _let_stream(client, names, is_on=False)
    try:
        yield
    finally:
        _let_stream(client, names, is_on=True)


def _let_stream(client: Any, names: Mapping[str, str], *, is_on: bool) -> None:
    for table in TABLES.values():
        name = names[table.name]
        wanted = table.definition(name)["StreamSpecification"] if is_on else {"StreamEnabled": False}
        now = described(client, name).get("StreamSpecification") or {}
        if bool(now.get("StreamEnabled")) is not is_on:
            client.update_table(TableName=name, StreamSpecification=wanted)
    for name in names.values():
        wait_until_active(client, name)


def _create(client: Any, table: Table, name: str) -> bool:
    """Create a table unless it exists; returns whether it was created."""
    if _status(client, name) is not None:
        return False
    try:
        client.create_table(**table.definition(name))
    except ClientError as error:
        if _code(error) in _ALREADY_THERE:
            return False
        raise
    return True


def _status(client: Any, name: str) -> str | None:
    try:
        status: str = described(client, name)["TableStatus"]
    except ClientError as error:
        if _code(error) == "ResourceNotFoundException":
            return None
        raise
    return status


def described(client: Any, name: str) -> dict[str, Any]:
    """What the database says of a table; asked again where it fails inside, as DynamoDB Local does amid a change."""
    for pause in (*_PAUSES_AFTER_FAILURES, None):
        try:
            description: dict[str, Any] = client.describe_table(TableName=name)["Table"]
        except ClientError as error:
            if pause is None or error.response["ResponseMetadata"]["HTTPStatusCode"] < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            time.sleep(pause)
        else:
            return description
    raise AssertionError("unreachable: the last try returns or raises")


def wait_until_active(client: Any, name: str) -> None:
    """Wait until a table can be used."""
    end, pause = time.monotonic() + ACTIVE_SECONDS, _FIRST_PAUSE
    while (status := _status(client, name)) != "ACTIVE":
        if time.monotonic() > end:
            raise TableNotReady(f"The table {name} is still {status} after {ACTIVE_SECONDS:.0f} s")
        time.sleep(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)


def let_expire(client: Any, table: Table, name: str) -> bool:
    """Set the TTL attribute if none is set; returns whether it was. Where an engine has no TTL, it works without."""
    if table.ttl is None:
        return False
    specification = {"AttributeName": table.ttl, "Enabled": True}
    try:
        now = client.describe_time_to_live(TableName=name)["TimeToLiveDescription"]
        if now.get("AttributeName"):
            return False
        client.update_time_to_live(TableName=name, TimeToLiveSpecification=specification)
    except ClientError as error:
        if _code(error) not in {"UnknownOperationException", "ValidationException", "InternalFailure"}:
            raise
        return False
    return True


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))
