"""The Lambda functions in processes that have answered nothing yet, as a client of AppSync meets them."""

import asyncio
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from typing import Any

import orjson
from graphql import DocumentNode, OverlappingFieldsCanBeMergedRule, parse, specified_rules, validate

from entities.item import Item
from entities.tables import TABLES
from loaders.dynamo.client import ENDPOINT_VARIABLE
from local.data.engines import Engine
from local.engine.executor import Operation, run_document
from local.event_json import write_event
from local.lambdas.frames import TIMEOUT_SECONDS, read_frame, write_frame
from resolvers import app
from tests.commands.conftest import Changing
from tests.contract.selections import SCHEMA
from tests.identities import PIPELINE
from tests.resolvers.conftest import FakeContext
from tests.thoroughness import IS_THOROUGH

LINEAR_RULES = [rule for rule in specified_rules if rule is not OverlappingFieldsCanBeMergedRule]


class Fresh:
    """A Lambda environment in a process of its own, with one event at a time."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._is_free = asyncio.Lock()

    async def start(self) -> None:
        self._streams = await asyncio.open_connection(sock=self._connection)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await read_frame(self._streams[0])

    async def invoke(self, event: Any) -> Any:
        """What the handler returns."""
        assert self._streams
        reader, writer = self._streams
        async with self._is_free, asyncio.timeout(TIMEOUT_SECONDS):
            await write_frame(writer, write_event(event))
            account, answer = [orjson.loads(await read_frame(reader)) for _ in range(2)]
        assert not account["failed"], answer
        return answer

    def close(self) -> None:
        """Without a connection its process ends."""
        if self._streams:
            self._streams[1].close()
        self._connection.close()


Start = Callable[[str], AbstractContextManager[Fresh]]
"""How a function is started, by its name."""


@contextmanager
def fresh_function(zygote: socket.socket, engine: Engine, api: Changing, name: str) -> Iterator[Fresh]:
    """A function over the same tables, in a process of its own."""
    tables = {table.variable: api.store.name_of(table) for table in TABLES.values()}
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    environ = {**os.environ, ENDPOINT_VARIABLE: engine.url, **tables}
    with theirs:
        socket.send_fds(zygote, [orjson.dumps([name, environ])], [theirs.fileno()])
    function = Fresh(ours)
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
    query: str, variables: dict[str, Any], *, read: Fresh | None = None, write: Fresh | None = None
) -> dict[str, Any]:
    """The data of an answer without errors. Where no function is given, this process answers, fresh no longer."""

    async def handle(event: Any) -> Any:
        first = event[0] if isinstance(event, list) else event
        function = write if first["info"]["parentTypeName"] == "Mutation" else read
        if function is None:
            return _json(app.handler(_json(event), FakeContext()))
        return await function.invoke(event)

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
    """Whole selections take longer to check than to answer, so each is checked once.

    Whether fields of one name can be merged takes longest and is asked with `THOROUGH=1` only.
    """
    document = parse(query)
    assert validate(SCHEMA, document, specified_rules if IS_THOROUGH else LINEAR_RULES) == []
    return document
