"""The addresses of pictures: drawn with their labels, plain, under the stored keys, and a page that shows them all."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from loaders.dynamo.store import Store
from loaders.errors import BadCursor
from local.http.gallery import gallery
from local.http.pictures import picture_at, stored_picture

STORED_FOLDERS = ("raw", "assets")
"""The folders of the stored S3 keys, as all known writers name them."""

_Endpoint = Callable[[Request], Awaitable[Response]]


def picture_routes(store: Store) -> list[BaseRoute]:
    """The routes of all pictures. What lies under a stored key is the picture itself, which has no labels on it."""
    stored = _drawing(lambda request: stored_picture(store, request.url.path.lstrip("/")))
    return [
        Route("/pictures", _index(store)),
        Route("/pictures/", _index(store)),
        Route("/pictures/{path:path}", _drawing(lambda request: _chosen(store, request))),
        *(Route(f"/{folder}/{{name:path}}", stored) for folder in STORED_FOLDERS),
    ]


def _chosen(store: Store, request: Request) -> str | None:
    is_plain = request.query_params.get("plain", "0") not in {"", "0", "false"}
    return picture_at(store, request.path_params["path"], is_plain=is_plain)


def _drawing(draw: Callable[[Request], str | None]) -> _Endpoint:
    async def respond_with_picture(request: Request) -> Response:
        drawn = await asyncio.to_thread(draw, request)
        if drawn is None:
            return PlainTextResponse("There is no such picture. All pictures are listed at /pictures.", 404)
        return Response(drawn, media_type="image/svg+xml")

    return respond_with_picture


def _index(store: Store) -> _Endpoint:
    async def respond_with_page(request: Request) -> Response:
        try:
            page = await asyncio.to_thread(gallery, store, request.query_params.get("after"))
        except BadCursor:
            return PlainTextResponse("There is no such page. The first one is at /pictures.", 400)
        return HTMLResponse(page)

    return respond_with_page
