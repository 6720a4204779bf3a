"""S3 and SQS by MiniStack, for tests that need the services themselves: signatures, conditions, queues."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from services.clients import use_services
from tests.infra.conftest import tool
from tests.infra.ministack import MiniStack, running

BUCKET = "tessera-papers"
CATS_BUCKET = "tessera-pictures"
QUEUES = ("documents-input", "documents-output", "notifications", "cats")


@dataclass(frozen=True)
class Storage:
    """A bucket and queues."""

    emulator: MiniStack
    environment: dict[str, str]

    @property
    def s3(self) -> Any:
        return self.emulator.client("s3")

    @property
    def sqs(self) -> Any:
        return self.emulator.client("sqs")


@contextmanager
def storage(folder: Path) -> Iterator[Storage]:
    """The services, set up as the stack sets them up, for as long as they are needed."""
    with running(tool(".venv-ministack", "python"), folder, AUTH="true") as emulator:
        for name in (BUCKET, CATS_BUCKET):
            emulator.client("s3").create_bucket(Bucket=name)
        urls = {name: emulator.client("sqs").create_queue(QueueName=name)["QueueUrl"] for name in QUEUES}
        yield Storage(
            emulator,
            {
                "AWS_ACCESS_KEY_ID": "test",
                "AWS_SECRET_ACCESS_KEY": "test",
                "AWS_DEFAULT_REGION": "us-east-1",
                "AWS_ENDPOINT_URL_S3": emulator.url,
                "AWS_ENDPOINT_URL_SQS": emulator.url,
                "DOCUMENTS_BUCKET": BUCKET,
                "DOCUMENTS_INPUT_QUEUE_URL": urls["documents-input"],
                "DOCUMENTS_OUTPUT_QUEUE_URL": urls["documents-output"],
                "CATS_BUCKET": CATS_BUCKET,
                "CATS_QUEUE_URL": urls["cats"],
            },
        )


@contextmanager
def using(made: Storage) -> Iterator[Storage]:
    """Commands, workers and new processes use these services."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in made.environment.items():
            patch.setenv(name, value)
        use_services(None)
        try:
            yield made
        finally:
            use_services(None)
