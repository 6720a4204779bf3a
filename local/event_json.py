"""Events as JSON, as AppSync sends them and Lambda's runtime reads them.

Whole numbers of any length survive, where orjson has 64 bits, and so do halves of surrogate pairs, which orjson
refuses: what to say to a client that sends them is for the function to decide.
"""

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
    if _LONG_NUMBER.search(payload):
        return json.loads(payload)
    try:
        return orjson.loads(payload)
    except orjson.JSONDecodeError:
        return json.loads(payload)
