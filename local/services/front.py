"""The address of the storage: passes requests on to MiniStack or to the recognisers, which start with the first one.

MiniStack has addresses of its own that ask for no signature (`/_ministack/reset` forgets everything); they stay closed,
and so does everything for pages that found another name for this machine. One connection carries one request, so that
each of them is looked at.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from local.loopback import is_loopback

MAX_HEAD = 64 * 1024
HEAD_SECONDS = 60.0
_CHUNK = 256 * 1024
_REQUEST = re.compile(rb"([A-Z]+) (/[^ \r\n]*) HTTP/1\.[01]\r\n")
_HEADER = re.compile(rb"^([A-Za-z0-9-]+):[ \t]*([^\r\n]*)\r\n", re.MULTILINE)
_RECOGNISERS = (b"Textract.", b"RekognitionService.")

Address = tuple[str, int]
Upstream = Callable[[bool], Awaitable[Address]]
"""The address of MiniStack or, if asked for, of the recognisers; waits until they are there."""


class StorageAway(Exception):
    """The storage cannot be used; the message says why."""


class _Refused(Exception):
    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status = status


class Front:
    """The server at the address."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request."""
        try:
            await self._pass_on(reader, writer)
        except _Refused as refused:
            await _refuse(writer, refused.status, str(refused))
        except StorageAway as away:
            await _refuse(writer, "503 Service Unavailable", str(away))
        except (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            pass  # one of the two went away
        finally:
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        headers = _checked(head)
        is_recognition = headers.get(b"x-amz-target", b"").startswith(_RECOGNISERS)
        host, port = await self._upstream(is_recognition)
        there, back = await asyncio.open_connection(host, port)
        try:
            back.write(_for_one_request(head))
            await _first(_pump(reader, back), _pump(there, writer))
        finally:
            back.close()


def _checked(head: bytes) -> dict[bytes, bytes]:
    """The headers of a request that may pass."""
    request = _REQUEST.match(head)
    if not request:
        raise _Refused("400 Bad Request", "This is no request.")
    headers = [(name.lower(), value) for name, value in _HEADER.findall(head, request.end() - 2)]
    hosts = [value.decode("latin-1").strip() for name, value in headers if name == b"host"]
    if len(hosts) != 1 or not is_loopback(hosts[0]):
        raise _Refused("403 Forbidden", "This server answers only to the names of this machine.")
    if request[2].startswith((b"/_", b"/health", b"/%5F", b"/%5f", b"//")):
        raise _Refused("403 Forbidden", "This address is closed.")
    return dict(headers)


def _for_one_request(head: bytes) -> bytes:
    """The same head, which asks that the connection be closed after the answer."""
    kept = re.sub(rb"(?im)^(connection|keep-alive):[^\r\n]*\r\n", b"", head)
    return kept[:-2] + b"Connection: close\r\n\r\n"


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await source.read(_CHUNK):
            target.write(chunk)
            await target.drain()


async def _first(*work: Coroutine[Any, Any, None]) -> None:
    """Whichever ends first ends the other: the answer is complete, or the client is gone."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _refuse(writer: asyncio.StreamWriter, status: str, message: str) -> None:
    body = f"<Error><Code>{status[4:].replace(' ', '')}</Code><Message>{message}</Message></Error>".encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/xml\r\ncontent-length: {len(body)}\r\nconnection: close"
    with suppress(OSError):
        writer.write(head.encode() + b"\r\n\r\n" + body)
        await writer.drain()
