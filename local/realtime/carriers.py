"""Where a WebSocket client sends its authorization, since browsers cannot set headers."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

import orjson
from starlette.websockets import WebSocket

from local.http.refusals import bad_request
from local.http.sigv4 import Signed

SUBPROTOCOL = "graphql-ws"
NO_INIT = 4408
"""Closes a connection that does not introduce itself; the code is graphql-transport-ws's, AppSync's is not known."""
_PREFIX = "header-"


def carried_headers(socket: WebSocket) -> tuple[dict[str, str], Signed]:
    """The headers of a connection, from its query string, subprotocol or headers, and what their signature covers."""
    offered = [each for each in socket.scope.get("subprotocols", []) if each.startswith(_PREFIX)]
    encoded = socket.query_params.get("header") or (offered[0].removeprefix(_PREFIX) if offered else None)
    if encoded is None:
        return dict(socket.headers), Signed("GET", str(socket.url), b"")
    headers = lower_names(_decoded(encoded))
    return headers, Signed("POST", f"https://{headers.get('host', '')}/graphql/connect", b"{}")


def lower_names(headers: Any) -> dict[str, str]:
    """Headers by their names in lower case; anything else is left out."""
    if not isinstance(headers, Mapping):
        return {}
    return {name.lower(): value for name, value in headers.items() if isinstance(value, str)}


def _decoded(text: str) -> Any:
    """Base64 of both alphabets, padded or not."""
    try:
        data = base64.b64decode(text.translate(str.maketrans("-_ ", "+/+")) + "=" * (-len(text) % 4), validate=True)
        return orjson.loads(data)
    except (binascii.Error, ValueError):
        raise bad_request("The header is not JSON in base64.") from None
