"""Events as JSON. Whole numbers of any length survive, as they do between AppSync and Lambda; orjson has 64 bits."""

import json
import re
from typing import Any

import orjson

_LONG_NUMBER = re.compile(rb"\d{19}")


def write_event(event: Any) -> bytes:
    """The event as it is sent."""
    try:
        return orjson.dumps(event)
    except TypeError:
        return json.dumps(event).encode()


def read_event(payload: bytes) -> Any:
    """The event as the function gets it."""
    return json.loads(payload) if _LONG_NUMBER.search(payload) else orjson.loads(payload)
