"""Requests are sent as botocore sends them: the same bytes, the same events, the same errors."""

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from botocore.awsrequest import AWSPreparedRequest, AWSResponse
from botocore.exceptions import ClientError, EndpointConnectionError

from loaders.dynamo import client as making
from loaders.dynamo.client import make_client
from loaders.dynamo.sending import LowerHeaders

QUERY = {"TableName": "t", "KeyConditionExpression": "a = :a", "ExpressionAttributeValues": {":a": {"S": "ä"}}}
EVENTS = (
    *("provide-client-params", "before-parameter-build", "before-call", "request-created", "choose-signer"),
    *("before-sign", "before-send", "before-parse", "response-received", "after-call"),
)
REFUSED = b'{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"no such table"}'

Told = list[tuple[str, frozenset[str]]]


class _Body:
    def __init__(self, said: bytes) -> None:
        self._said = said

    def stream(self) -> Iterator[bytes]:
        yield self._said


@pytest.fixture(params=["ours", "botocore's"])
def client(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    if request.param != "ours":
        monkeypatch.setattr(making, "use_our_sender", lambda *_: None)
    with closing(make_client("http://127.0.0.1:9", environ={})) as made:
        yield made


def _response(url: str, status: int, said: bytes) -> AWSResponse:
    headers: Any = {"Content-Length": str(len(said))}
    return AWSResponse(url, status, headers, _Body(said))


def _answering(client: Any, status: int, said: bytes) -> list[AWSPreparedRequest]:
    sent: list[AWSPreparedRequest] = []

    def answer(request: AWSPreparedRequest, **_: Any) -> AWSResponse:
        sent.append(request)
        return _response(request.url, status, said)

    client.meta.events.register("before-send.dynamodb", answer)
    return sent


def _noting(told: Told, event: str) -> Callable[..., None]:
    def note(**said: Any) -> None:
        told.append((event, frozenset(said)))

    return note


def test_every_event_of_a_call_is_told_in_botocores_order(client: Any) -> None:
    told: Told = []
    for event in (*EVENTS, "after-call-error"):
        client.meta.events.register_first(f"{event}.dynamodb.Query", _noting(told, event))
    _answering(client, 200, b'{"Items":[],"Count":0}')
    assert client.query(**QUERY)["Items"] == []
    assert tuple(event for event, _ in told) == EVENTS
    expected = {"before-send": {"request"}, "request-created": {"request", "operation_name"}}
    expected["response-received"] = {"response_dict", "parsed_response", "context", "exception"}
    expected["before-parse"] = {"operation_model", "response_dict", "customized_response_dict"}
    assert {event: said - {"event_name"} for event, said in told if event in expected} == expected


def test_the_same_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = _sent()
    with monkeypatch.context() as patch:
        patch.setattr(making, "use_our_sender", lambda *_: None)
        theirs = _sent()
    changing = {"authorization", "x-amz-date", "amz-sdk-invocation-id"}
    assert ours.keys() == theirs.keys() >= {*changing, "x-amz-target", "user-agent", "content-type", "amz-sdk-request"}
    assert {name: ours[name] for name in ours.keys() - changing} == {
        name: theirs[name] for name in theirs.keys() - changing
    }


def _sent() -> dict[str, str]:
    with closing(make_client("http://127.0.0.1:9", environ={})) as made:
        sent = _answering(made, 200, b'{"Items":[],"Count":0}')
        made.query(**QUERY)
    said: dict[str, Any] = {name.lower(): value for name, value in sent[0].headers.items()}
    said |= {"": f"{sent[0].method} {sent[0].url}", "body": sent[0].body}
    return {name: value.decode() if isinstance(value, bytes) else str(value) for name, value in said.items()}


def test_a_refusal_is_a_typed_error_with_what_it_says(client: Any) -> None:
    _answering(client, 400, REFUSED)
    with pytest.raises(client.exceptions.ResourceNotFoundException) as caught:
        client.query(**QUERY)
    assert isinstance(caught.value, ClientError)
    said: dict[str, Any] = {**caught.value.response}
    assert said["Error"] == {"Message": "no such table", "Code": "ResourceNotFoundException"}
    assert said["message"] == "no such table"
    assert said["ResponseMetadata"]["RetryAttempts"] == 0


def test_what_cannot_be_sent_is_told_and_raised(client: Any) -> None:
    told: Told = []
    client.meta.events.register("after-call-error.dynamodb.Query", _noting(told, "after-call-error"))
    with pytest.raises(EndpointConnectionError):
        client.query(**QUERY)
    assert [event for event, _ in told] == ["after-call-error"]


def test_a_handler_can_change_what_is_sent_and_where_to(client: Any) -> None:
    def change(request: Any, **_: Any) -> None:
        request.headers["X-Mine"] = "1"
        request.url = "http://127.0.0.1:10/"

    client.meta.events.register_first("request-created.dynamodb.Query", change)
    sent = _answering(client, 200, b'{"Items":[],"Count":0}')
    client.query(**QUERY)
    assert sent[0].url == "http://127.0.0.1:10/"
    assert sent[0].headers["x-mine"] == b"1"


def test_a_handler_can_answer_in_its_place(client: Any) -> None:
    client.meta.events.register(
        "before-call.dynamodb.Query",
        lambda **_: (_response("", 200, b""), {"Items": ["given"]}),
    )
    assert client.query(**QUERY)["Items"] == ["given"]


def test_headers_are_found_in_any_case() -> None:
    headers = LowerHeaders({"Content-Type": "a"})
    headers["X-One"] = "1"
    headers.update({"X-Two": "2"})
    headers.replace_header("CONTENT-TYPE", "b")
    assert headers["content-TYPE"] == headers.get("Content-type") == "b"
    assert "x-ONE" in headers
    assert headers["missing"] is None
    assert headers.setdefault("X-TWO", "3") == headers.pop("x-two") == "2"
    del headers["X-one"]
    del headers["never"]
    assert dict(headers) == {"content-type": "b"}
