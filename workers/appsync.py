"""AppSync as the publisher calls it: signed requests over connections that are kept."""

import os
from urllib.parse import urlsplit

import orjson
import urllib3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.session import get_session

from workers.messages import Message

URL_VARIABLE = "TESSERA_GRAPHQL_URL"
SECONDS = 10.0
CONNECTIONS = 8

_SERVER_ERROR = 500
_PASSING = {401, 403, 408, 425, 429}
"""Not our message's fault: somebody must mend a permission, or we must wait."""
_PASSING_TYPES = {"ExecutionTimeout", "InternalFailure", "Throttled", "Unauthorized", "UnauthorizedException"}
_OK = 200


class Passing(Exception):
    """The message may well get through later."""


class Refused(Exception):
    """This message will never get through; the text says why."""


class AppSync:
    """The API that messages are sent to."""

    def __init__(self, url: str | None = None, credentials: Credentials | None = None) -> None:
        self._url = url or os.environ[URL_VARIABLE]
        self._credentials = credentials
        self._session = get_session()
        self._region = self._session.get_config_variable("region") or "us-east-1"
        self._pool = urllib3.PoolManager(maxsize=CONNECTIONS, block=True, retries=False, timeout=SECONDS)

    def send(self, message: Message) -> None:
        """Call the mutation of a message."""
        headers = self._signed(message.body)
        try:
            response = self._pool.request("POST", self._url, body=message.body, headers=headers)
        except urllib3.exceptions.HTTPError as error:
            raise Passing(f"AppSync did not answer: {type(error).__name__}") from error
        if response.status >= _SERVER_ERROR or response.status in _PASSING:
            raise Passing(f"AppSync answered {response.status}")
        self._check(response.status, response.data)

    def close(self) -> None:
        """Let go of the connections."""
        self._pool.clear()

    def _signed(self, body: bytes) -> dict[str, str]:
        credentials = self._credentials or self._session.get_credentials()
        if credentials is None:
            raise Passing("there are no credentials to sign with")
        headers = {"content-type": "application/json", "host": urlsplit(self._url).netloc}
        request = AWSRequest("POST", self._url, headers=headers, data=body)
        SigV4Auth(credentials.get_frozen_credentials(), "appsync", self._region).add_auth(request)
        return dict(request.headers.items())

    @staticmethod
    def _check(status: int, body: bytes) -> None:
        try:
            errors = orjson.loads(body).get("errors") or []
        except (ValueError, AttributeError):
            raise Passing("AppSync's answer makes no sense") from None
        if any(each.get("errorType") in _PASSING_TYPES for each in errors):
            raise Passing(str(errors[0].get("message")))
        if errors or status != _OK:
            said = "; ".join(str(each.get("message")) for each in errors) or f"status {status}"
            raise Refused(said)
