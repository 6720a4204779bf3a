"""The API without a database: functions that answer what a test wants, behind the real web application."""

import json
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from local.engine.scalars import read_schema
from local.http.api import AppSyncApi
from local.http.token_requests import token_route
from local.http.tokens import Tokens
from local.http.web import graphql_route, make_web
from local.lambdas.process import Invocation
from local.realtime.hub import Hub
from local.realtime.routes import realtime_routes
from local.settings import Limits, Settings
from tests.listening import listening

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

    async def invoke(self, event: Any, waiting: Any = None, *, goes_first: bool = False) -> Invocation:  # noqa: ARG002  there is always room
        self.events.append(event)
        first = event[0] if isinstance(event, list) else event
        answer = self.answers.get(f"{first['info']['parentTypeName']}.{first['info']['fieldName']}")
        if isinstance(answer, Invocation):
            return answer
        if callable(answer):
            return Invocation([{"data": answer(each)} for each in event] if event is not first else answer(event))
        return Invocation([{"data": answer}] * len(event) if event is not first else {"data": answer})


@dataclass
class Talker:
    """One end of a WebSocket, for messages in JSON."""

    socket: ClientConnection

    @property
    def subprotocol(self) -> str | None:
        return self.socket.subprotocol

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, seconds: float = 10) -> Any:
        return json.loads(self.socket.recv(timeout=seconds))

    def closed(self) -> tuple[int, str]:
        """How the other side closed, after it said nothing more."""
        with pytest.raises(ConnectionClosed):
            self.socket.recv(timeout=10)
        return self.socket.close_code or 0, self.socket.close_reason or ""


@dataclass
class Home:
    """A web application over fake functions."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    settings: Settings = field(default_factory=Settings)
    ping_seconds: float = 20.0

    def __post_init__(self) -> None:
        self.seconds_later = 0.0
        self.read, self.write = FakeFunction(self.answers), FakeFunction(self.answers)
        self.hub = Hub(SCHEMA, self.limits)
        self.tokens = Tokens(b"secret", lambda: time.time() + self.seconds_later)
        self.api = AppSyncApi(SCHEMA, self.read, self.write, self.limits, self.hub)

    @property
    def app(self) -> Starlette:
        realtime = realtime_routes(self.api, self.tokens, self.hub)
        routes = [graphql_route(self.api, self.tokens), *realtime, token_route(self.tokens, self.settings.mints_tokens)]
        return make_web(routes, replace(self.settings, limits=self.limits))

    @contextmanager
    def running(self) -> Iterator["Home"]:
        """Served for real, on a port of its own."""
        pings = {"ws_ping_interval": self.ping_seconds, "ws_ping_timeout": self.ping_seconds}
        with listening(self.app, **pings) as self.port:
            yield self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/graphql"

    @contextmanager
    def websocket(
        self, path: str, subprotocols: list[str] | None, headers: Mapping[str, str] | None = None
    ) -> Iterator["Talker"]:
        """A WebSocket to it."""
        address = f"ws://127.0.0.1:{self.port}{path}"
        offered: Any = subprotocols
        with connect(address, subprotocols=offered, additional_headers=dict(headers or {}), proxy=None) as socket:
            yield Talker(socket)

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
