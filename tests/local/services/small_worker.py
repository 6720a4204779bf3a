"""An environment in the place of the workers', whose messages say what becomes of them."""

import json
import os
import socket
import sys
import time
from typing import Any

import orjson

from local.lambdas.frames import receive_frame, send_frames


def main(descriptor: int) -> None:
    with socket.socket(fileno=descriptor) as connection, connection.makefile("rwb") as stream:
        send_frames(stream, b"ready")
        while (payload := receive_frame(stream)) is not None:
            answer = handle(orjson.loads(payload))
            send_frames(stream, orjson.dumps({"failed": False, "milliseconds": 0.0, "cost": {}}), orjson.dumps(answer))


def handle(told: dict[str, Any]) -> dict[str, Any]:
    """Write down what came; fail what says so; die where one says so."""
    failed = []
    for record in told["event"].get("Records", []):
        body = json.loads(record["body"])
        with open(os.environ["SEEN"], "a") as seen:  # noqa: PTH123
            seen.write(json.dumps({"worker": told["worker"], "count": len(told["event"]["Records"]), **record}) + "\n")
        if body.get("dies"):
            os._exit(1)
        time.sleep(body.get("sleeps", 0))
        if body.get("fails"):
            failed.append({"itemIdentifier": record["messageId"]})
    return {"batchItemFailures": failed}


if __name__ == "__main__":
    main(int(sys.argv[1]))
