"""The real engine behind a client that may lose a worker, or an answer, at every call."""

from typing import Any

from botocore.exceptions import EndpointConnectionError

from loaders.dynamo.store import Store
from tests.pipelines.chaos import Chaos


class NoWaiting:
    """A clock on which nobody waits."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def now(self) -> float:
        self._seconds += 0.0001
        return self._seconds

    def sleep(self, seconds: float) -> None:
        self._seconds += min(seconds, 0.001)


class FaultyClient:
    """A client of DynamoDB whose every call may be the last of its worker."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.chaos: Chaos | None = None

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        if self.chaos is None or name == "close":
            return method
        chaos = self.chaos

        def call(**arguments: Any) -> Any:
            lost = EndpointConnectionError(endpoint_url="http://database")
            return chaos.call(f"DynamoDB {name}", lambda: method(**arguments), lost)

        return call


def faulty_store(client: Any, names: dict[str, str]) -> tuple[Store, FaultyClient]:
    """A store over a client that can be told to fail."""
    faulty = FaultyClient(client)
    return Store(faulty, names, clock=NoWaiting()), faulty
