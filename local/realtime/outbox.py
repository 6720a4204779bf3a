"""The bounded queue of messages to be sent on one connection."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

_CLOSING_SECONDS = 1.0
TOO_SLOW = 1013


class Outbox:
    """A queue in front of a connection: a slow client does not delay others, and is dropped if it is too slow."""

    def __init__(self, socket: WebSocket, most: int) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(most)
        self._overfull: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._closing = (1000, "")

    def put(self, text: str) -> None:
        """Send a text when its turn comes."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            if not self._overfull.done():
                self._overfull.set_result(None)

    def put_json(self, message: dict[str, Any]) -> None:
        self.put(orjson.dumps(message).decode())

    def finish(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection after what is already waiting."""
        self._closing = (code, reason)
        try:
            self._queue.put_nowait(None)
        except asyncio.QueueFull:
            self.put("")

    async def work(self, listen: Coroutine[Any, Any, None]) -> None:
        """Send and listen until one side closes the connection."""
        tasks = [asyncio.create_task(self._send()), asyncio.create_task(listen)]
        try:
            await asyncio.wait([*tasks, self._overfull], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        if self._overfull.done():
            self._closing = (TOO_SLOW, "Too slow")
        await self._close()
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                raise result

    async def _send(self) -> None:
        while (text := await self._queue.get()) is not None:
            await self._socket.send_text(text)

    async def _close(self) -> None:
        try:
            await asyncio.wait_for(self._socket.close(*self._closing), _CLOSING_SECONDS)
        except (RuntimeError, TimeoutError, WebSocketDisconnect):
            return  # the client has disconnected or stopped reading
