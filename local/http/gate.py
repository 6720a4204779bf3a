"""In front of every route: who is let in, what browsers are told about it, and how long a body may be."""

from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from local.http.bodies import limited_body
from local.http.doors import DYNAMODB, Doors
from local.http.refusals import RefusedRequest

ANSWER_HEADERS = ("x-amzn-requestid", "x-amzn-errortype")
MAX_PATH_BYTES = 2000
"""Parts of paths become keys, and DynamoDB's are not much longer."""
_PREFLIGHT_SECONDS = "600"
_ALWAYS = {
    "content-security-policy": "frame-ancestors 'self'",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
}


class Gate:
    """The middleware."""

    def __init__(
        self, app: ASGIApp, doors: Doors, body_bytes: int, refuse: Callable[[RefusedRequest], Response]
    ) -> None:
        self._app = app
        self._doors = doors
        self._body_bytes = body_bytes
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._doors.check(scope)
        except RefusedRequest as refused:
            await WebSocket(scope, receive, send).send_denial_response(self._refuse(refused))
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        send = self._with_headers(headers, send)
        try:
            self._doors.check(scope)
            _check_length(scope["path"])
        except RefusedRequest as refused:
            await self._refuse(refused)(scope, receive, send)
            return
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers and "origin" in headers:
            await _preflight(headers)(scope, receive, send)
            return
        if not scope["path"].startswith(DYNAMODB):  # its batches are larger, and it refuses too large ones itself
            receive = limited_body(headers, receive, self._body_bytes)
        await self._app(scope, receive, send)

    def _with_headers(self, headers: Headers, send: Send) -> Send:
        origin, is_for_a_page = headers.get("origin"), self._doors.is_for_a_page(headers)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in _ALWAYS.items():
                    told.setdefault(name, value)
                told.add_vary_header("Origin, Referer")
                told["cross-origin-resource-policy"] = "cross-origin" if is_for_a_page else "same-origin"
                if origin and self._doors.trusts(origin):
                    told["access-control-allow-origin"] = origin
                    told["access-control-allow-credentials"] = "true"
                    told["access-control-expose-headers"] = ", ".join(ANSWER_HEADERS)
            await send(message)

        return send_with_headers


def _check_length(path: str) -> None:
    if len(path.encode()) > MAX_PATH_BYTES:
        raise RefusedRequest(414, "RequestUriTooLongException", f"A path has {MAX_PATH_BYTES:,} bytes at most.")


def _preflight(headers: Headers) -> Response:
    """What a browser asks before it lets a page of another origin send a request."""
    told = {
        "access-control-allow-methods": "GET, HEAD, POST",
        "access-control-allow-headers": headers.get("access-control-request-headers", ""),
        "access-control-max-age": _PREFLIGHT_SECONDS,
    }
    if "access-control-request-private-network" in headers:
        told["access-control-allow-private-network"] = "true"
    return Response(status_code=204, headers=told)
