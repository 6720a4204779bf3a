"""The operations of Textract that Tessera uses."""

import json
import threading
import time
from typing import Any

from botocore.exceptions import ClientError

from local.services.recognition.behaviour import Behaviour
from local.services.recognition.protocol import Answer, RecogniserError
from local.services.textract.jobs import IN_PROGRESS, JobFiles, RecognitionJob
from local.services.textract.limits import MAX_DOCUMENT_BYTES, MAX_PICTURE_BYTES
from local.services.textract.requests import Start
from local.services.textract.results import page_of_result
from local.services.textract.work import Worker

_STARTS = {"StartDocumentAnalysis", "StartDocumentTextDetection"}
_GETS = {"GetDocumentAnalysis": "StartDocumentAnalysis", "GetDocumentTextDetection": "StartDocumentTextDetection"}
_MAGIC = {b"%PDF": MAX_DOCUMENT_BYTES, b"II*\0": MAX_DOCUMENT_BYTES, b"MM\0*": MAX_DOCUMENT_BYTES}
_MAGIC |= {b"\xff\xd8\xff": MAX_PICTURE_BYTES, b"\x89PNG": MAX_PICTURE_BYTES}
_RENOTIFIED_SECONDS = 15 * 60.0
"""Jobs that ended so recently are announced again after a start: the queue may have forgotten what it was told."""


class TextractService:
    """Answers requests; the work is done in the background."""

    def __init__(self, files: JobFiles, worker: Worker, s3: Any, behaviour: Behaviour) -> None:
        self._files, self._worker, self._s3, self._behaviour = files, worker, s3, behaviour
        self._starting = threading.Lock()
        self._open: set[str] = set()

    def resume(self) -> None:
        """Go on with what an earlier life of this recogniser accepted."""
        for job in self._files:
            if job.state == IN_PROGRESS:
                self._begin(job)
            elif time.time() - (job.ended or 0) <= _RENOTIFIED_SECONDS:
                self._worker.announce_soon(job)

    def answer(self, target: str, sent: bytes) -> Answer:
        """The answer to a request."""
        operation = target.partition(".")[2]
        try:
            body = _parsed(sent)
            if operation in _STARTS:
                return 200, {"JobId": self._start(Start.of(operation, body))}
            if operation in _GETS:
                return 200, self._get(_GETS[operation], body)
            raise RecogniserError("UnknownOperationException", f"There is no {operation} here.")  # noqa: TRY301
        except RecogniserError as error:
            return error.answer()

    def _start(self, start: Start) -> str:
        if self._behaviour.strikes("throttle"):
            raise RecogniserError("ProvisionedThroughputExceededException", "Provisioned rate exceeded")
        with self._starting:
            job = RecognitionJob(start.job_id(), start, time.time())
            known = self._files.get(job.id)
            if known:
                return _same(known, start)
            if self._behaviour.strikes("limit") or len(self._open) >= self._behaviour.at_a_time:
                raise RecogniserError("LimitExceededException", "Open jobs exceed maximum concurrent job limit")
            self._check(start)
            self._worker.check_output(job)
            self._files.put(job)
            self._begin(job)
        return job.id

    def _begin(self, job: RecognitionJob) -> None:
        self._open.add(job.id)
        self._worker.begin(job, lambda: self._open.discard(job.id))

    def _check(self, start: Start) -> None:
        """Look at the object: Textract refuses at once what is not there, too large or of no kind that it reads."""
        more = {"VersionId": start.version} if start.version else {}
        try:
            found = self._s3.get_object(Bucket=start.bucket, Key=start.key, Range="bytes=0-1023", **more)
        except ClientError as error:
            raise _of_s3(error) from None
        head = found["Body"].read()
        size = int(str(found.get("ContentRange", "")).rpartition("/")[2] or found["ContentLength"])
        most = next((most for magic, most in _MAGIC.items() if head.startswith(magic)), None)
        if most is None and b"%PDF-" not in head:
            raise RecogniserError("UnsupportedDocumentException", "Request has unsupported document format")
        if size > (most or MAX_DOCUMENT_BYTES):
            raise RecogniserError("DocumentTooLargeException", "Document is too large")

    def _get(self, api: str, body: dict[str, Any]) -> dict[str, Any]:
        job = self._files.get(str(body.get("JobId") or ""))
        if job is None or job.start.api != api:
            raise RecogniserError("InvalidJobIdException", "Request has invalid Job Id")
        return page_of_result(self._files, job, body)


def _parsed(sent: bytes) -> dict[str, Any]:
    try:
        body = json.loads(sent or b"{}")
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise RecogniserError("SerializationException", "A request is a JSON object.")
    return body


def _same(known: RecognitionJob, start: Start) -> str:
    if known.start != start:
        message = "The ClientRequestToken was used with other parameters"
        raise RecogniserError("IdempotentParameterMismatchException", message)
    return known.id


def _of_s3(error: ClientError) -> RecogniserError:
    if error.response["ResponseMetadata"]["HTTPStatusCode"] == 416:  # noqa: PLR2004  an empty object has no first byte
        return RecogniserError("UnsupportedDocumentException", "Request has unsupported document format")
    place = "Check object key, region and/or access permissions."
    return RecogniserError("InvalidS3ObjectException", f"Unable to get object metadata from S3. {place}")
