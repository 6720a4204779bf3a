"""Limits the body of a request, however it is sent."""

from starlette.datastructures import Headers
from starlette.types import Message, Receive

from local.http.refusals import RefusedRequest

_MAX_DISCARDED = 16 * 1024 * 1024


def limited_body(headers: Headers, receive: Receive, most: int) -> Receive:
    """Receives like `receive`, but raises as soon as the body is longer than it may be."""
    length = headers.get("content-length", "")
    announced = int(length) if length.isascii() and length.isdigit() else 0
    received = 0

    async def receive_within_limit() -> Message:
        nonlocal received
        message: Message = {"type": "http.request", "more_body": True} if announced > most else await receive()
        received += len(message.get("body", b""))
        if max(announced, received) > most:
            if announced <= _MAX_DISCARDED:
                await _discard(message, receive)
            raise RefusedRequest(413, "RequestEntityTooLargeException", "Request entity too large")
        return message

    return receive_within_limit


async def _discard(message: Message, receive: Receive) -> None:
    """Read on, within reason: a client that is still sending would miss the answer."""
    discarded = 0
    while message["type"] == "http.request" and message.get("more_body") and discarded <= _MAX_DISCARDED:
        message = await receive()
        discarded += len(message.get("body", b""))
