"""Services that commands need and that do nothing."""

import json
from collections.abc import Iterator

import pytest

from services.clients import Services, use_services
from services.settings import ServiceSettings


class QuietServices(Services):
    """A bucket without objects and queues that take everything."""

    def __init__(self) -> None:
        super().__init__(
            ServiceSettings(documents_bucket="papers", documents_input_queue_url="input", cats_bucket="pictures")
        )
        self.__dict__["sqs"] = self
        self.sent: list[str] = []

    def send(self, queue_url: str, body: str, **_: int) -> str:
        self.sent.append(f"{queue_url} {json.loads(body)['jobId']}")
        return "m"

    send_message = send


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[QuietServices]:
    """Commands use these services meanwhile."""
    for variable, value in {
        "ACCESS_KEY_ID": "test",
        "SECRET_ACCESS_KEY": "test",
        "DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(f"AWS_{variable}", value)
    made = QuietServices()
    before = use_services(made)
    yield made
    use_services(before)
