"""Limits the body of a request, however it is sent."""

from starlette.datastructures import Headers
from starlette.types import Message, Receive

from local.http.refusals import RefusedRequest

_MAX_DISCARDED = 16 * 1024 * 1024


def limited_body(headers: Headers, receive: Receive, most: int, max_discarded: int = _MAX_DISCARDED) -> Receive:
    """Receives like `receive`, but raises as soon as the body is longer than it may be.

    What is left of it is read and thrown away first, within reason: few clients read an answer while they are sending.
    """
    length = headers.get("content-length", "")
    announced = int(length) if length.isascii() and length.isdigit() else 0
    received = 0

    async def receive_within_limit() -> Message:
        nonlocal received
        message: Message = {"type": "http.request", "more_body": True} if announced > most else await receive()
        received += len(message.get("body", b""))
        if max(announced, received) > most:
            if announced <= max_discarded:
                await _discard(message, receive, max_discarded)
            raise RefusedRequest(413, "RequestEntityTooLargeException", "Request entity too large")
        return message

    return receive_within_limit


async def _discard(message: Message, receive: Receive, most: int) -> None:
    discarded = 0
    while message["type"] == "http.request" and message.get("more_body") and discarded <= most:
        message = await receive()
        discarded += len(message.get("body", b""))
