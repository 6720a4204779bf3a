"""The same documents for every AppSync that we have: the one at home, and witnesses that are not ours.

What a witness lacks is named with the document. It is asked all the same: if it answers as at home after all, the
test says so, and the line goes.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

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

MINISTACK, SIMULATOR, SERVER = "MiniStack", "Amplify's simulator", "The server at home"
SCHEMA = read_schema((ROOT / "schema.graphql").read_text())
SIGNED = {"authorization": "AWS4-HMAC-SHA256 Credential=test/20261116/us-east-1/appsync/aws4_request"}

NOT_LIVE = {
    MINISTACK: "has no GraphQL subscriptions",
    SIMULATOR: "sends subscribers the whole item, whatever they selected",
    SERVER: "is subscribed to over WebSockets, in tests/local",
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
class Document:
    """A document, who asks, and which witnesses cannot answer it."""

    name: str
    query: str
    variables: dict[str, Any] = field(default_factory=dict)
    caller: Caller = API_KEY
    lacking: dict[str, str] = field(default_factory=dict)
    is_refused: bool = False
    is_live: bool = False
    """Whether it takes more than one request and its answer."""


def at_home(document: Document) -> dict[str, Any]:
    """The answer of the engine of `make serve`, to a caller with the same rights."""
    denied = Access(SCHEMA).denied(document.caller)
    operation = Operation(
        lambda event: app.handler(event, FakeContext()), {"headers": {}}, document.caller.identity, denied
    )
    return asyncio.run(run(SCHEMA, operation, document.query, document.variables))


@contextmanager
def answering_from(store: Store) -> Iterator[None]:
    """Our handler in this process reads and writes here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.parts, "store", store)
        yield


class Witness(Protocol):
    """An AppSync that is asked the same."""

    def answer(self, document: Document) -> dict[str, Any]:
        """What it answers to the caller of the document."""
        ...


@dataclass(frozen=True)
class Foreign:
    """A witness that is not ours. None of them checks signatures."""

    deployed: Deployed

    def answer(self, document: Document) -> dict[str, Any]:
        headers = SIGNED if document.caller.mode == "iam" else None
        return self.deployed.ask(document.query, document.variables, headers)


def compare(document: Document, variables: dict[str, str], name: str, witness: Witness) -> None:
    """Ask both, and skip by name what the witness is known to lack."""
    if document.is_live:
        pytest.skip(f"{name} {document.lacking[name]}")
    document = replace(document, variables=variables | document.variables)
    here, there = at_home(document), witness.answer(document)
    assert document.is_refused or "errors" not in here, here["errors"]
    if name not in document.lacking:
        assert essence(there) == essence(here), f"\n{name}: {essence(there)}\nat home: {essence(here)}"
        return
    assert essence(there) != essence(here), f"{name} answers as at home: take its line out of the documents"
    pytest.skip(f"{name} {document.lacking[name]}")


def essence(answer: dict[str, Any]) -> tuple[Any, Any]:
    """Data, with JSON as objects; and errors, in order of their places.

    Of a field that must not be null and failed, graphql-js also says that it is null. The engine at home does not.
    """
    errors = [(each.get("path"), each["message"], each.get("errorType")) for each in answer.get("errors") or []]
    failed = [path for path, message, _ in errors if NULL not in message]
    told = [each for each in errors if NULL not in each[1] or each[0] not in failed]
    return texts_opened(answer.get("data", "missing")), sorted(told, key=str)


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
