"""The bounded queue of messages to be sent on one connection."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from local.settings import Limits

_CLOSING_SECONDS = 1.0
TOO_SLOW = 1013


class Outbox:
    """A queue in front of a connection: a slow client does not delay others, and is dropped if it is too slow."""

    def __init__(self, socket: WebSocket, limits: Limits) -> None:
        self._socket = socket
        self._send_seconds = limits.send_seconds
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(limits.queued_messages)
        self._too_slow: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._closing = (1000, "")

    def put(self, text: str) -> None:
        """Send a text when its turn comes."""
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self._give_up()

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
            await asyncio.wait([*tasks, self._too_slow], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        if self._too_slow.done():
            self._closing = (TOO_SLOW, "Too slow")
        await self._close()
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
                raise result

    async def _send(self) -> None:
        while (text := await self._queue.get()) is not None:
            try:
                async with asyncio.timeout(self._send_seconds):
                    await self._socket.send_text(text)
            except TimeoutError:
                self._give_up()
                return

    def _give_up(self) -> None:
        if not self._too_slow.done():
            self._too_slow.set_result(None)

    async def _close(self) -> None:
        try:
            await asyncio.wait_for(self._socket.close(*self._closing), _CLOSING_SECONDS)
        except (RuntimeError, TimeoutError, WebSocketDisconnect):
            return  # the client has disconnected or stopped reading
