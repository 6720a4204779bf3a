"""Pages for browsers in addition to the API: GraphiQL, its settings, tokens and pictures."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from loaders.dynamo.store import Store
from local.http.picture_pages import picture_routes
from local.http.refusals import bad_request
from local.http.tokens import Tokens
from local.http.web import respond
from local.settings import API_KEY, CLIENT_ID

GRAPHIQL = Path(__file__).parents[2] / "build" / "graphiql"


def page_routes(tokens: Tokens, store: Store) -> list[BaseRoute]:
    """The routes of all pages."""
    routes: list[BaseRoute] = [
        Route("/config.json", _config),
        Route("/token", _minter(tokens), methods=["POST"]),
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


async def _config(request: Request) -> Response:
    """The settings of GraphiQL for this server."""
    here = str(request.base_url).rstrip("/")
    realtime = here.replace("http", "ws", 1)
    return respond(
        {
            "endpoint": f"{here}/graphql",
            "realtime": f"{realtime}/graphql/realtime",
            "apiKey": API_KEY,
            "tokenUrl": f"{here}/token",
            "picturesUrl": f"{here}/pictures",
        }
    )


def _minter(tokens: Tokens) -> Callable[[Request], Awaitable[Response]]:
    async def mint(request: Request) -> Response:
        """Issue a token to any caller: the server is only for this machine."""
        try:
            asked = orjson.loads(await request.body())
            username, groups = asked["username"], asked.get("groups") or []
            client_id = asked.get("clientId") or CLIENT_ID
            if not all(isinstance(each, str) and each for each in (username, client_id, *groups)):
                raise TypeError  # noqa: TRY301  the same answer as for missing fields
        except (ValueError, KeyError, TypeError, AttributeError):
            refused = bad_request('Send {"username": "...", "groups": ["viewers"]}.')
            return respond(refused.body, refused.status, refused.error_type)
        return respond({"token": tokens.mint(username, groups, client_id)})

    return mint


async def _without_graphiql(_: Request) -> Response:
    return PlainTextResponse("GraphiQL is not built: run `make serve`. The API is at /graphql.", 404)
