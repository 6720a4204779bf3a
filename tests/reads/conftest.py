"""The small world, loaded into a real engine."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import uuid4

import pytest

from entities.tables import RECEIPTS, TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from loaders.request import Request
from local.data.engines import Engine
from tests.loaders.sample import NOW
from tests.reads.world import as_others_wrote, world


@contextmanager
def new_store(engine: Engine) -> Iterator[Store]:
    """A store over tables that nobody else uses."""
    client = make_client(engine.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        client.create_table(**table.definition(names[table.name]))
    with Store(client, names) as store:
        yield store


@pytest.fixture(scope="session")
def filled(engine: Engine) -> Iterator[Store]:
    """The small world; nobody writes into it."""
    with new_store(engine) as store:
        session = store.session()
        for table in TABLES.values():
            session.batch_write(table, [item.to_record() for item in world() if item.table is table])
        session.batch_write(RECEIPTS, list(as_others_wrote()))
        yield store


@pytest.fixture(scope="session")
def blank(engine: Engine) -> Iterator[Store]:
    """Empty tables, for tests that bring items of their own."""
    with new_store(engine) as store:
        yield store


@pytest.fixture
def a_request(filled: Store) -> Request:
    """A request of its own."""
    return Request(filled.session(), lambda: NOW)
