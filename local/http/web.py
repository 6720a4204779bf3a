"""The routes of the server and their responses."""

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

from local.http.api import AppSyncApi
from local.http.callers import Caller, caller_of
from local.http.dynamodb import OriginRefused
from local.http.graphql_request import GraphqlRequest, from_body, from_parameters
from local.http.refusals import RefusedRequest
from local.http.sigv4 import Signed
from local.http.tokens import Tokens

ANSWER_HEADERS = ["x-amzn-requestid", "x-amzn-errortype"]


@dataclass
class GraphQLOverHttp:
    """`/graphql` for queries and mutations."""

    api: AppSyncApi
    tokens: Tokens

    async def __call__(self, request: Request) -> Response:
        """Answer a GET or a POST."""
        try:
            body = await self._body(request)
            caller = self._caller(request, body)
            asked = _asked(request, body, self.api.limits.body_bytes)
            request_id = str(uuid4())
            headers = event_headers(request.headers) | {"x-amzn-requestid": request_id}
            return respond(await self.api.answer(asked, caller, headers), request_id=request_id)
        except RefusedRequest as refused:
            return respond(refused.body, refused.status, refused.error_type)

    async def _body(self, request: Request) -> bytes:
        """The body, read only until it is clear that it is too large."""
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
    """The application; CORS allows browsers to call it from any origin."""
    cors = Middleware(
        CORSMiddleware,
        allow_origins=["*"],
        allow_methods=["GET", "POST"],
        allow_headers=["*"],
        expose_headers=ANSWER_HEADERS,
    )
    return Starlette(routes=routes, middleware=[Middleware(OriginRefused), cors], **options)


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


def event_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers that resolvers receive, always without cookies."""
    return {name: value for name, value in headers.items() if name != "cookie"}


def _asked(request: Request, body: bytes, most_bytes: int) -> GraphqlRequest:
    if request.method == "GET":
        return from_parameters(request.query_params)
    return from_body(body, most_bytes)
