"""Amplify's AppSync simulator, an AppSync that is not ours, with our Lambda behind it."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from infra.wiring import NONE, wires
from resolvers import app
from resolvers.routing.routes import routes
from tests.infra.conftest import ROOT
from tests.infra.ministack import Deployed
from tests.resolvers.conftest import FakeContext

PACKAGES = ROOT / "build" / "simulator"
PROGRAM = ROOT / "tests" / "infra" / "amplify" / "simulator.mjs"
KEY = "da2-simulated"


class Lambda(BaseHTTPRequestHandler):
    """Our handler, one event at a time as in Lambda."""

    def do_POST(self) -> None:
        event = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = json.dumps(app.handler(event, FakeContext())).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing: the answers are what is looked at."""


@contextmanager
def simulating(node: str, log: Path) -> Iterator[Deployed]:
    """The simulator for as long as it is needed, on this machine alone."""
    if not (PACKAGES / "node_modules").exists():
        pytest.skip("needs build/simulator, which `make build/simulator/.ready` sets up")
    command = [node, str(PROGRAM), str(PACKAGES)]
    with _lambda() as url, log.open("w") as said:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, text=True)
        with process:
            assert process.stdin
            assert process.stdout
            process.stdin.write(json.dumps(_settings(url)) + "\n")
            process.stdin.flush()
            address = process.stdout.readline().strip()
            assert address, log.read_text()
            drain = threading.Thread(target=process.stdout.read)
            drain.start()
            yield Deployed(address, KEY)
            process.stdin.close()
            drain.join()


@contextmanager
def _lambda() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Lambda) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def _settings(url: str) -> dict[str, Any]:
    """Every field that a Lambda answers. What is published reaches subscribers, who are no part of this."""
    fields = [
        {"type": wire.type_name, "field": wire.field_name, "isBatched": routes()[wire.id].is_batched}
        for wire in wires()
        if wire.source != NONE
    ]
    return {"schema": (ROOT / "schema.graphql").read_text(), "key": KEY, "lambda": url, "fields": fields}
