"""A subscriber that speaks AppSync's real-time protocol, for tests that want to see what arrives."""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import websockets

from tests.serving import Server


class Watcher:
    """One subscription on a connection of its own."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    async def next(self, seconds: float = 10.0) -> Any:
        """The value of the subscription's field in the next message."""
        while True:
            message = json.loads(await asyncio.wait_for(self._socket.recv(), seconds))
            if message["type"] == "data":
                (value,) = message["payload"]["data"].values()
                return value
            assert message["type"] == "ka", message

    async def upto(self, count: int, seconds: float = 60.0) -> list[Any]:
        """So many messages, and whatever else comes in the moment after them."""
        found = [await self.next(seconds) for _ in range(count)]
        try:
            while True:
                found.append(await self.next(0.7))
        except TimeoutError:
            return found


@asynccontextmanager
async def watching(server: Server, subscription: str, token: str | None = None) -> AsyncIterator[Watcher]:
    """Subscribe with a token, or with the API key."""
    key = {"Authorization": token} if token else {"x-api-key": server.api_key}
    authorization = {"host": "127.0.0.1", **key}
    header = b64encode(json.dumps(authorization).encode()).decode()
    url = f"{server.realtime_url}?header={header}&payload=e30="
    async with websockets.connect(url, subprotocols=[websockets.Subprotocol("graphql-ws")]) as socket:
        await socket.send(json.dumps({"type": "connection_init"}))
        data = json.dumps({"query": subscription, "variables": {}})
        payload = {"data": data, "extensions": {"authorization": authorization}}
        await socket.send(json.dumps({"id": "1", "type": "start", "payload": payload}))
        while (message := json.loads(await asyncio.wait_for(socket.recv(), 10)))["type"] != "start_ack":
            assert message["type"] in {"connection_ack", "ka"}, message
        yield Watcher(socket)
