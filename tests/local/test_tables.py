"""The tables are made once, whoever starts and however often."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.prepare import TablesMissing, prepare_tables
from local.data.tables import create_tables, without_streams


@pytest.fixture
def client(embedded: Engine) -> Iterator[Any]:
    made = make_client(embedded.url)
    yield made
    made.close()


@pytest.fixture
def names() -> dict[str, str]:
    return {name: f"{name}-{uuid4().hex[:8]}" for name in TABLES}


def test_missing_tables_are_made_with_their_indexes_streams_and_expiry(client: Any, names: dict[str, str]) -> None:
    assert create_tables(client, names) == list(TABLES)
    for table in TABLES.values():
        found = client.describe_table(TableName=names[table.name])["Table"]
        assert found["TableStatus"] == "ACTIVE"
        assert {each["IndexName"] for each in found["GlobalSecondaryIndexes"]} == set(table.indexes)
        assert found["StreamSpecification"]["StreamEnabled"]
        expiry = client.describe_time_to_live(TableName=names[table.name])["TimeToLiveDescription"]
        assert expiry["AttributeName"] == table.ttl


def test_tables_that_are_there_are_left_alone(client: Any, names: dict[str, str]) -> None:
    create_tables(client, names)
    client.put_item(TableName=names["documents"], Item={"JobID": {"S": "kept"}})
    assert create_tables(client, names) == []
    assert client.get_item(TableName=names["documents"], Key={"JobID": {"S": "kept"}})["Item"] == {"JobID": "kept"}


def test_only_what_is_missing_is_made(client: Any, names: dict[str, str]) -> None:
    client.create_table(**TABLES["cats"].definition(names["cats"]))
    assert create_tables(client, names) == ["receipts", "novae", "documents", "letters"]


def test_many_starters_at_once_make_each_table_once(client: Any, names: dict[str, str]) -> None:
    with ThreadPoolExecutor(6) as starters:
        made = list(starters.map(lambda _: create_tables(client, names), range(6)))
    assert sorted(kind for kinds in made for kind in kinds) == sorted(TABLES)


def test_tables_can_be_filled_without_anybody_being_told(client: Any, names: dict[str, str]) -> None:
    def streams() -> list[bool]:
        tables = [client.describe_table(TableName=name)["Table"] for name in names.values()]
        return [bool((table.get("StreamSpecification") or {}).get("StreamEnabled")) for table in tables]

    create_tables(client, names)
    with without_streams(client, names):
        assert not any(streams())
    assert all(streams())
    with pytest.raises(KeyboardInterrupt), without_streams(client, names):
        raise KeyboardInterrupt
    assert all(streams())


def test_nothing_is_made_at_an_address_that_is_not_on_this_machine(
    embedded: Engine, tmp_path: Path, names: dict[str, str], monkeypatch: pytest.MonkeyPatch, client: Any
) -> None:
    monkeypatch.setenv("TESSERA_DYNAMODB_URL", embedded.url)  # stands in for an account with other tables
    for table in TABLES.values():
        monkeypatch.setenv(table.variable, names[table.name])
    elsewhere = "https://dynamodb.eu-west-1.amazonaws.com"
    with Store.open() as store, pytest.raises(TablesMissing, match="RECEIPTS_TABLE"):
        prepare_tables(store, tmp_path, print, sample=True, engine_url=elsewhere)
    pages = client.get_paginator("list_tables").paginate()
    assert not set(names.values()) & {name for page in pages for name in page["TableNames"]}
