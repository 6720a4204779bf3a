"""The address of the storage: passes requests on to MiniStack or to the recognisers, which start with the first one.

MiniStack has addresses of its own that ask for no signature (`/_ministack/reset` forgets everything); they stay closed,
and so does everything for pages that found another name for this machine. Nothing else passes unless it is signed with
the key of the storage (`signatures.py`); only a browser's question whether it may upload has none. One connection
carries one request, so that each of them is looked at.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any
from xml.sax.saxutils import escape

from local.loopback import is_loopback, is_loopback_url
from local.services.signatures import StorageKey, StorageRequest, refusal_of

MAX_HEAD = 64 * 1024
HEAD_SECONDS = 60.0
MAX_BODY = 4 * 1024 * 1024
"""Bytes of a request whose body is signed itself: messages of queues, which have 1 MB at most."""
_CHUNK = 256 * 1024
_REQUEST = re.compile(rb"([A-Z]+) (/[^ \r\n]*) HTTP/1\.[01]\r\n")
_HEADER = re.compile(rb"^([^\s:]+):[ \t]*([^\r\n]*)\r\n", re.MULTILINE)
_AMBIGUOUS = re.compile(rb"(?<!\r)\n|\r(?!\n)|\n[ \t]|[^\x20-\x7e\r\n\t\x80-\xff]")
"""What servers read in different ways: lines that end in half, lines that go on, and control characters."""
_RECOGNISERS = ("Textract.", "RekognitionService.")

Address = tuple[str, int]
Upstream = Callable[[bool], Awaitable[Address]]
"""The address of MiniStack or, if asked for, of the recognisers; waits until they are there."""


class StorageAway(Exception):
    """The storage cannot be used; the message says why."""


class _Refused(Exception):
    def __init__(self, status: str, message: str, origin: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.readers = {"access-control-allow-origin": origin} if is_loopback_url(origin) else {}
        """Lets a page of this machine read why its upload was refused."""


class Front:
    """The server at the address."""

    def __init__(self, upstream: Upstream, key: StorageKey) -> None:
        self._upstream, self._key = upstream, key

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take one request."""
        try:
            await self._pass_on(reader, writer)
        except _Refused as refused:
            await _refuse(writer, refused.status, str(refused), refused.readers)
        except StorageAway as away:
            await _refuse(writer, "503 Service Unavailable", str(away))
        except (OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            pass  # one of the two went away
        finally:
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        request = _checked(head)
        is_recognition = (request.value_of("x-amz-target") or "").startswith(_RECOGNISERS)
        host, port = await self._upstream(is_recognition)
        # The recognisers verify signatures themselves.
        body = b"" if is_recognition else await self._verified(request, reader)
        there, back = await asyncio.open_connection(host, port)
        try:
            back.write(_for_one_request(head) + body)
            await _first(_pump(reader, back), _pump(there, writer))
        finally:
            back.close()

    async def _verified(self, request: StorageRequest, reader: asyncio.StreamReader) -> bytes:
        """What was read of the body to verify the signature of a request."""
        if request.method == "OPTIONS":
            return b""
        body = await _body(request, reader) if request.needs_body else b""
        refusal = refusal_of(self._key, request, body)
        if refusal:
            raise _Refused("403 Forbidden", refusal, request.value_of("origin") or "")
        return body


async def _body(request: StorageRequest, reader: asyncio.StreamReader) -> bytes:
    length = request.value_of("content-length") or "0"
    if not length.isdecimal() or int(length) > MAX_BODY:
        raise _Refused("413 Content Too Large", f"A request that signs its body may have {MAX_BODY:,} bytes.")
    async with asyncio.timeout(HEAD_SECONDS):
        return await reader.readexactly(int(length))


def _checked(head: bytes) -> StorageRequest:
    """The head of a request that may pass if it is signed."""
    request = _REQUEST.match(head)
    if not request or _AMBIGUOUS.search(head):
        raise _Refused("400 Bad Request", "This is no request.")
    lines = _HEADER.findall(head, request.end() - 2)
    headers = [(name.decode("latin-1").lower(), value.decode("latin-1").strip()) for name, value in lines]
    hosts = [value for name, value in headers if name == "host"]
    if len(hosts) != 1 or not is_loopback(hosts[0]):
        raise _Refused("403 Forbidden", "This server answers only to the names of this machine.")
    if request[2].startswith((b"/_", b"/health", b"/%5F", b"/%5f", b"//")):
        raise _Refused("403 Forbidden", "This address is closed.")
    return StorageRequest(request[1].decode(), request[2].decode("latin-1"), headers)


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


async def _refuse(
    writer: asyncio.StreamWriter, status: str, message: str, more: Mapping[str, str] = MappingProxyType({})
) -> None:
    body = f"<Error><Code>{status[4:].replace(' ', '')}</Code><Message>{escape(message)}</Message></Error>".encode()
    headers = {"content-type": "application/xml", "content-length": str(len(body)), "connection": "close", **more}
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
    with suppress(OSError):
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()
