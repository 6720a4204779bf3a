"""A web application on a port of its own, in this process."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import uvicorn
from starlette.applications import Starlette

from local.data.process import free_port


@contextmanager
def listening(app: Starlette, **options: Any) -> Iterator[int]:
    """Serve an application, with uvicorn's options; gives its port."""
    port = free_port()
    config = uvicorn.Config(app, port=port, log_level="warning", timeout_graceful_shutdown=1, **options)
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.005)
    try:
        yield port
    finally:
        server.should_exit = True
        thread.join(10)
