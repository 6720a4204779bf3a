"""Pages for browsers in addition to the API: GraphiQL, its settings, tokens and pictures."""

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
GRAPHIQL = Path(__file__).parents[2] / "build" / "graphiql"


def page_routes(tokens: Tokens, store: Store, mints: bool = True) -> list[BaseRoute]:
    """The routes of all pages."""
    routes: list[BaseRoute] = [
        Route("/config.json", _config(mints)),
        token_route(tokens, mints),
        *picture_routes(store),
    ]
    if (GRAPHIQL / "index.html").is_file():
        routes.append(Mount("/", _Fresh(directory=GRAPHIQL, html=True)))
    else:
        routes.append(Route("/", _without_graphiql))
    return routes


class _Fresh(StaticFiles):
    """Files that browsers must revalidate: a rebuild changes them without changing their names."""

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers["cache-control"] = "no-cache"
        return response


def _config(mints: bool) -> Endpoint:
    async def config(request: Request) -> Response:
        """The settings of GraphiQL for this server."""
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


async def _without_graphiql(_: Request) -> Response:
    return PlainTextResponse("GraphiQL is not built: run `make serve`. The API is at /graphql.", 404)
