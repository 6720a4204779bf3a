"""The storage and the recognisers without a server, for tests that speak to them as Lambda does."""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from local.data.process import EngineProcess
from local.services.folder import StorageFolder
from local.services.ministack import account_of, ministack_program
from local.services.recognition.behaviour import STATE_VARIABLE
from local.services.resources import DOCUMENTS, ROLE, TOPIC, client, make_resources, settings_for
from local.services.storage import RecogniserProgram

WAIT_SECONDS = 60.0


@dataclass
class HomeStorage:
    """MiniStack with our buckets and queues."""

    url: str
    account: dict[str, str]

    def client(self, service: str) -> Any:
        return client(service, self.url, self.account)

    def put(self, key: str, body: bytes) -> None:
        self.client("s3").put_object(Bucket=DOCUMENTS, Key=key, Body=body)

    def keys(self, prefix: str) -> list[str]:
        found = self.client("s3").list_objects_v2(Bucket=DOCUMENTS, Prefix=prefix)
        return [each["Key"] for each in found.get("Contents", [])]

    def read(self, key: str) -> bytes:
        body: bytes = self.client("s3").get_object(Bucket=DOCUMENTS, Key=key)["Body"].read()
        return body


@dataclass
class RunningRecogniser:
    """A recogniser that was told how to behave."""

    home: HomeStorage
    process: EngineProcess

    @property
    def textract(self) -> Any:
        return client("textract", self.process.url, self.home.account)

    def start(self, key: str, **more: Any) -> str:
        place = {"S3Object": {"Bucket": DOCUMENTS, "Name": key}}
        asked = {"FeatureTypes": ["TABLES", "FORMS"], **more}
        return str(self.textract.start_document_analysis(DocumentLocation=place, **asked)["JobId"])

    def result(self, job: str) -> dict[str, Any]:
        """The first part of what came of a job, once it has ended."""
        textract = self.textract
        return eventually(lambda: _ended(textract.get_document_analysis(JobId=job)))


def announced(prefix: str) -> dict[str, Any]:
    """Where results are stored and announced."""
    return {
        "OutputConfig": {"S3Bucket": DOCUMENTS, "S3Prefix": prefix},
        "NotificationChannel": {"SNSTopicArn": TOPIC, "RoleArn": ROLE},
    }


T = TypeVar("T")


def eventually(look: Callable[[], T | None], seconds: float = WAIT_SECONDS) -> T:
    """What a look finds, as soon as it finds something."""
    end = time.monotonic() + seconds
    while (found := look()) is None:
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.05)
    return found


@contextmanager
def home(folder: Path) -> Iterator[HomeStorage]:
    """A storage of its own."""
    storage = StorageFolder.below(folder)
    with tempfile.TemporaryFile() as log:
        process = EngineProcess(ministack_program(storage), log)
        process.start()
        try:
            account = account_of(storage)
            make_resources(process.url, account, frozenset())
            yield HomeStorage(process.url, account)
        finally:
            process.close()


@contextmanager
def recogniser(home: HomeStorage, folder: Path, **behaviour: str) -> Iterator[RunningRecogniser]:
    """A recogniser of that storage, which keeps its jobs in a folder."""
    told = {**os.environ, **home.account, **settings_for(home.url), STATE_VARIABLE: str(folder), **behaviour}
    command = (sys.executable, "-m", "local.services.recognisers")
    program = RecogniserProgram("recognisers", "The recogniser", command, True, may_be_killed=True, variables=told)
    with tempfile.TemporaryFile() as log:
        process = EngineProcess(program, log)
        process.start()
        try:
            yield RunningRecogniser(home, process)
        finally:
            process.close()


def _ended(answer: dict[str, Any]) -> dict[str, Any] | None:
    return None if answer["JobStatus"] == "IN_PROGRESS" else answer
