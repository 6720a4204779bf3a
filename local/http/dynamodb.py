"""`/dynamodb`: DynamoDB's protocol at a fixed address, for programs that use the same tables."""

from collections.abc import Callable

import urllib3
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

Upstream = Callable[[str, bytes], str]
"""The address of the engine for a request, by its target (`DynamoDB_20120810.Query`) and its body."""

_SENT = ("authorization", "content-type", "x-amz-date", "x-amz-security-token", "x-amz-target")
_RETURNED = ("content-type", "x-amz-crc32", "x-amzn-requestid")


def dynamodb_routes(upstream: Upstream) -> list[BaseRoute]:
    """The routes that pass requests on to the engine."""
    pool = urllib3.PoolManager(maxsize=50, retries=False, timeout=30)

    def forward(headers: dict[str, str], body: bytes) -> Response:
        url = upstream(headers.get("x-amz-target", ""), body)
        answer = pool.request("POST", url, body=body, headers=headers)
        returned = {name: answer.headers[name] for name in _RETURNED if name in answer.headers}
        return Response(answer.data, answer.status, returned)

    async def dynamodb(request: Request) -> Response:
        headers = {name: value for name, value in request.headers.items() if name in _SENT}
        return await run_in_threadpool(forward, headers, await request.body())

    return [Route(path, dynamodb, methods=["POST"]) for path in ("/dynamodb", "/dynamodb/")]
