"""Stores over stand-ins, and over tables of our own in real engines."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from entities.tables import CATS, RECEIPTS, TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from local.data.engines import Engine
from tests.loaders.fakes import FakeClock, Fault, Faulty, MemoryDynamo

NAMES = {table.name: table.usual_name for table in TABLES.values()}

MakeStore = Callable[..., Store]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def memory() -> MemoryDynamo:
    return MemoryDynamo(RECEIPTS, CATS)


@pytest.fixture
def make_store(clock: FakeClock) -> Iterator[MakeStore]:
    """Stores over any client, on the clock that is moved by hand."""
    made: list[Store] = []

    def make(client: Any, **options: Any) -> Store:
        made.append(Store(client, NAMES, clock=clock, **{"jitter": lambda limit: limit, **options}))
        return made[-1]

    yield make
    for store in made:
        store.close()


@pytest.fixture
def faulty(clock: FakeClock) -> Callable[..., Faulty]:
    """A client with faults in this order on the way to it, and none after them."""

    def wrap(inner: Any, *faults: Fault) -> Faulty:
        coming = iter(faults)
        return Faulty(inner, lambda _: next(coming, None), clock, Random(1))

    return wrap


@pytest.fixture(scope="module")
def names(engine: Engine) -> Iterator[dict[str, str]]:
    """Tables of our own in the engine."""
    client = make_client(engine.url)
    named = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        client.create_table(**table.definition(named[table.name]))
    yield named
    for name in named.values():
        client.delete_table(TableName=name)
    client.close()


@pytest.fixture(scope="module")
def store(engine: Engine, names: dict[str, str]) -> Iterator[Store]:
    with Store(make_client(engine.url), names) as made:
        yield made


@pytest.fixture(scope="module")
def computing(engine: Engine, names: dict[str, str]) -> Iterator[Store]:
    """The same, but it computes what things cost."""
    with Store(make_client(engine.url), names, trust_capacity=False) as made:
        yield made


@pytest.fixture
def session(store: Store) -> Session:
    return store.session()


@pytest.fixture
def partition() -> str:
    """A partition that no other test uses."""
    return f"TEST#{uuid4()}"
