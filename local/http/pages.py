"""Pages for browsers in addition to the API: the page at `/`, GraphiQL, their settings, tokens and pictures."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from loaders.dynamo.store import Store
from local.http.doors import TOKEN
from local.http.picture_pages import picture_routes
from local.http.token_requests import token_route
from local.http.tokens import Tokens
from local.http.web import respond
from local.settings import API_KEY

Endpoint = Callable[[Request], Awaitable[Response]]
_BUILT = Path(__file__).parents[2] / "build"
PAGE, GRAPHIQL = _BUILT / "page", _BUILT / "graphiql"


def page_routes(tokens: Tokens, store: Store, mints: bool = True) -> list[BaseRoute]:
    """The routes of all pages."""
    config = _config(mints)
    return [
        Route("/config.json", config),
        Route("/graphiql/config.json", config),
        token_route(tokens, mints),
        *picture_routes(store),
        _built("/graphiql", GRAPHIQL),
        _built("/", PAGE),
    ]


def _built(path: str, folder: Path) -> BaseRoute:
    """What was built into a folder; without it, how to build it."""
    if (folder / "index.html").is_file():
        return Mount(path, _Fresh(directory=folder, html=True))
    return Route(path, _not_built)


class _Fresh(StaticFiles):
    """Files that browsers must revalidate: a rebuild changes them without changing their names."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = "no-cache"
        return response


def _config(mints: bool) -> Endpoint:
    async def config(request: Request) -> Response:
        """The settings of the pages for this server."""
        here = str(request.base_url).rstrip("/")
        realtime = here.replace("http", "ws", 1)
        return respond(
            {
                "endpoint": f"{here}/graphql",
                "realtime": f"{realtime}/graphql/realtime",
                "apiKey": API_KEY,
                "tokenUrl": f"{here}{TOKEN}" if mints else None,
                "picturesUrl": f"{here}/pictures",
            }
        )

    return config


async def _not_built(_: Request) -> Response:
    return PlainTextResponse("This page is not built: run `make serve`. The API is at /graphql.", 404)
