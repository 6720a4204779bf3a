"""The routes of the server and their responses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import orjson
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from local.http.api import AppSyncApi
from local.http.callers import Caller, caller_of
from local.http.doors import Doors
from local.http.gate import Gate
from local.http.graphql_request import from_body, from_parameters
from local.http.refusals import RefusedRequest
from local.http.sigv4 import Signed
from local.http.tokens import Tokens
from local.settings import Settings


@dataclass
class GraphQLOverHttp:
    """`/graphql` for queries and mutations."""

    api: AppSyncApi
    tokens: Tokens

    async def __call__(self, request: Request) -> Response:
        """Answer a GET or a POST."""
        body = await request.body()
        caller = self._caller(request, body)
        asked = from_parameters(request.query_params) if request.method == "GET" else from_body(body)
        request_id = str(uuid4())
        headers = event_headers(request.headers) | {"x-amzn-requestid": request_id}
        return respond(await self.api.answer(asked, caller, headers), request_id=request_id)

    def _caller(self, request: Request, body: bytes) -> Caller:
        signed = Signed(request.method, str(request.url), body)
        return caller_of(request.headers, self.tokens, signed, request.client.host if request.client else "")


def make_web(routes: list[BaseRoute], settings: Settings | None = None, **options: Any) -> Starlette:
    """The application; a refused request is answered the same way wherever it is refused."""
    settings = settings or Settings()
    doors = Doors(settings.allowed_origins)
    gate = Middleware(Gate, doors=doors, body_bytes=settings.limits.body_bytes, refuse=refuse)

    async def refused(_: Request, error: Any) -> Response:
        return refuse(error)

    return Starlette(routes=routes, middleware=[gate], exception_handlers={RefusedRequest: refused}, **options)


def graphql_route(api: AppSyncApi, tokens: Tokens) -> Route:
    endpoint = GraphQLOverHttp(api, tokens)

    async def graphql(request: Request) -> Response:
        return await endpoint(request)

    return Route("/graphql", graphql, methods=["GET", "POST"])


def respond(body: Any, status: int = 200, error_type: str | None = None, *, request_id: str | None = None) -> Response:
    """JSON, with the headers that AppSync adds. The functions' log has the same id."""
    headers = {"x-amzn-requestid": request_id or str(uuid4())}
    if error_type:
        headers["x-amzn-errortype"] = error_type
    return Response(orjson.dumps(body), status, headers, "application/json;charset=UTF-8")


def refuse(refused: RefusedRequest) -> Response:
    """The answer to a request that is not executed."""
    return respond(refused.body, refused.status, refused.error_type)


def event_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that resolvers receive, always without cookies."""
    return {name: value for name, value in headers.items() if name != "cookie"}
