"""What goes through the queues: messages of our own, events of S3, and what Textract announces."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import unquote_plus

import orjson

_TAG = re.compile(r"[a-zA-Z0-9_.\-]{1,50}")
_NO_JOB = "-"


@dataclass(frozen=True)
class JobMessage:
    """Asks a worker to go on with one attempt of a document."""

    job_id: str
    attempt: int

    @property
    def body(self) -> str:
        return orjson.dumps({"jobId": self.job_id, "attempt": self.attempt}).decode()


@dataclass(frozen=True)
class CollectMessage:
    """Asks the completion processor to go on collecting results: from an object and a page on, into a part."""

    job_id: str
    attempt: int
    textract_id: str
    part: int = 0
    object_number: int = 1
    page: int = 1
    next_token: str | None = None
    """Where to go on asking Textract itself, if its results are not in S3."""

    @property
    def body(self) -> str:
        collect = {
            "textractId": self.textract_id,
            "part": self.part,
            "object": self.object_number,
            "page": self.page,
            "nextToken": self.next_token,
        }
        return orjson.dumps({"jobId": self.job_id, "attempt": self.attempt, "collect": collect}).decode()


@dataclass(frozen=True)
class StoredObject:
    """An object that S3 says was stored."""

    bucket: str
    key: str
    etag: str
    size: int
    sequencer: str = ""


@dataclass(frozen=True)
class Completion:
    """What Textract says of a job that has ended; `job_id` is None if its tag does not tell."""

    textract_id: str
    status: str
    job_id: str | None
    attempt: int | None
    message: str | None = None


def tag_of(job_id: str, attempt: int) -> str:
    """The tag by which Textract's announcement is found; Textract takes few characters, and not all ids fit."""
    return f"{job_id if _TAG.fullmatch(job_id) else _NO_JOB}:{attempt}"


def token_of(job_id: str, attempt: int, etag: str | None) -> str:
    """The same token means the same job of Textract's, however often it is started."""
    return sha256(orjson.dumps([job_id, attempt, etag or ""])).hexdigest()


def read_job_message(body: Any) -> JobMessage | None:
    """A message of our own; None if it is another."""
    match body:
        case {"jobId": str(job_id), "attempt": int(attempt)}:
            return JobMessage(job_id, attempt)
    return None


def read_collect_message(body: Any) -> CollectMessage | None:
    """A message of our own that goes on with collecting; None if it is another."""
    match body:
        case {"jobId": str(job_id), "attempt": int(attempt), "collect": {"textractId": str(textract_id)} as collect}:
            return CollectMessage(
                job_id,
                attempt,
                textract_id,
                part=int(collect.get("part", 0)),
                object_number=int(collect.get("object", 1)),
                page=int(collect.get("page", 1)),
                next_token=collect.get("nextToken"),
            )
    return None


def is_test_event(body: Any) -> bool:
    """S3 sends one when a bucket's notifications are set up."""
    return isinstance(body, Mapping) and body.get("Event") == "s3:TestEvent"


def stored_objects(body: Any) -> Iterator[StoredObject]:
    """The objects that an event of S3 names. Keys are encoded in events."""
    records = body.get("Records") if isinstance(body, Mapping) else None
    for record in records if isinstance(records, list) else ():
        match record:
            case {"eventName": str(event), "s3": {"bucket": {"name": str(bucket)}, "object": {"key": str(key)} as it}}:
                if "ObjectCreated" in event:
                    etag, size = str(it.get("eTag") or "").strip('"'), int(it.get("size") or 0)
                    yield StoredObject(bucket, unquote_plus(key), etag, size, str(it.get("sequencer") or ""))


def read_completion(body: Any) -> Completion | None:
    """What Textract announces, in the envelope of SNS or without; None if it is something else."""
    if isinstance(body, Mapping) and isinstance(body.get("Message"), str):
        try:
            return read_completion(orjson.loads(body["Message"]))
        except orjson.JSONDecodeError:
            return None
    match body:
        case {"JobId": str(textract_id), "Status": str(status)}:
            job_id, _, number = str(body.get("JobTag") or "").rpartition(":")
            attempt = int(number) if number.isdecimal() else None
            known = job_id if job_id not in {"", _NO_JOB} else None
            return Completion(textract_id, status, known, attempt, body.get("StatusMessage"))
    return None
