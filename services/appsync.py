"""The client of AppSync for the publisher: signed requests over persistent connections."""

import os
from urllib.parse import urlsplit

import orjson
import urllib3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.session import get_session

URL_VARIABLE = "TESSERA_GRAPHQL_URL"
SECONDS = 10.0
CONNECTIONS = 8

_SERVER_ERROR = 500
_PASSING = {401, 403, 408, 425, 429}
"""Statuses that are not caused by the message: a permission is missing, or we must wait."""
_PASSING_TYPES = {"ExecutionTimeout", "InternalFailure", "Throttled", "Unauthorized", "UnauthorizedException"}
_OK = 200


class TemporaryFailure(Exception):
    """The message may succeed later."""


class MessageRefused(Exception):
    """This message will never succeed; the text is the reason."""


class AppSync:
    """The API that messages are sent to."""

    def __init__(self, url: str | None = None, credentials: Credentials | None = None) -> None:
        self._url = url or os.environ[URL_VARIABLE]
        self._credentials = credentials
        self._session = get_session()
        self._region = self._session.get_config_variable("region") or "us-east-1"
        self._pool = urllib3.PoolManager(maxsize=CONNECTIONS, block=True, retries=False, timeout=SECONDS)

    def send(self, body: bytes) -> None:
        """Call a mutation; `body` is the request as JSON."""
        headers = self._signed(body)
        try:
            response = self._pool.request("POST", self._url, body=body, headers=headers)
        except urllib3.exceptions.HTTPError as error:
            raise TemporaryFailure(f"AppSync did not answer: {type(error).__name__}") from error
        if response.status >= _SERVER_ERROR or response.status in _PASSING:
            raise TemporaryFailure(f"AppSync answered {response.status}")
        self._check(response.status, response.data)

    def close(self) -> None:
        """Close the connections."""
        self._pool.clear()

    def _signed(self, body: bytes) -> dict[str, str]:
        credentials = self._credentials or self._session.get_credentials()
        if credentials is None:
            raise TemporaryFailure("there are no credentials to sign with")
        headers = {"content-type": "application/json", "host": urlsplit(self._url).netloc}
        request = AWSRequest("POST", self._url, headers=headers, data=body)
        SigV4Auth(credentials.get_frozen_credentials(), "appsync", self._region).add_auth(request)
        return dict(request.headers.items())

    @staticmethod
    def _check(status: int, body: bytes) -> None:
        try:
            errors = orjson.loads(body).get("errors") or []
        except (ValueError, AttributeError):
            raise TemporaryFailure("AppSync's answer is not a JSON object") from None
        if any(each.get("errorType") in _PASSING_TYPES for each in errors):
            raise TemporaryFailure(str(errors[0].get("message")))
        if errors or status != _OK:
            said = "; ".join(str(each.get("message")) for each in errors) or f"status {status}"
            raise MessageRefused(said)
