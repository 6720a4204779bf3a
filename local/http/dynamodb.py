"""`/dynamodb`: the engine at a fixed address, for boto3 and other programs on this machine."""

from collections.abc import Callable, Iterator, Mapping
from uuid import uuid4

import orjson
import urllib3
from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from local.http.bodies import limited_body
from local.http.refusals import RefusedRequest

PATH = "/dynamodb"
MAX_BODY = 16 * 1024 * 1024
"""Bytes: DynamoDB's limit of a batch, and the most that Dynoxide takes."""
MAX_CALLS = 64
"""Calls to the engine at one time; more have to wait."""
READ_SECONDS = 60.0

_AT_ONCE = 1024 * 1024
"""Bytes; a larger answer is passed on in chunks."""
_CHUNK = 256 * 1024
_MAX_DISCARDED = 16 * MAX_BODY
_NOT_FOR_THE_ENGINE = {"host", "content-length", "expect"}
_NOT_FOR_THE_CLIENT = {"date", "server"}  # uvicorn sets its own
_OF_ONE_CONNECTION = {
    *("connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection"),
    *("te", "trailer", "transfer-encoding", "upgrade"),
}

Router = Callable[[str, bytes], str]
"""The address of the engine for a request, from its X-Amz-Target and its body."""


def dynamodb_routes(router: Router) -> list[Route]:
    """The route, with and without a slash: clients differ in what they append."""
    endpoint = _Endpoint(router)

    async def dynamodb(request: Request) -> Response:
        return await endpoint(request)

    return [Route(path, dynamodb, methods=["POST"]) for path in (PATH, f"{PATH}/")]


class _Endpoint:
    def __init__(self, router: Router) -> None:
        self._router = router
        self._calls = CapacityLimiter(MAX_CALLS)
        self._http = urllib3.PoolManager(
            maxsize=MAX_CALLS, retries=False, timeout=urllib3.Timeout(connect=2.0, read=READ_SECONDS)
        )

    async def __call__(self, request: Request) -> Response:
        receive = limited_body(request.headers, request.receive, MAX_BODY, _MAX_DISCARDED)
        try:
            body = await Request(request.scope, receive).body()
        except RefusedRequest as refused:
            return _error(refused.status, refused.error_type, f"A request may have {MAX_BODY:,} bytes.")
        url = self._router(request.headers.get("x-amz-target", ""), body)
        return await to_thread.run_sync(self._answer, url, body, dict(request.headers), limiter=self._calls)

    def _answer(self, url: str, body: bytes, headers: Mapping[str, str]) -> Response:
        """The engine's answer; an error if it is gone before a large part of the answer has arrived."""
        try:
            upstream = self._http.request(
                "POST",
                f"{url.rstrip('/')}/",
                body=body,
                headers=_passed_on(headers, _NOT_FOR_THE_ENGINE),
                preload_content=False,
                decode_content=False,
                redirect=False,
            )
            chunks = upstream.stream(_CHUNK, decode_content=False)
            first = b"".join(_until(_AT_ONCE, chunks))
        except urllib3.exceptions.HTTPError:
            return _error(503, "InternalServerError", "The database does not answer at the moment. Try again.")
        return _Passed(upstream, first, chunks, self._calls)


class _Passed(Response):
    """An answer that is passed on as it comes."""

    def __init__(
        self, upstream: urllib3.BaseHTTPResponse, first: bytes, rest: Iterator[bytes], calls: CapacityLimiter
    ) -> None:
        self.status_code = upstream.status
        self.background = None
        self.raw_headers = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in _passed_on(upstream.headers, _NOT_FOR_THE_CLIENT).items()
        ]
        self._upstream, self._first, self._rest, self._calls = upstream, first, rest, calls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        try:
            await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
            chunk = self._first
            while chunk:
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
                chunk = await to_thread.run_sync(next, self._rest, b"", limiter=self._calls)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except urllib3.exceptions.HTTPError:
            pass  # the engine is gone: an answer that does not end is an error for the client
        finally:
            self._upstream.close()  # nothing happens if it was read to its end: the connection is in use again


def _until(size: int, chunks: Iterator[bytes]) -> Iterator[bytes]:
    while size > 0 and (chunk := next(chunks, b"")):
        size -= len(chunk)
        yield chunk


def _passed_on(headers: Mapping[str, str], unless: set[str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() not in unless | _OF_ONE_CONNECTION}


def _error(status: int, kind: str, message: str) -> Response:
    """An error as DynamoDB answers it."""
    body = orjson.dumps({"__type": f"com.amazonaws.dynamodb.v20120810#{kind}", "message": message})
    return Response(body, status, {"x-amzn-requestid": str(uuid4())}, "application/x-amz-json-1.0")
