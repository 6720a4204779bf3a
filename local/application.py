"""The application that `make serve` runs: every route, and what starts and stops with the server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.types import Lifespan

from loaders.dynamo.store import Store
from local.data.folder import explained
from local.engine.scalars import read_schema
from local.http.api import AppSyncApi
from local.http.dynamodb import Router, dynamodb_routes
from local.http.pages import page_routes
from local.http.status import status_routes
from local.http.tokens import Tokens
from local.http.web import graphql_route, make_web
from local.lambdas.function import Function
from local.lambdas.process import EnvironmentLost
from local.lambdas.upkeep import Upkeep
from local.realtime.hub import Hub
from local.realtime.routes import realtime_routes
from local.services.storage import UploadStorage
from local.settings import Settings
from local.streams.watcher import StreamWatcher

SCHEMA = Path(__file__).parent.parent / "schema.graphql"
Tell = Callable[[str], None]


@dataclass(frozen=True)
class ServerParts:
    """What the application is made of."""

    settings: Settings
    store: Store
    engine_url: str
    functions: Sequence[Function]
    """Read, then write."""
    watcher: StreamWatcher
    tell: Tell
    router: Router | None
    """Which engine answers a request to `/dynamodb`; None where the tables are not on this machine."""
    storage: UploadStorage | None = None
    """Where uploads go, unless that is elsewhere."""

    @property
    def all_functions(self) -> list[Function]:
        """Those that run our code, the workers' too."""
        return [*self.functions, *([self.storage.workers] if self.storage else [])]


def application(parts: ServerParts, announce: Callable[[], None]) -> Starlette:
    """All routes; `announce` is called once requests can be answered."""
    settings, (read, write) = parts.settings, parts.functions
    sdl = SCHEMA.read_text()
    schema = read_schema(sdl)
    hub = Hub(schema, settings.limits)
    api = AppSyncApi(schema, read, write, settings.limits, hub)
    with explained(settings.data_dir):
        tokens = Tokens.kept_in(settings.data_dir)
    routes = [
        graphql_route(api, tokens),
        *realtime_routes(api, tokens, hub),
        *(dynamodb_routes(parts.router) if parts.router else []),
        *status_routes(parts.engine_url, parts.functions, api.stats, sdl),
        *page_routes(tokens, parts.store, settings.mints_tokens),
    ]
    return make_web(routes, settings, lifespan=_lifespan(parts, announce))


def _lifespan(parts: ServerParts, announce: Callable[[], None]) -> Lifespan[Starlette]:
    upkeep = Upkeep(parts.all_functions, parts.watcher.restart, parts.tell)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(upkeep.run())
        try:
            await asyncio.gather(*(_start(each, parts.tell) for each in parts.functions), parts.watcher.start())
            if parts.storage:
                await parts.storage.start(upkeep.renew)
            announce()
            yield
        finally:
            task.cancel()
            parts.watcher.close()
            if parts.storage:
                await parts.storage.close()
            for each in parts.functions:
                each.close()

    return lifespan


async def _start(function: Function, tell: Tell) -> None:
    """Start the first environment. If it cannot start, each request tries again, and gets the reason."""
    try:
        await function.start()
    except EnvironmentLost as lost:
        tell(str(lost))
