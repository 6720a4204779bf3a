"""The Lambda functions in processes that have answered nothing yet, as a client of AppSync meets them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import orjson
from graphql import DocumentNode, parse, validate

from entities.item import Item
from entities.tables import TABLES
from loaders.dynamo.client import ENDPOINT_VARIABLE
from local.data.engines import Engine
from local.engine.executor import Operation, run_document
from local.lambdas.function import Extras, Function
from resolvers import app
from tests.commands.conftest import Changing
from tests.contract.selections import SCHEMA
from tests.identities import PIPELINE
from tests.resolvers.conftest import FakeContext


@contextmanager
def fresh_function(name: str, engine: Engine, api: Changing) -> Iterator[Function]:
    """A function over the same tables, in a process of its own."""
    tables = {table.variable: api.store.name_of(table) for table in TABLES.values()}
    function = Function(name, {**os.environ, ENDPOINT_VARIABLE: engine.url, **tables}, extras=Extras(0))
    try:
        yield function
    finally:
        function.close()


def store_items(api: Changing, *items: Item) -> None:
    """Put items into the tables, as any program may have done."""
    for table in TABLES.values():
        records = [item.to_record() for item in items if item.table is table]
        if records:
            api.store.session(60).batch_write(table, records)


async def ask(
    query: str, variables: dict[str, Any], *, read: Function | None = None, write: Function | None = None
) -> dict[str, Any]:
    """The data of an answer without errors. Where no function is given, this process answers, fresh no longer."""

    async def handle(event: Any) -> Any:
        first = event[0] if isinstance(event, list) else event
        function = write if first["info"]["parentTypeName"] == "Mutation" else read
        if function is None:
            return _json(app.handler(_json(event), FakeContext()))
        outcome = await function.invoke(event)
        assert not outcome.failed, outcome.answer
        return outcome.answer

    answer = await run_document(
        SCHEMA, Operation(handle, {"headers": {}}, PIPELINE), prepared_document(query), variables
    )
    assert "errors" not in answer, answer["errors"]
    data: dict[str, Any] = answer["data"]
    return data


def _json(value: Any) -> Any:
    """What is left of a value on its way between AppSync and Lambda."""
    return orjson.loads(orjson.dumps(value))


@cache
def prepared_document(query: str) -> DocumentNode:
    """Whole selections take longer to check than to answer, so each is checked once."""
    document = parse(query)
    assert validate(SCHEMA, document) == []
    return document
