"""The sample data, loaded once into a real engine."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.sample import load_sample
from local.data.tables import create_tables, without_streams


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
def empty(embedded: Engine) -> Iterator[Store]:
    """A store over tables without any item."""
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    create_tables(client, names)
    with Store(client, names) as store:
        yield store
