"""The API over the small world: through the Lambda as AppSync would, and in process under strawberry."""

import asyncio
import gc
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from graphql import GraphQLSchema

import loaders.request
from entities.tables import RECEIPTS, TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from loaders.request import Request
from local.data.engines import Engine
from local.engine.executor import Operation, run
from local.engine.scalars import read_schema
from resolvers import app
from tests.identities import PIPELINE
from tests.reads.world import as_others_wrote, world

SCHEMA = Path(__file__).parents[2] / "schema.graphql"


@pytest.fixture
def left_unawaited() -> Iterator[None]:
    """What graphql-core leaves unawaited beside a field that failed goes with its test, not within another."""
    yield
    gc.collect()


@pytest.fixture
def a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still: some cursors hold the time of their list's first page."""
    moment = datetime.now(UTC)
    monkeypatch.setattr(loaders.request, "datetime", SimpleNamespace(now=lambda _: moment))


class FakeContext:
    """What Lambda tells a function of itself."""

    function_name = "tessera"
    memory_limit_in_mb = 512
    invoked_function_arn = "arn:aws:lambda:us-east-1:123456789012:function:tessera"
    aws_request_id = "00000000-0000-0000-0000-000000000000"

    def get_remaining_time_in_millis(self) -> int:
        return 29_000


@dataclass
class Api:
    """Asks as a client does, and tells what it took."""

    schema: GraphQLSchema
    store: Store
    calls: list[tuple[str, Any]] = field(default_factory=list)
    """Every call of the Lambda: its field, and what it read."""

    identity: Any = field(default_factory=lambda: PIPELINE)
    """Who asks."""

    def ask(self, query: str, **variables: Any) -> dict[str, Any]:
        """The answer of AppSync, JSON and all."""
        self.calls.clear()
        operation = Operation(lambda event: app.handler(event, FakeContext()), {"headers": {}}, self.identity)
        answer = asyncio.run(run(self.schema, operation, query, variables))
        assert operation.lambda_calls == len(self.calls)
        return answer

    def handle(self, event: Any) -> Any:
        """What the Lambda answers to an event."""
        self.calls.clear()
        return app.handler(event, FakeContext())

    @property
    def reads(self) -> list[str]:
        return [read.operation for _, a_request in self.calls for read in a_request.session.meter.reads]


@pytest.fixture(scope="session")
def api(embedded: Engine) -> Iterator[Api]:
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        client.create_table(**table.definition(names[table.name]))
    with Store(client, names) as store:
        session = store.session()
        for table in TABLES.values():
            session.batch_write(table, [item.to_record() for item in world() if item.table is table])
        session.batch_write(RECEIPTS, list(as_others_wrote()))
        made = Api(read_schema(SCHEMA.read_text()), store)
        app.parts.store = store
        app.parts.observe = lambda route, a_request: made.calls.append((route.key, a_request))
        yield made
        app.parts.store = app.parts.observe = None


@pytest.fixture
def a_request(api: Api) -> Request:
    return Request(api.store.session(60))


def event(field_: str, selection: str = "", source: Any = None, **arguments: Any) -> dict[str, Any]:
    """An event as AppSync sends it."""
    parent, name = field_.split(".")
    info = {
        "selectionSetGraphQL": selection,
        "selectionSetList": [],
        "parentTypeName": parent,
        "fieldName": name,
        "variables": {},
    }
    shared: dict[str, Any] = {
        "identity": PIPELINE,
        "request": {"headers": {}, "domainName": None},
        "prev": None,
        "stash": {},
    }
    return {"arguments": arguments, "source": source, "info": info, **shared}
