"""What happens to a job after it was accepted: fetched, read, stored, announced."""

import json
import logging
import shutil
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from local.services.recognition.behaviour import Behaviour
from local.services.recognition.protocol import RecogniserError
from local.services.recognition.storage import is_for_good
from local.services.textract.jobs import FAILED, IN_PROGRESS, PARTIAL, SUCCEEDED, JobFiles, RecognitionJob
from local.services.textract.limits import Allowance
from local.services.textract.reading import ReadDocument, read_document
from local.services.textract.results import in_parts, stored

ACCESS_CHECK = ".s3_access_check"
MAX_THREADS = 64
ATTEMPTS = 5
"""How often storage that is away is tried again."""
PAUSE_SECONDS = 1.0
_LOG = logging.getLogger(__name__)


class _Unreadable(Exception):
    """The object that was to be read is gone, or may not be read."""


class Worker:
    """Works on jobs in threads; most of their time they wait."""

    def __init__(
        self, files: JobFiles, s3: Any, sns: Any, behaviour: Behaviour, allowance: Allowance | None = None
    ) -> None:
        self._files, self._s3, self._sns = files, s3, sns
        self._behaviour, self._allowance = behaviour, allowance or Allowance()
        self._threads = ThreadPoolExecutor(min(MAX_THREADS, behaviour.at_a_time), thread_name_prefix="textract")

    def check_output(self, job: RecognitionJob) -> None:
        """Textract tries the bucket of the results before it accepts a job, and leaves a trace."""
        if job.start.output_bucket:
            try:
                self._s3.put_object(Bucket=job.start.output_bucket, Key=_output(job, ACCESS_CHECK), Body=b"")
            except ClientError:
                message = "Unable to write to the S3 bucket of OutputConfig. Check its name and permissions."
                raise RecogniserError("InvalidS3ObjectException", message) from None

    def begin(self, job: RecognitionJob, ended: Callable[[], None]) -> None:
        """Work on a job in the background."""
        self._threads.submit(self._work, job, ended)

    def announce_soon(self, job: RecognitionJob) -> None:
        """Tell the topic in the background."""
        self._threads.submit(self._announce_or_log, job)

    def _announce(self, job: RecognitionJob) -> None:
        """Tell the topic how a job ended."""
        if job.start.topic:
            self._sns.publish(TopicArn=job.start.topic, Message=json.dumps(_message(job)))

    def _work(self, job: RecognitionJob, ended: Callable[[], None]) -> None:
        time.sleep(self._behaviour.seconds)
        try:
            for attempt in range(1, ATTEMPTS + 1):
                if self._tried(job, attempt):
                    break
            else:
                if job.state == IN_PROGRESS:  # what was read stays read, though it could not be announced
                    self._end(job, FAILED, "INTERNAL_ERROR")
                self._files.put(job)
        finally:
            ended()

    def _tried(self, job: RecognitionJob, attempt: int) -> bool:
        """Do everything once; False if the storage was away, so that it is worth another try.

        Storage that has just started may not know its topic yet: only the object itself can be a reason to fail.
        """
        try:
            self._read(job)
            self._files.put(job)
            self._announce(job)
        except _Unreadable as error:
            self._end(job, FAILED, f"INVALID_S3_OBJECT: {error}")
            self._files.put(job)
            self._announce_or_log(job)
        except (BotoCoreError, ClientError) as error:
            _LOG.warning("textract: %r", error)
            time.sleep(PAUSE_SECONDS * attempt)
            return False
        return True

    def _announce_or_log(self, job: RecognitionJob) -> None:
        try:
            self._announce(job)
        except (BotoCoreError, ClientError) as error:
            _LOG.warning("textract: %r", error)

    def _read(self, job: RecognitionJob) -> None:
        if self._behaviour.strikes("fail"):
            return self._end(job, FAILED, "INTERNAL_ERROR")
        with tempfile.TemporaryDirectory(prefix="textract-") as folder:
            source = Path(folder) / "document"
            self._fetch(job, source)
            found = read_document(source, job.id, frozenset(job.start.features), self._allowance)
            if found.failed:
                return self._end(job, FAILED, found.failed)
            self._store(job, found, is_partial=self._behaviour.strikes("partial"))
        return None

    def _fetch(self, job: RecognitionJob, target: Path) -> None:
        more = {"VersionId": job.start.version} if job.start.version else {}
        try:
            found = self._s3.get_object(Bucket=job.start.bucket, Key=job.start.key, **more)
        except ClientError as error:
            if is_for_good(error):
                raise _Unreadable(error.response["Error"].get("Code")) from error
            raise
        with target.open("wb") as file:
            shutil.copyfileobj(found["Body"], file, 1024 * 1024)

    def _store(self, job: RecognitionJob, found: ReadDocument, *, is_partial: bool) -> None:
        """Keep the results in parts, here and where the job wants them."""
        missing = sorted({*found.missing, *([found.pages] if is_partial else [])})
        pages = (blocks for blocks in found.blocks() if not is_partial or blocks[0]["Page"] != found.pages)
        job.parts = 0
        for part in in_parts(pages):
            job.parts += 1
            self._files.put_part(job.id, job.parts, part)
        job.pages = found.pages
        job.warnings = [{"ErrorCode": "INTERNAL_ERROR", "Pages": missing}] if missing else []
        self._end(job, PARTIAL if missing else SUCCEEDED)
        if job.start.output_bucket:
            for number in range(1, job.parts + 1):
                body = stored(job, number, self._files.part(job.id, number))
                self._s3.put_object(Bucket=job.start.output_bucket, Key=_output(job, str(number)), Body=body)

    def _end(self, job: RecognitionJob, state: str, message: str | None = None) -> None:
        job.state, job.message, job.ended = state, message, time.time()


def _output(job: RecognitionJob, name: str) -> str:
    return f"{job.start.output_prefix}/{job.id}/{name}"


def _message(job: RecognitionJob) -> dict[str, Any]:
    """What Textract publishes."""
    return {
        "JobId": job.id,
        "Status": job.state,
        "API": job.start.api,
        **({"JobTag": job.start.tag} if job.start.tag else {}),
        "Timestamp": int((job.ended or 0) * 1000),
        "DocumentLocation": {"S3ObjectName": job.start.key, "S3Bucket": job.start.bucket},
    }
