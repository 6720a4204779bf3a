"""A Lambda environment: receives one event after the other from the server and runs the handler."""

import os
import socket
import sys
import time
from typing import Any

import orjson

from loaders.dynamo.store import Store
from local.event_json import read_event
from local.lambdas.context import LambdaContext, described
from local.lambdas.frames import Stream, receive_frame, send_frames
from resolvers import app
from resolvers.routing.routes import routes


class Costs:
    """The costs of an event, sent to the server along with the answer."""

    def __init__(self) -> None:
        self.total: dict[str, Any] = {}
        self.clear()

    def clear(self) -> None:
        self.total = {"requests": 0, "readUnits": 0.0, "writeUnits": 0.0, "plan": []}

    def add(self, route: Any, request: Any) -> None:
        """The handler's observer."""
        meter = request.session.meter
        self.total["requests"] += meter.requests
        self.total["readUnits"] += meter.read_units
        self.total["writeUnits"] += meter.write_units
        self.total["plan"] += [
            {
                "field": route.key,
                "operation": read.operation,
                "table": read.table,
                "index": read.index,
                "range": read.range,
                "items": read.items,
                "units": read.units,
            }
            for read in meter.reads
        ]


def main(descriptor: int, name: str) -> None:
    """Handle events until the server is gone."""
    costs = Costs()
    app.parts.store = Store.open()
    app.parts.observe = costs.add
    with socket.socket(fileno=descriptor) as connection, connection.makefile("rwb") as stream:
        send_frames(stream, b"ready")
        os.dup2(sys.stdout.fileno(), sys.stderr.fileno())  # until here the server kept it, to tell why we do not start
        _serve(stream, name, costs)


def _serve(stream: Stream, name: str, costs: Costs) -> None:
    while (payload := receive_frame(stream)) is not None:
        costs.clear()
        began = time.perf_counter()
        answer, failed = _answer(payload, name)
        milliseconds = (time.perf_counter() - began) * 1000
        account = {"failed": failed, "milliseconds": milliseconds, "cost": costs.total}
        send_frames(stream, orjson.dumps(account), answer)


def _answer(payload: bytes, name: str) -> tuple[bytes, bool]:
    event = read_event(payload)
    try:
        _load(event)
    except Exception as error:  # noqa: BLE001  in AWS, where all code is loaded at the start, no environment would
        account = {"errorMessage": f"Unable to import module: {type(error).__name__}: {error}"}
        return orjson.dumps({**account, "errorType": "Runtime.ImportModuleError"}), True
    try:
        return orjson.dumps(app.handler(event, LambdaContext(name))), False
    except Exception as error:  # noqa: BLE001  Lambda reports every error
        return described(error), True


def _load(event: Any) -> None:
    """Import the code of a field; what is broken there has nothing to do with the request."""
    info = (event[0] if isinstance(event, list) and event else event or {}).get("info") or {}
    route = routes().get(f"{info.get('parentTypeName')}.{info.get('fieldName')}")
    if route and not route.is_publish:
        route.load()


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
