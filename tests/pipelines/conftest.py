"""The real engine for the pipelines."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from local.data.engines import Engine
from local.data.tables import create_tables
from tests.commands.conftest import changing
from tests.pipelines.papers import Papers, papers_of
from tests.pipelines.simulation import Database


@pytest.fixture(scope="module")
def database(embedded: Engine) -> Database:
    """Tables for the workers; each schedule leaves them empty."""
    client: Any = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    create_tables(client, names)
    return Database(client, names)


@pytest.fixture
def papers(embedded: Engine) -> Iterator[Papers]:
    """The API over tables of its own, and workers for documents."""
    with changing(embedded) as api, papers_of(api) as made:
        yield made
