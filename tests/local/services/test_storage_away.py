"""Storage that is away for a moment fails no recognition; an object that is gone does."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError

from local.services.recognition.behaviour import Behaviour
from local.services.recognition.protocol import RecogniserError
from local.services.rekognition import storage
from local.services.textract import work
from local.services.textract.jobs import FAILED, SUCCEEDED, JobFiles, RecognitionJob
from local.services.textract.requests import Start
from tests.local.services.pdfs import random_pdf


def _refusal(code: str, status: int) -> ClientError:
    answer: Any = {"Error": {"Code": code}, "ResponseMetadata": {"HTTPStatusCode": status}}
    return ClientError(answer, "Any")


AWAY = [
    _refusal("NotFound", 404),  # a topic that was not made again yet
    _refusal("InternalError", 500),
    _refusal("ServiceUnavailable", 503),
    EndpointConnectionError(endpoint_url="storage"),
]
GONE = [_refusal("NoSuchKey", 404), _refusal("AccessDenied", 403), _refusal("NoSuchVersion", 404)]


class _Aws:
    """S3 and SNS that raise what they are given, one at a call, and then work."""

    def __init__(self, *problems: Exception, content: bytes = b"") -> None:
        self.problems, self.content, self.told = list(problems), content, 0

    def get_object(self, **_: Any) -> dict[str, Any]:
        self._raise()
        return {"Body": BytesIO(self.content)}

    def publish(self, **_: Any) -> None:
        self._raise()
        self.told += 1

    def _raise(self) -> None:
        if self.problems:
            raise self.problems.pop(0)


def _worked(folder: Path, s3: _Aws, sns: _Aws) -> RecognitionJob:
    start = Start(
        api="StartDocumentAnalysis", bucket="b", key="k", version=None, features=("TABLES",), token=None, tag=None,
        topic="t", output_bucket=None, output_prefix="",
    )  # fmt: skip
    job = RecognitionJob("1", start, began=0.0)
    worker = work.Worker(JobFiles(folder), s3, sns, Behaviour())
    worker._work(job, lambda: None)
    return job


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "PAUSE_SECONDS", 0.0)


@pytest.mark.parametrize("problem", AWAY, ids=str)
@pytest.mark.parametrize("where", ["reading", "telling"])
def test_a_document_is_read_once_storage_is_back(problem: Exception, where: str, tmp_path: Path) -> None:
    content, _ = random_pdf(1)
    s3 = _Aws(*([problem, problem] if where == "reading" else []), content=content)
    sns = _Aws(*([problem, problem] if where == "telling" else []))
    job = _worked(tmp_path, s3, sns)
    assert (job.state, sns.told) == (SUCCEEDED, 1)


@pytest.mark.parametrize("problem", GONE, ids=str)
def test_a_document_that_is_gone_fails_with_that_reason_and_is_told(problem: ClientError, tmp_path: Path) -> None:
    sns = _Aws()
    job = _worked(tmp_path, _Aws(problem), sns)
    assert (job.state, job.message, sns.told) == (FAILED, f"INVALID_S3_OBJECT: {problem.response['Error']['Code']}", 1)


@pytest.mark.parametrize("problem", AWAY, ids=str)
def test_a_picture_is_asked_for_again_while_storage_is_away(
    problem: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "_client", lambda: _Aws(problem))
    with pytest.raises(RecogniserError) as caught:
        storage.read_object("b", "k", 10)
    assert caught.value.status == 500


@pytest.mark.parametrize("problem", GONE, ids=str)
def test_a_picture_that_is_gone_is_gone(problem: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "_client", lambda: _Aws(problem))
    assert storage.read_object("b", "k", 10) is None
