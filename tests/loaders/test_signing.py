"""Requests to DynamoDB are signed here exactly as botocore would sign them."""

from random import Random
from typing import Any

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import NoCredentialsError

from loaders.dynamo.client import make_client
from loaders.dynamo.signing import OURS, DynamoSigner

URLS = (
    "https://dynamodb.eu-west-1.amazonaws.com",
    "https://dynamodb.eu-west-1.amazonaws.com/",
    "https://DynamoDB.eu-west-1.amazonaws.com:443/",
    "http://127.0.0.1:8000/",
    "http://[::1]:8000/",
    "http://user:secret@localhost:80/",
    "http://localhost:8000/dynamodb",
    "http://localhost:8000/?of=this",
)
HEADERS: tuple[dict[str, Any], ...] = (
    {},
    {"X-Amz-Target": "DynamoDB_20120810.Query", "Content-Type": "application/x-amz-json-1.0"},
    {"X-Amz-Target": "DynamoDB_20120810.Query", "User-Agent": "Boto3/1", "X-Spaced": "  two   words  "},
    {"Host": "elsewhere.example", "X-Amzn-Trace-Id": "Root=1", "traceparent": "00-1"},
    {"X-Amz-Content-SHA256": "0" * 64},
    {"Authorization": "an older one", "X-Amz-Date": "20000101T000000Z", "X-Amz-Security-Token": "an older one"},
)


def test_the_signature_is_that_of_botocore() -> None:
    rng = Random(4)
    for _ in range(300):
        request = _request(rng)
        credentials = Credentials(f"AKID{rng.random()}", f"secret{rng.random()}", rng.choice((None, "a token")))
        assert _signed_alike(request, credentials), request


def test_a_request_of_another_form_is_left_to_botocore() -> None:
    credentials = Credentials("AKID", "secret")
    for method, data in (("GET", b""), ("PUT", b"x"), ("POST", b""), ("POST", {"a": "b"}), ("POST", None)):
        assert _signed_alike({"method": method, "url": URLS[0], "data": data, "headers": {}}, credentials)


def test_a_request_without_credentials_is_refused() -> None:
    none: Any = None
    with pytest.raises(NoCredentialsError):
        DynamoSigner(none, "dynamodb", "eu-west-1").add_auth(AWSRequest("POST", URLS[0], {}, b""))


def test_new_credentials_sign_the_next_request() -> None:
    """A key is kept for a day; it must not outlive the secret that it was made of."""
    request = {"method": "POST", "url": URLS[0], "data": b"{}", "headers": {}}
    assert _signed_alike(request, Credentials("AKID", "first", "token"))
    assert _signed_alike(request, Credentials("AKID", "second", "another"))


def test_our_client_signs_here() -> None:
    client = make_client("http://127.0.0.1:1")
    seen: list[str] = []
    client.meta.events.register("before-sign.dynamodb", lambda signature_version, **_: seen.append(signature_version))
    client.meta.events.register("before-send.dynamodb", lambda **_: _raise())
    with pytest.raises(ConnectionError):
        client.list_tables()
    client.close()
    assert seen == [OURS]


def _raise() -> None:
    raise ConnectionError


def _request(rng: Random) -> dict[str, Any]:
    body = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
    return {"method": "POST", "url": rng.choice(URLS), "data": body, "headers": rng.choice(HEADERS)}


def _signed_alike(request: dict[str, Any], credentials: Credentials) -> bool:
    while True:
        ours, theirs = (_signed(kind, request, credentials) for kind in (DynamoSigner, SigV4Auth))
        if ours["X-Amz-Date"] == theirs["X-Amz-Date"]:  # otherwise a second has passed between the two
            return ours == theirs


def _signed(kind: type[SigV4Auth], request: dict[str, Any], credentials: Credentials) -> dict[str, str]:
    signed = AWSRequest(**{**request, "headers": dict(request["headers"])})
    kind(credentials, "dynamodb", "eu-west-1").add_auth(signed)
    return dict(signed.headers.items())
