"""The API over HTTP, as an ASGI application: `POST /graphql`, and nothing else.

Web pages from elsewhere get nothing: a body must be `application/json`, which browsers send to strangers only after
asking, and no answer says that they may. A page whose name was made to point at this machine sends that name as `Host`.
"""

from collections.abc import Collection
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL

from resolvers.in_process.host import Host
from resolvers.in_process.operation_context import OperationContext
from resolvers.in_process.schema import planned_schema

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def application(host: Host, names: Collection[str] = LOOPBACK) -> Starlette:
    """The application; `names` are the hosts that it answers to, and "*" is any. `caller_of` gets the request."""
    guard = Middleware(TrustedHostMiddleware, allowed_hosts=list(names), www_redirect=False)
    return Starlette(routes=[Route("/graphql", _Door(host), methods=["POST"])], middleware=[guard])


class _Door(GraphQL[OperationContext, None]):
    def __init__(self, host: Host) -> None:
        super().__init__(planned_schema(), graphql_ide=None, allow_queries_via_get=False)
        self._host = host

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Any:  # noqa: ARG002
        return await self._host.operation(request)
