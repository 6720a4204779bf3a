"""An environment that starts at once and does what its events say, for tests of how environments are used."""

import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

import orjson

from local.lambdas.frames import receive_frame, send_frames


def main(descriptor: int) -> None:
    if "BROKEN" in os.environ:
        raise RuntimeError(os.environ["BROKEN"])
    while "SLOW_START" in os.environ and Path(os.environ["SLOW_START"]).exists():
        time.sleep(0.01)
    with socket.socket(fileno=descriptor) as connection, connection.makefile("rwb") as stream:
        send_frames(stream, b"ready")
        while (payload := receive_frame(stream)) is not None:
            answer = {"pid": os.getpid(), "event": do(orjson.loads(payload))}
            send_frames(stream, orjson.dumps({"failed": False, "milliseconds": 0.0, "cost": {}}), orjson.dumps(answer))


def do(event: Any) -> Any:
    """Wait as long as the file of the event is there."""
    while "while" in event and Path(event["while"]).exists():
        time.sleep(0.01)
    return event.get("name")


if __name__ == "__main__":
    main(int(sys.argv[1]))
