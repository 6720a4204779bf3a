"""A deployed API as its clients see it: requests with a key, a token or a signature, and subscriptions."""

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.session import Session
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from infra.realtime import realtime_url

SECONDS = 35
HOME = frozenset({"127.0.0.1", "localhost"})
_DOTS_OF_A_TOKEN = 2


class ProbeCaller(Enum):
    """Who asks: the holder of the key or token, a program with credentials of AWS, or nobody."""

    KEY = "key"
    IAM = "IAM"
    NOBODY = "nobody"


class DeployedApi:
    """A deployed API."""

    def __init__(self, url: str, key: str) -> None:
        self.url, self.key = url, key

    def ask(
        self, query: str, variables: Mapping[str, Any] | None = None, caller: ProbeCaller = ProbeCaller.KEY
    ) -> dict[str, Any]:
        """The answer, whatever its status."""
        return self.post(json.dumps({"query": query, "variables": dict(variables or {})}).encode(), caller)

    def post(self, body: bytes, caller: ProbeCaller = ProbeCaller.KEY) -> dict[str, Any]:
        """The answer to a body as it is; `status` is in it where it is not 200."""
        request = Request(self.url, data=body, headers=self._headers(self.url, body, caller))  # noqa: S310
        try:
            with urlopen(request, timeout=SECONDS) as response:  # noqa: S310  the address is the caller's
                answer: dict[str, Any] = json.load(response)
        except HTTPError as error:
            answer = {"status": error.code, **_parsed(error.read())}
        return answer

    def hear(
        self, query: str, variables: Mapping[str, Any], act: Callable[[], object], seconds: float = SECONDS
    ) -> dict[str, Any] | None:
        """Subscribe, do something, and wait for the first message; None if none comes."""
        data = json.dumps({"query": query, "variables": dict(variables)})
        header = b64encode(json.dumps(self._inside("{}", "/connect")).encode()).decode()
        address = f"{realtime_url(self.url)}?header={header}&payload=e30="
        with connect(address, subprotocols=[Subprotocol("graphql-ws")], proxy=None) as socket:
            payload = {"data": data, "extensions": {"authorization": self._inside(data, "")}}
            for message, wanted in (
                ({"type": "connection_init"}, "connection_ack"),
                ({"id": "1", "type": "start", "payload": payload}, "start_ack"),
            ):
                socket.send(json.dumps(message))
                _await(socket, wanted, SECONDS)
            act()
            try:
                return _await(socket, "data", seconds)
            except TimeoutError:
                return None

    @property
    def has_credentials(self) -> bool:
        """Whether requests can be signed."""
        return self._credentials() is not None

    def _headers(self, url: str, body: bytes, caller: ProbeCaller) -> dict[str, str]:
        plain = {"content-type": "application/json"}
        if caller is ProbeCaller.IAM:
            return plain | self._signed(url, body)
        if caller is ProbeCaller.NOBODY:
            return plain
        return plain | {"authorization" if self.key.count(".") == _DOTS_OF_A_TOKEN else "x-api-key": self.key}

    def _signed(self, url: str, body: bytes) -> dict[str, str]:
        request = AWSRequest("POST", url, data=body, headers={"content-type": "application/json"})
        region = Session().get_config_variable("region") or "us-east-1"
        SigV4Auth(self._credentials(), "appsync", region).add_auth(request)
        return {str(name): str(value) for name, value in request.headers.items()}

    def _credentials(self) -> Any:
        """Those of the environment; the server at home has its own."""
        if urlsplit(self.url).hostname in HOME:
            return Credentials("local", "local")
        return Session().get_credentials()

    def _inside(self, body: str, path: str) -> dict[str, str]:
        """The headers of a subscription, which the protocol carries inside."""
        return {"host": urlsplit(self.url).netloc, **self._headers(self.url + path, body.encode(), ProbeCaller.KEY)}


def _await(socket: Any, kind: str, seconds: float) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=seconds))
        if message["type"] == kind:
            found: dict[str, Any] = message.get("payload") or {}
            return found
        if message["type"] in {"error", "connection_error"}:
            raise ConnectionError(json.dumps(message.get("payload")))


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(body)
    except ValueError:
        return {"body": body.decode(errors="replace")}
    return found
