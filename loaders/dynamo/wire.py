"""Parses DynamoDB's answers in one pass, directly into plain Python values.

botocore parses every answer with the json module, walks it along its model and returns AttributeValues that have to
be walked again. Here the four reads are parsed with orjson and decoded in place, which takes a third of the CPU time
or less. botocore allows its parser to be replaced, so signing, endpoints and typed errors stay as they are; every
other operation, and every error, goes through botocore's own parser.

In the answer to a read, everything that DynamoDB sends as AttributeValues is plain: items, LastEvaluatedKey and the
keys in UnprocessedKeys. `entities.attributes.encode_item` encodes them for sending again.

botocore does not count the bytes that it receives, and treats malformed JSON as an empty answer. A truncated answer
would then look like a short list, so length, checksum and item count are checked here, for all operations.
"""

from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import Decimal
from typing import Any
from zlib import crc32

import orjson
from botocore.parsers import JSONParser, ResponseParser, ResponseParserError, ResponseParserFactory

from entities.attributes import Record, number

_FIRST_ERROR = 300

_as_sent: ContextVar[bool] = ContextVar("as_sent", default=False)


@contextmanager
def items_as_sent() -> Iterator[None]:
    """In this context items stay as DynamoDB sends them: their reader knows which of their attributes it needs."""
    token = _as_sent.set(True)
    try:
        yield
    finally:
        _as_sent.reset(token)


class WireParserFactory(ResponseParserFactory):
    """Gives botocore our parser for the protocol that DynamoDB speaks."""

    def __init__(self) -> None:
        super().__init__()
        self._parser = WireParser()

    def create_parser(self, protocol_name: str) -> ResponseParser:
        return self._parser if protocol_name == "json" else super().create_parser(protocol_name)


class WireParser(JSONParser):
    """botocore's parser, except for the answers to the four reads."""

    def parse(self, response: Any, shape: Any) -> Any:
        """The answer as a dict; a truncated answer is an error."""
        _check_whole(response)
        if response["status_code"] >= _FIRST_ERROR:
            return super().parse(response, shape)
        answer = _parse_json(response["body"])
        plain = _PLAIN.get(shape.name)
        if plain is None:
            return super().parse(response, shape)
        try:
            plain(answer)
        except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
            raise ResponseParserError("an answer that is not of DynamoDB's form") from error
        answer["ResponseMetadata"] = _metadata(response)
        return answer


def decode_in_place(item: dict[str, Any]) -> Record:
    """Replace the AttributeValues of a parsed item by plain values, the same that `attributes.decode` returns."""
    for name, value in item.items():
        kind, raw = value.popitem()
        # The three common types are decoded inline, because function calls take most of the time here.
        if kind == "S":
            item[name] = raw
        elif kind == "N":
            if raw.isdigit():
                item[name] = int(raw)
            else:
                fraction = float(raw)
                item[name] = number(raw) if fraction.is_integer() else fraction
        elif kind == "M":
            item[name] = decode_in_place(raw)
        else:
            item[name] = _DECODERS[kind](raw)
    return item


def _decode_list(raw: list[dict[str, Any]]) -> list[Any]:
    return [_DECODERS[kind](value) for each in raw for kind, value in each.items()]


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "S": str,
    "N": number,
    "M": decode_in_place,
    "L": _decode_list,
    "BOOL": bool,
    "NULL": lambda _: None,
    "SS": set,
    "NS": lambda raw: {number(text) for text in raw},
    "B": b64decode,
    "BS": lambda raw: {b64decode(each) for each in raw},
}


def _exact_key(key: Mapping[str, Mapping[str, Any]]) -> Record:
    """A key to continue from. A number that a float would round stays a Decimal, or the next page could be wrong."""
    return {name: _exact(*next(iter(value.items()))) for name, value in key.items()}


def _exact(kind: str, raw: str) -> Any:
    if kind == "N":
        value = number(raw)
        exact = Decimal(raw)
        return value if Decimal(repr(value)) == exact else exact
    return b64decode(raw) if kind == "B" else raw


def _plain_page(answer: dict[str, Any]) -> None:
    items = answer.get("Items")
    if items is not None and answer.get("Count", len(items)) != len(items):
        raise ValueError("fewer items than were counted")
    for item in () if _as_sent.get() else items or ():  # a request for only a count returns none
        decode_in_place(item)
    last = answer.pop("LastEvaluatedKey", None)
    if last:
        answer["LastEvaluatedKey"] = _exact_key(last)


def _plain_item(answer: dict[str, Any]) -> None:
    item = answer.pop("Item", None)
    if item:
        answer["Item"] = item if _as_sent.get() else decode_in_place(item)


def _plain_batch(answer: dict[str, Any]) -> None:
    for items in answer.setdefault("Responses", {}).values():
        for item in () if _as_sent.get() else items:
            decode_in_place(item)
    for unread in (answer.get("UnprocessedKeys") or {}).values():
        unread["Keys"] = [_exact_key(key) for key in unread["Keys"]]


_PLAIN: dict[str, Callable[[dict[str, Any]], None]] = {
    "QueryOutput": _plain_page,
    "GetItemOutput": _plain_item,
    "BatchGetItemOutput": _plain_batch,
}


def _check_whole(response: Any) -> None:
    """Compare the body with the length and checksum in the headers, if there are any."""
    body, headers = response["body"], response["headers"]
    length = headers.get("content-length")
    if length is not None and int(length) != len(body):
        raise ResponseParserError("an answer that was cut short")
    checksum = headers.get("x-amz-crc32")
    if checksum is not None and int(checksum) != crc32(body):
        raise ResponseParserError("an answer with a wrong checksum")


def _parse_json(body: bytes) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise ResponseParserError("an answer that is not JSON") from error
    return answer


def _metadata(response: Any) -> dict[str, Any]:
    headers = response["headers"]  # of any case
    return {
        "RequestId": headers.get("x-amzn-requestid"),
        "HTTPStatusCode": response["status_code"],
        "HTTPHeaders": headers,
        "Bytes": len(response["body"]),
    }
