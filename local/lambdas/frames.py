"""Messages between the server and its Lambda environments: a length, then that many bytes."""

import asyncio
import struct
from typing import Protocol

TIMEOUT_SECONDS = 30.0
"""How long an environment may work on an event; it knows this too, as in Lambda."""

_LENGTH = struct.Struct(">I")


class Stream(Protocol):
    """The interface of an environment's end of the connection."""

    def read(self, size: int, /) -> bytes: ...
    def write(self, data: bytes, /) -> int: ...
    def flush(self) -> None: ...


async def read_frame(reader: asyncio.StreamReader) -> bytes:
    """The next message, on the server's side."""
    (size,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
    return await reader.readexactly(size)


async def write_frame(writer: asyncio.StreamWriter, message: bytes) -> None:
    """Send a message from the server's side."""
    writer.write(_LENGTH.pack(len(message)))
    writer.write(message)
    await writer.drain()


def receive_frame(stream: Stream) -> bytes | None:
    """The next message, on the environment's side; None when the server is gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (size,) = _LENGTH.unpack(head)
    return stream.read(size)


def send_frames(stream: Stream, *messages: bytes) -> None:
    """Send messages from the environment's side."""
    for message in messages:
        stream.write(_LENGTH.pack(len(message)))
        stream.write(message)
    stream.flush()
