"""Addresses for tools: `/healthz` for supervisors, `/stats` for people, `/schema.graphql` for code generators."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from local.engine.comments import comments_as_descriptions
from local.engine.scalars import PRELUDE
from local.http.stats import Stats
from local.http.web import respond
from local.lambdas.function import Function

ENGINE_SECONDS = 2.0
"""How long the engine may take to answer before it counts as out of reach."""


def status_routes(engine_url: str, functions: Sequence[Function], stats: Stats, sdl: str) -> list[BaseRoute]:
    """The routes of all of them."""
    return [
        Route("/healthz", _health(engine_url, functions, time.monotonic)),
        Route("/stats", _stats(stats)),
        Route("/schema.graphql", _schema(sdl)),
    ]


def generator_schema(sdl: str) -> str:
    """The schema as code generators need it: AppSync's scalars and directives declared, comments as descriptions."""
    return f"{PRELUDE.strip()}\n\n{comments_as_descriptions(sdl)}"


async def answers(url: str, seconds: float = ENGINE_SECONDS) -> bool:
    """Whether anything at this address answers HTTP: every engine answers `GET /`, if only with an error."""
    parts = urlsplit(url)
    is_safe = parts.scheme == "https"
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection(
                parts.hostname, parts.port or (443 if is_safe else 80), ssl=is_safe or None
            )
            try:
                writer.write(f"GET / HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode())
                return (await reader.readline()).startswith(b"HTTP/")
            finally:
                writer.close()
    except (OSError, TimeoutError, ValueError):
        return False


def _health(engine_url: str, functions: Sequence[Function], clock: Callable[[], float]) -> Any:
    began = clock()

    async def health(_: Request) -> Response:
        is_reachable = await answers(engine_url)
        told: Mapping[str, Any] = {
            "status": "ok" if is_reachable else "unavailable",
            "engine": {"reachable": is_reachable},
            "environments": {function.name: function.counts for function in functions},
            "uptimeSeconds": round(clock() - began, 1),
        }
        return respond(told, 200 if is_reachable else 503)

    return health


def _stats(stats: Stats) -> Any:
    async def show(request: Request) -> Response:
        if "text/html" in request.headers.get("accept", ""):
            return HTMLResponse(stats.page())
        return respond({"fields": stats.rows()})

    return show


def _schema(sdl: str) -> Any:
    text = generator_schema(sdl)

    async def schema(_: Request) -> Response:
        return PlainTextResponse(text)

    return schema
