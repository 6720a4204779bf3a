"""The sample data, loaded once into a real engine, and tables for tests that load items."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.sample import load_sample
from local.data.tables import create_tables, without_streams

Table = Callable[[str], list[dict[str, Any]]]


@pytest.fixture(scope="session")
def sampled(embedded: Engine) -> Iterator[Store]:
    """A store over tables that hold the sample; nobody writes into them."""
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    create_tables(client, names)
    with Store(client, names) as store:
        with without_streams(client, names):
            load_sample(store, lambda _: None)
        yield store


@pytest.fixture
def stored(embedded: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """What lies in a table of this test's own; none of its tables is there at first."""
    monkeypatch.setenv("TESSERA_DYNAMODB_URL", embedded.url)
    names = {table.name: f"{table.name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        monkeypatch.setenv(table.variable, names[table.name])
    client = make_client(embedded.url)

    def read(kind: str) -> list[dict[str, Any]]:
        try:
            items: list[dict[str, Any]] = client.scan(TableName=names[kind], ConsistentRead=True)["Items"]
        except client.exceptions.ResourceNotFoundException:
            return []
        return items

    yield read
    client.close()


@pytest.fixture
def empty(embedded: Engine) -> Iterator[Store]:
    """A store over tables without any item."""
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    create_tables(client, names)
    with Store(client, names) as store:
        yield store
