"""The API without a database: functions that answer what a test wants, behind the real web application."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from local.lambdas import Invocation
from local.realtime.hub import Hub
from local.realtime.routes import realtime_routes
from local.scalars import read_schema
from local.server.api import Api
from local.server.tokens import Tokens
from local.server.web import graphql_route, make_web
from local.settings import Limits

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have a newer httpx
    from starlette.testclient import TestClient

SCHEMA = read_schema((Path(__file__).parents[2] / "schema.graphql").read_text())
KEY = {"x-api-key": "da2-local"}


@dataclass
class FakeFunction:
    """Answers by `Type.field`: a value for the caller, a list for parents, or whatever a function makes of an event."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    events: list[Any] = field(default_factory=list)

    async def invoke(self, event: Any) -> Invocation:
        self.events.append(event)
        first = event[0] if isinstance(event, list) else event
        answer = self.answers.get(f"{first['info']['parentTypeName']}.{first['info']['fieldName']}")
        if isinstance(answer, Invocation):
            return answer
        if isinstance(answer, Callable):  # type: ignore[arg-type]
            return Invocation([{"data": answer(each)} for each in event] if event is not first else answer(event))
        return Invocation([{"data": answer}] * len(event) if event is not first else {"data": answer})


@dataclass
class Home:
    """A web application over fake functions."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        self.read, self.write = FakeFunction(self.answers), FakeFunction(self.answers)
        self.hub = Hub(SCHEMA, self.limits)
        self.tokens = Tokens(b"secret")
        self.api = Api(SCHEMA, self.read, self.write, self.limits, self.hub)

    @property
    def app(self) -> Starlette:
        return make_web([graphql_route(self.api, self.tokens), *realtime_routes(self.api, self.tokens, self.hub)])

    def client(self) -> TestClient:
        return TestClient(self.app, base_url="http://127.0.0.1:8000")

    def post(self, query: str, headers: Mapping[str, str] = KEY, **variables: Any) -> dict[str, Any]:
        """The answer to a query."""
        body = {"query": query, "variables": variables}
        answer: dict[str, Any] = self.client().post("/graphql", json=body, headers=dict(headers)).json()
        return answer

    def bearer(self, *groups: str, username: str = "somebody") -> dict[str, str]:
        return {"authorization": self.tokens.mint(username, groups)}


def limited(**limits: Any) -> Limits:
    """AppSync's limits with some of them smaller."""
    return replace(Limits(), **limits)
