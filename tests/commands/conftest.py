"""The API over tables of its own, which the tests of a module may change as they like."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from graphql import GraphQLSchema

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.engine.scalars import read_schema
from resolvers import app
from tests.resolvers.conftest import Api

SCHEMA = Path(__file__).parents[2] / "schema.graphql"


class Changing(Api):
    """Asks as a client does, for changes above all."""

    def do(self, mutation: str, selection: str, **input_: Any) -> dict[str, Any]:
        """What a mutation gives, which must succeed."""
        answer = self.change(mutation, selection, **input_)
        assert "errors" not in answer, answer["errors"]
        result: dict[str, Any] = answer["data"][mutation]
        return result

    def refusal(self, mutation: str, selection: str, **input_: Any) -> dict[str, Any]:
        """The error of a mutation, which must be refused."""
        answer = self.change(mutation, selection, **input_)
        assert "errors" in answer, answer
        error: dict[str, Any] = answer["errors"][0]
        return error

    def change(self, mutation: str, selection: str, **input_: Any) -> dict[str, Any]:
        name = f"{mutation[0].upper()}{mutation[1:]}Input"
        text = f"mutation ($input: {name}!) {{ {mutation}(input: $input) {selection} }}"
        return self.ask(text, input=input_)

    def get(self, query: str, **variables: Any) -> dict[str, Any]:
        """The data of a query, which must succeed."""
        answer = self.ask(query, **variables)
        assert "errors" not in answer, answer["errors"]
        data: dict[str, Any] = answer["data"]
        return data


@contextmanager
def changing(engine: Engine) -> Iterator[Changing]:
    """The API over empty tables."""
    client = make_client(engine.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        client.create_table(**table.definition(names[table.name]))
    with Store(client, names) as store, changing_store(store) as made:
        yield made


@contextmanager
def changing_store(store: Store) -> Iterator[Changing]:
    """The API over a store."""
    before = app.parts.store, app.parts.observe
    made = Changing(_schema(), store)
    app.parts.store = store
    app.parts.observe = lambda route, a_request: made.calls.append((route.key, a_request))
    try:
        yield made
    finally:
        app.parts.store, app.parts.observe = before


@cache
def _schema() -> GraphQLSchema:
    """Read once: it takes a quarter of a second."""
    return read_schema(SCHEMA.read_text())


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        yield made
