"""HTTP answers prepared beforehand, given to botocore in place of what the network would bring."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any
from zlib import crc32

import orjson
from botocore.awsrequest import AWSResponse


class _Raw(BytesIO):
    """A body, as botocore wants to read it."""

    def stream(self) -> Iterator[bytes]:
        yield self.getvalue()


def http_answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> AWSResponse:
    """DynamoDB's answer with this body: bytes as they are, anything else as JSON."""
    content = body if isinstance(body, bytes) else orjson.dumps(body)
    said: Any = {"content-length": str(len(content)), "x-amz-crc32": str(crc32(content)), "x-amzn-requestid": "R1"}
    said.update(headers or {})
    return AWSResponse("http://localhost/", status, said, _Raw(content))


def give(client: Any, *answers: AWSResponse | Exception) -> list[Any]:
    """Let a client have these answers, one after the other; what it sent is in the list that comes back."""
    waiting, sent = iter(answers), list[Any]()

    def answer(request: Any, **_: Any) -> AWSResponse:
        sent.append(request)
        given = next(waiting)
        if isinstance(given, Exception):
            raise given
        return given

    client.meta.events.register("before-send.dynamodb", answer)
    return sent
