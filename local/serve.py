"""`make serve`: the engine, the tables, the sample data, the Lambda functions and the server, started and stopped."""

import errno
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any

import uvicorn
from starlette.applications import Starlette

from loaders.dynamo.client import ENDPOINT_VARIABLE, table_names
from loaders.dynamo.loopback import is_on_this_machine
from loaders.dynamo.store import Store
from local.application import ServerParts, application
from local.banner import banner
from local.data.engines import Engine, kept_engine
from local.data.folder import ENGINE, LOGS, explained, held
from local.data.prepare import prepare_tables
from local.data.proxies import bypass_proxies
from local.failures import CannotServe
from local.http.dynamodb import Router
from local.lambdas.function import Extras, Function
from local.services.storage import AWAY_VARIABLE, WORKER_MODULE, UploadStorage
from local.settings import Settings
from local.streams.watcher import StreamWatcher

LONGEST_WEBSOCKET_MESSAGE = 1024 * 1024
KEPT_SECONDS = 75
"""How long an idle connection is kept open for the next request."""
PING_SECONDS = 20.0
"""How often a WebSocket must show that its client is still there."""
Tell = Callable[[str], None]


def serve(settings: Settings, tell: Tell) -> None:
    """Serve until interrupted."""
    signal.signal(signal.SIGTERM, _stop)
    with ExitStack() as stack:
        listener = stack.enter_context(_listener(settings.port))
        stack.enter_context(held(settings.data_dir))
        engine = stack.enter_context(_engine(settings, tell))
        stack.enter_context(_findable(engine, settings.data_dir))
        store = stack.enter_context(Store.open())
        prepare_tables(store, settings.data_dir, tell, sample=settings.sample, engine_url=engine.url)
        log = stack.enter_context(_log(settings))
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        os.environ.setdefault("PICTURES_HOME", url)
        router, environ = stack.enter_context(_router(settings, engine, url, tell))
        environ, extras = dict(environ), Extras()
        watcher = StreamWatcher(f"{url}/graphql", settings.data_dir, log, environ)
        functions = [Function(name, environ, log=log, extras=extras) for name in ("read", "write")]
        workers = Function("workers", environ, log=log, extras=extras, module=WORKER_MODULE)
        storage = _storage(settings, environ, workers, tell)
        parts = ServerParts(settings, store, engine.url, functions, watcher, tell, router, storage)
        web = application(parts, lambda: tell(banner(url, engine, settings)))
        uvicorn.Server(_config(web)).run(sockets=[listener])


def _storage(settings: Settings, environ: dict[str, str], workers: Function, tell: Tell) -> UploadStorage | None:
    """The storage for uploads; None where the environment names another, or the tables are not ours."""
    if not settings.uploads:
        environ[AWAY_VARIABLE] = "Uploads are switched off (UPLOADS=0)."
    if not settings.uploads or settings.engine_url or environ.get("DOCUMENTS_BUCKET"):
        return None
    return UploadStorage(settings.data_dir, environ, workers, tell, settings.allowed_origins)


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
def _engine(settings: Settings, tell: Tell) -> Iterator[Engine]:
    if settings.engine_url:
        if settings.gsi_lag_ms and not is_on_this_machine(settings.engine_url):
            raise CannotServe("GSI_LAG_MS needs tables on this machine: unset it, or TESSERA_DYNAMODB_URL")
        yield Engine("given", settings.engine_url)
        return
    with kept_engine(settings.data_dir, settings.engine, tell) as engine:
        bypass_proxies(engine.url)
        yield engine


@contextmanager
def _router(
    settings: Settings, engine: Engine, url: str, tell: Tell
) -> Iterator[tuple[Router | None, Mapping[str, str]]]:
    """The engine behind `/dynamodb`, and the environment of the functions, for which indexes lag too."""
    if not is_on_this_machine(engine.url):
        yield None, os.environ
        return
    if not settings.gsi_lag_ms:
        yield lambda _target, _body: engine.url, os.environ
        return
    from local.lag.indexes import NoStream, lagging_upstream  # noqa: PLC0415  rarely needed, and memory is counted

    tell("Copying the tables, so that their indexes can lag")
    try:
        with lagging_upstream(engine, settings.gsi_lag_ms / 1000, table_names().values()) as router:
            yield router, {**os.environ, ENDPOINT_VARIABLE: f"{url}/dynamodb"}
    except NoStream as error:
        raise CannotServe(str(error)) from None


@contextmanager
def _findable(engine: Engine, folder: Path) -> Iterator[None]:
    """Say where the engine is: to what we start, and to `python -m local load`."""
    os.environ[ENDPOINT_VARIABLE] = engine.url
    note = folder / ENGINE
    with explained(folder):
        note.write_text(json.dumps({"url": engine.url}))
    try:
        yield
    finally:
        note.unlink(missing_ok=True)  # another program may have the address next


@contextmanager
def _log(settings: Settings) -> Iterator[IO[bytes]]:
    if settings.verbose:
        yield sys.stderr.buffer
        return
    with explained(settings.data_dir):
        folder = settings.data_dir / LOGS
        folder.mkdir(exist_ok=True)
        log = (folder / "lambda.log").open("ab")
    with log:
        yield log
