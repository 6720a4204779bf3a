"""The addresses of the server, and what is sent back from each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import orjson
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from local.server.api import Api
from local.server.asked import Asked, from_body, from_parameters
from local.server.callers import Caller, caller_of
from local.server.refusals import Refused
from local.server.sigv4 import Signed
from local.server.tokens import Tokens

ANSWER_HEADERS = ["x-amzn-requestid", "x-amzn-errortype"]


@dataclass
class GraphQLOverHttp:
    """`/graphql` for requests that want one answer."""

    api: Api
    tokens: Tokens

    async def __call__(self, request: Request) -> Response:
        """Answer a GET or a POST."""
        try:
            body = await self._body(request)
            caller = self._caller(request, body)
            asked = _asked(request, body, self.api.limits.body_bytes)
            return respond(await self.api.answer(asked, caller, event_headers(request.headers)))
        except Refused as refused:
            return respond(refused.body, refused.status, refused.error_type)

    async def _body(self, request: Request) -> bytes:
        """As much of the body as is needed to know that it is too large."""
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > self.api.limits.body_bytes:
                break
        return body

    def _caller(self, request: Request, body: bytes) -> Caller:
        signed = Signed(request.method, str(request.url), body)
        return caller_of(request.headers, self.tokens, signed, request.client.host if request.client else "")


def make_web(routes: list[BaseRoute], **options: Any) -> Starlette:
    """The application; browsers may call it from anywhere."""
    cors = Middleware(
        CORSMiddleware,
        allow_origins=["*"],
        allow_methods=["GET", "POST"],
        allow_headers=["*"],
        expose_headers=ANSWER_HEADERS,
    )
    return Starlette(routes=routes, middleware=[cors], **options)


def graphql_route(api: Api, tokens: Tokens) -> Route:
    endpoint = GraphQLOverHttp(api, tokens)

    async def graphql(request: Request) -> Response:
        return await endpoint(request)

    return Route("/graphql", graphql, methods=["GET", "POST"])


def respond(body: Any, status: int = 200, error_type: str | None = None) -> Response:
    """JSON, with the headers that AppSync adds."""
    headers = {"x-amzn-requestid": str(uuid4())}
    if error_type:
        headers["x-amzn-errortype"] = error_type
    return Response(orjson.dumps(body), status, headers, "application/json;charset=UTF-8")


def event_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """What resolvers are told of the headers; cookies are never among it."""
    return {name: value for name, value in headers.items() if name != "cookie"}


def _asked(request: Request, body: bytes, most_bytes: int) -> Asked:
    if request.method == "GET":
        return from_parameters(request.query_params)
    return from_body(body, most_bytes)
