"""The same documents for every AppSync that we have: the one at home, and witnesses that are not ours.

What a witness lacks is named with the document. It is asked all the same: if it answers as at home after all, the
test says so, and the line goes.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from loaders.dynamo.store import Store
from local.engine.executor import Operation, run
from local.engine.scalars import read_schema
from local.http.access import Access
from local.http.callers import Caller
from resolvers import app
from tests.infra.conftest import ROOT
from tests.infra.ministack import Deployed
from tests.resolvers.conftest import FakeContext

MINISTACK, SIMULATOR = "MiniStack", "Amplify's simulator"
SCHEMA = read_schema((ROOT / "schema.graphql").read_text())
SIGNED = {"authorization": "AWS4-HMAC-SHA256 Credential=test/20261116/us-east-1/appsync/aws4_request"}
"""Nobody here checks signatures; the server at home has tests of its own for that."""

NO_REQUESTS = {
    MINISTACK: "has no GraphQL subscriptions",
    SIMULATOR: "takes subscriptions by WebSocket alone",
}
FIRST_ONLY = {SIMULATOR: "reports only the first of two places that select a field, in the text and in the list"}
OWN_WORDS = {
    MINISTACK: "has words of its own for documents that are not valid",
    SIMULATOR: "has the words of graphql-js for documents that are not valid",
}
ADMITS_ALL = {MINISTACK: "lets an API key do everything"}
NULL = "Cannot return null for non-nullable"

API_KEY = Caller("api_key")


@dataclass(frozen=True)
class Case:
    """A document, who asks, and which witnesses cannot answer it."""

    name: str
    query: str
    variables: dict[str, Any] = field(default_factory=dict)
    caller: Caller = API_KEY
    lacking: dict[str, str] = field(default_factory=dict)
    is_refused: bool = False


def at_home(case: Case) -> dict[str, Any]:
    """The answer of the engine of `make serve`, to a caller with the same rights."""
    denied = Access(SCHEMA).denied(case.caller)
    operation = Operation(
        lambda event: app.handler(event, FakeContext()), {"headers": {}}, case.caller.identity, denied
    )
    return asyncio.run(run(SCHEMA, operation, case.query, case.variables))


@contextmanager
def answering_from(store: Store) -> Iterator[None]:
    """Our handler in this process reads and writes here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.parts, "store", store)
        yield


def compare(case: Case, variables: dict[str, str], name: str, witness: Deployed) -> None:
    """Ask both, and skip by name what the witness is known to lack."""
    case = replace(case, variables=variables | case.variables)
    headers = SIGNED if case.caller.mode == "iam" else None
    here, there = at_home(case), witness.ask(case.query, case.variables, headers)
    assert case.is_refused or "errors" not in here, here["errors"]
    if name not in case.lacking:
        assert essence(there) == essence(here), f"\n{name}: {essence(there)}\nat home: {essence(here)}"
        return
    assert essence(there) != essence(here), f"{name} answers as at home: it no longer {case.lacking[name]}"
    pytest.skip(f"{name} {case.lacking[name]}")


def essence(answer: dict[str, Any]) -> tuple[Any, Any]:
    """Data, with JSON as objects; and errors in order of their places, the first of each.

    Of a field that must not be null and failed, graphql-js says that it failed and that it is null.
    """
    errors = {
        str(each.get("path")): (each.get("path"), each["message"], each.get("errorType"))
        for each in sorted(answer.get("errors") or [], key=lambda each: NULL in each["message"], reverse=True)
    }
    return texts_opened(answer.get("data", "missing")), sorted(errors.values(), key=str)


def texts_opened(value: Any) -> Any:
    """JSON as objects, and numbers as JSON has them."""
    if isinstance(value, dict):
        return {name: texts_opened(each) for name, each in value.items()}
    if isinstance(value, list):
        return [texts_opened(each) for each in value]
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return texts_opened(json.loads(value))
        except ValueError:
            return value
    return value
