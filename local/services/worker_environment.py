"""A Lambda environment for workers: each event names the worker whose handler is called."""

import os
import socket
import sys
import time
from importlib import import_module

import orjson

from local.lambdas.context import LambdaContext, described
from local.lambdas.frames import receive_frame, send_frames


def main(descriptor: int) -> None:
    """Handle events until the server is gone."""
    import_module("workers.document_processor")  # the first message need not wait for what all of them import
    with socket.socket(fileno=descriptor) as connection, connection.makefile("rwb") as stream:
        send_frames(stream, b"ready")
        os.dup2(sys.stdout.fileno(), sys.stderr.fileno())  # until here the server kept it, to tell why we do not start
        while (payload := receive_frame(stream)) is not None:
            began = time.perf_counter()
            answer, failed = _answer(payload)
            account = {"failed": failed, "milliseconds": (time.perf_counter() - began) * 1000, "cost": {}}
            send_frames(stream, orjson.dumps(account), answer)


def _answer(payload: bytes) -> tuple[bytes, bool]:
    told = orjson.loads(payload)
    try:
        handler = import_module(f"workers.{told['worker']}").handler
        return orjson.dumps(handler(told["event"], LambdaContext(told["worker"]))), False
    except Exception as error:  # noqa: BLE001  Lambda reports every error
        return described(error), True


if __name__ == "__main__":
    main(int(sys.argv[1]))
