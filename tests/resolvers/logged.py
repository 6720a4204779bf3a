"""What the Lambda logs."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from resolvers import app

COMMON = {"level", "location", "message", "timestamp", "service", "correlation_id"}
ALWAYS = {"field", "caller", "ids", "milliseconds", "requests", "read_units", "write_units"}
ERROR = {"error_type", "error_message", "errors"}


class Lines:
    """What is logged meanwhile."""

    def __init__(self, stream: StringIO) -> None:
        self._stream = stream

    def take(self) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self._stream.getvalue().splitlines()]
        self._stream.seek(0)
        self._stream.truncate()
        return lines

    def take_one(self) -> dict[str, Any]:
        (line,) = self.take()
        return line


@contextmanager
def logged() -> Iterator[Lines]:
    """The lines that the Lambda logs in this context."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(app.logger.registered_formatter)
    logger = logging.getLogger("tessera")
    logger.addHandler(handler)
    try:
        yield Lines(stream)
    finally:
        logger.removeHandler(handler)
