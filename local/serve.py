"""`make serve`: the engine, the tables, the sample data, the Lambda functions and the server, started and stopped."""

import asyncio
import errno
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import IO, Any

import uvicorn
from starlette.applications import Starlette

from loaders.dynamo.client import ENDPOINT_VARIABLE
from loaders.dynamo.store import Store
from local.banner import banner
from local.data.engines import Engine, kept_engine
from local.data.folder import ENGINE, held
from local.data.prepare import prepare_tables
from local.engine.scalars import read_schema
from local.http.api import AppSyncApi
from local.http.pages import page_routes
from local.http.tokens import Tokens
from local.http.web import graphql_route, make_web
from local.lambdas.function import Function
from local.realtime.hub import Hub
from local.realtime.routes import realtime_routes
from local.settings import Settings
from local.streams.watcher import StreamWatcher

SCHEMA = Path(__file__).parent.parent / "schema.graphql"
LONGEST_WEBSOCKET_MESSAGE = 1024 * 1024
KEPT_SECONDS = 75
"""How long an idle connection is kept open for the next request."""
PING_SECONDS = 20.0
"""How often a WebSocket must show that its client is still there."""
Tell = Callable[[str], None]


class CannotServe(Exception):
    """The server cannot start; the message says why, and what to do."""


def serve(settings: Settings, tell: Tell) -> None:
    """Serve until interrupted."""
    signal.signal(signal.SIGTERM, _stop)
    with ExitStack() as stack:
        listener = stack.enter_context(_listener(settings.port))
        stack.enter_context(held(settings.data_dir))
        engine = stack.enter_context(_engine(settings))
        os.environ[ENDPOINT_VARIABLE] = engine.url
        (settings.data_dir / ENGINE).write_text(json.dumps({"url": engine.url}))
        store = stack.enter_context(Store.open())
        prepare_tables(store, settings.data_dir, tell, sample=settings.sample, engine_url=engine.url)
        log = stack.enter_context(_log(settings))
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        watcher = StreamWatcher(f"{url}/graphql", settings.data_dir, log)
        web = _web(settings, store, log, watcher, lambda: tell(banner(url, engine, settings)))
        uvicorn.Server(_config(web)).run(sockets=[listener])


def _config(web: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        web,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=KEPT_SECONDS,
        ws_max_size=LONGEST_WEBSOCKET_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
    )


def _web(
    settings: Settings, store: Store, log: IO[bytes], watcher: StreamWatcher, announce: Callable[[], None]
) -> Starlette:
    read, write = (Function(name, os.environ, log=log) for name in ("read", "write"))
    schema = read_schema(SCHEMA.read_text())
    hub = Hub(schema, settings.limits)
    api = AppSyncApi(schema, read, write, settings.limits, hub)
    tokens = Tokens.kept_in(settings.data_dir)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            await asyncio.gather(read.start(), write.start(), watcher.start())
            announce()
            yield
        finally:
            watcher.close()
            read.close()
            write.close()

    pages = page_routes(tokens, store, settings.mints_tokens)
    routes = [graphql_route(api, tokens), *realtime_routes(api, tokens, hub), *pages]
    return make_web(routes, settings, lifespan=lifespan)


def _stop(*_: Any) -> None:
    """Exit normally, so that everything that was started is stopped."""
    sys.exit(0)


@contextmanager
def _listener(port: int) -> Iterator[socket.socket]:
    # asyncio sends small packets without delay (40 ms each) only where the protocol is named.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                raise
            reason = "is in use" if error.errno == errno.EADDRINUSE else "cannot be used"
            raise CannotServe(f"Port {port} {reason}. Choose another: `make serve PORT=8001`") from None
        yield listener


@contextmanager
def _engine(settings: Settings) -> Iterator[Engine]:
    if settings.engine_url:
        yield Engine("given", settings.engine_url)
        return
    with kept_engine(settings.data_dir) as engine:
        yield engine


@contextmanager
def _log(settings: Settings) -> Iterator[IO[bytes]]:
    if settings.verbose:
        yield sys.stderr.buffer
        return
    folder = settings.data_dir / "logs"
    folder.mkdir(exist_ok=True)
    with (folder / "lambda.log").open("ab") as log:
        yield log
