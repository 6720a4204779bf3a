"""AppSync's real-time protocol: one subscription on a connection of its own."""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cli.api import ApiClient
from cli.failures import ApiAway, refused

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

OPEN_SECONDS = 10.0
QUIET_SECONDS = 75.0
"""AppSync says at least once a minute that it is still there."""
_PROTOCOL = "graphql-ws"


class ConnectionLost(Exception):
    """Messages may have been missed from now on."""


class LiveMessages:
    """The messages of one subscription."""

    def __init__(self, socket: "ClientConnection") -> None:
        self._socket = socket

    def next(self, seconds: float = QUIET_SECONDS) -> Any:
        """The value of the field in the next message. Silence for so many seconds means that the connection is dead."""
        while True:
            message = _received(self._socket, seconds)
            if message is None:
                raise ConnectionLost("quiet")
            if message["type"] == "data":
                (value,) = message["payload"]["data"].values()
                return value
            if message["type"] == "error":
                raise refused(message["payload"]["errors"])


@contextmanager
def subscribed(api: ApiClient, query: str, variables: Mapping[str, Any]) -> Iterator[LiveMessages]:
    """Subscribe; what changes from here on arrives. A connection that cannot be made is `ConnectionLost` too."""
    from websockets.exceptions import WebSocketException  # noqa: PLC0415  only live views need it
    from websockets.sync.client import connect  # noqa: PLC0415
    from websockets.typing import Subprotocol  # noqa: PLC0415

    given = {name: value for name, value in variables.items() if value is not None}
    data = json.dumps({"query": query, "variables": given})
    header = b64encode(json.dumps(_authorization(api, b"{}", "/connect")).encode()).decode()
    address = f"{realtime_url(api.url)}?header={header}&payload=e30="
    try:
        with connect(address, subprotocols=[Subprotocol(_PROTOCOL)], open_timeout=OPEN_SECONDS, proxy=None) as socket:
            payload = {"data": data, "extensions": {"authorization": _authorization(api, data.encode(), "")}}
            _say(socket, {"type": "connection_init"})
            _wait_for(socket, "connection_ack")
            _say(socket, {"id": "1", "type": "start", "payload": payload})
            _wait_for(socket, "start_ack")
            yield LiveMessages(socket)
    except (OSError, WebSocketException, TimeoutError) as error:
        raise ConnectionLost(type(error).__name__) from None


def realtime_url(url: str) -> str:
    """Where subscriptions are, for AppSync's own addresses and for those with a domain of their own."""
    parts = urlsplit(url)
    scheme = "ws" if parts.scheme == "http" else "wss"
    if ".appsync-api." in parts.netloc:
        return f"{scheme}://{parts.netloc.replace('.appsync-api.', '.appsync-realtime-api.')}{parts.path}"
    return f"{scheme}://{parts.netloc}{parts.path}/realtime"


def _authorization(api: ApiClient, body: bytes, path: str) -> dict[str, str]:
    """The headers of the request that opens the connection or the subscription, which the protocol carries inside."""
    return {"host": urlsplit(api.url).netloc, **api.headers(body, api.url + path)}


def _say(socket: "ClientConnection", message: Mapping[str, Any]) -> None:
    socket.send(json.dumps(message))


def _wait_for(socket: "ClientConnection", kind: str) -> None:
    while message := _received(socket, OPEN_SECONDS):
        if message["type"] == kind:
            return
        if message["type"] in {"error", "connection_error"}:
            raise refused(message["payload"]["errors"])
    raise ApiAway("The real-time address", f"there was no {kind}")


def _received(socket: "ClientConnection", seconds: float) -> dict[str, Any] | None:
    from websockets.exceptions import ConnectionClosed  # noqa: PLC0415

    try:
        message: dict[str, Any] = json.loads(socket.recv(timeout=seconds))
    except TimeoutError:
        return None
    except (ConnectionClosed, OSError):
        raise ConnectionLost("closed") from None
    return message
