"""S3, SQS and Textract in memory: as much of their behaviour as the workers depend on, and their faults."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import md5, sha256
from typing import Any
from urllib.parse import quote_plus

import orjson

from services.errors import Away, RefusalKind, RefusedByService, Slowed
from services.s3 import S3, Listed, ObjectInfo, PresignedPut
from services.sqs import Sqs
from services.textract import Recognition, RecognitionResult, Textract
from tests.pipelines.chaos import Chaos

BUCKET = "papers"
VISIBILITY = timedelta(seconds=180)
MAX_RECEIVES = 3


@dataclass
class QueuedMessage:
    """A message in a queue."""

    message_id: str
    body: str
    visible_at: datetime
    sent_at: datetime
    receives: int = 0


@dataclass
class MemoryQueue:
    """One queue, and the one that takes what it gives up."""

    name: str
    dead: "MemoryQueue | None" = None
    messages: list[QueuedMessage] = field(default_factory=list)

    def receive(self, chaos: Chaos, most: int = 1) -> list[QueuedMessage]:
        """Messages that are visible, in no order; those received too often go to the dead-letter queue instead."""
        visible = [each for each in self.messages if each.visible_at <= chaos.now]
        chaos.random.shuffle(visible)
        taken: list[QueuedMessage] = []
        for each in visible:
            if self.dead is not None and each.receives >= MAX_RECEIVES:
                self.messages.remove(each)
                self.dead.messages.append(each)
            elif len(taken) < most:
                each.receives += 1
                each.visible_at = chaos.now + VISIBILITY
                taken.append(each)
        return taken

    def event(self, messages: Sequence[QueuedMessage]) -> dict[str, Any]:
        """The messages as a Lambda gets them."""
        return {
            "Records": [
                {
                    "messageId": each.message_id,
                    "body": each.body,
                    "eventSourceARN": f"arn:aws:sqs:us-east-1:000000000000:{self.name}",
                    "attributes": {
                        "ApproximateReceiveCount": str(each.receives),
                        "SentTimestamp": str(int(each.sent_at.timestamp() * 1000)),
                    },
                }
                for each in messages
            ]
        }


class MemorySqs(Sqs):
    """Queues by their names, which are their addresses."""

    def __init__(self, chaos: Chaos, *names: str) -> None:
        self.chaos = chaos
        self.queues: dict[str, MemoryQueue] = {}
        for name in names:
            self.queues[f"{name}-dlq"] = MemoryQueue(f"{name}-dlq")
            self.queues[name] = MemoryQueue(name, self.queues[f"{name}-dlq"])
        self._number = 0

    def send(self, queue_url: str, body: str, delay_seconds: int = 0) -> str:
        def effect() -> str:
            return self.deliver(queue_url, body, delay_seconds)

        return str(self.chaos.call("SQS send", effect, Away("SQS did not answer.")))

    def deliver(self, name: str, body: str, delay_seconds: int = 0) -> str:
        """Put a message into a queue without anything going wrong, once or twice."""
        for _ in range(2 if self.chaos.happens("twice") else 1):
            self._number += 1
            visible = self.chaos.now + timedelta(seconds=delay_seconds + self._lateness())
            self.queues[name].messages.append(
                QueuedMessage(f"m{self.chaos.seed}-{self._number}", body, visible, self.chaos.now)
            )
        return f"m{self.chaos.seed}-{self._number}"

    def wipe(self) -> None:
        """All messages are gone, as after the end of MiniStack."""
        for queue in self.queues.values():
            queue.messages.clear()

    def _lateness(self) -> float:
        return self.chaos.random.uniform(0, 600) if self.chaos.happens("late") else 0.0


class MemoryS3(S3):
    """A bucket that tells a queue of what is uploaded."""

    def __init__(self, chaos: Chaos, tell: Callable[[str], None], prefix: str = "input/") -> None:
        self.bucket, self.chaos, self._tell, self._prefix = BUCKET, chaos, tell, prefix
        self.objects: dict[str, bytes] = {}
        self.marked: set[str] = set()
        """What the bucket may delete after a time."""

    def upload(self, key: str, body: bytes) -> None:
        """What a client does with its address."""
        self.objects[key] = body
        if key.startswith(self._prefix) and not self.chaos.happens("event lost"):
            self._tell(self.event(key))

    def event(self, key: str) -> str:
        body = self.objects.get(key, b"")
        stored = {"key": quote_plus(key), "size": len(body), "eTag": _etag(body), "sequencer": "00"}
        record = {"eventName": "ObjectCreated:Put", "s3": {"bucket": {"name": self.bucket}, "object": stored}}
        return json.dumps({"Records": [record]})

    def presigned_put(
        self, key: str, *, content_type: str, byte_length: int, sha256: str, seconds: int = 900
    ) -> PresignedPut:
        headers = {"content-type": content_type, "content-length": str(byte_length), "x-amz-checksum-sha256": sha256}
        return PresignedPut(f"https://{self.bucket}/{key}", headers, self.chaos.now + timedelta(seconds=seconds))

    def presigned_get(
        self, key: str, seconds: int = 900, file_name: str | None = None, version_id: str | None = None
    ) -> str:
        return f"https://{self.bucket}/{key}?seconds={seconds}&name={file_name}&version={version_id}"

    def head(self, key: str) -> ObjectInfo | None:
        def effect() -> ObjectInfo | None:
            body = self.objects.get(key)
            if body is None:
                return None
            return ObjectInfo(key, len(body), _etag(body), "application/pdf", sha256(body).hexdigest())

        found: ObjectInfo | None = self._call("head", effect)
        return found

    def read(self, key: str, start: int = 0, length: int | None = None) -> bytes:
        def effect() -> bytes:
            if key not in self.objects:
                raise RefusedByService(RefusalKind.MISSING, "There is no such object.")
            return self.objects[key][start : None if length is None else start + length]

        return bytes(self._call("read", effect))

    def put(self, key: str, body: bytes, content_type: str = "application/json") -> None:  # noqa: ARG002
        def effect() -> None:
            self.objects[key] = body
            (self.marked.add if self.is_expiring else self.marked.discard)(key)

        self._call("put", effect)

    def _tag(self, key: str) -> None:
        def effect() -> None:
            if key not in self.objects:
                raise RefusedByService(RefusalKind.MISSING, "There is no such object.")
            self.marked.add(key)

        self._call("tag", effect)

    def copy(self, source: str, target: str) -> None:
        def effect() -> None:
            if source not in self.objects:
                raise RefusedByService(RefusalKind.MISSING, "There is no such object.")
            self.objects[target] = self.objects[source]
            (self.marked.add if source in self.marked else self.marked.discard)(target)

        self._call("copy", effect)

    def delete(self, keys: Sequence[str]) -> None:
        self._call("delete", lambda: [self.objects.pop(key, None) for key in keys])

    def list(self, prefix: str, after: str = "", limit: int = 1_000) -> Listed:
        def effect() -> Listed:
            objects = dict(self.objects)  # others write meanwhile
            keys = sorted(key for key in objects if key.startswith(prefix) and key > after)
            found = [ObjectInfo(key, len(objects[key])) for key in keys[:limit]]
            return Listed(found, has_more=len(keys) > limit)

        listed: Listed = self._call("list", effect)
        return listed

    def _call(self, name: str, effect: Callable[[], Any]) -> Any:
        return self.chaos.call(f"S3 {name}", effect, Away("S3 did not answer."), Slowed("S3 is busy."))


@dataclass
class TextractRun:
    """A job of Textract's."""

    wanted: Recognition
    ends_at: datetime
    status: str = "IN_PROGRESS"
    body: bytes = b""
    """What it has read: it knows its results also when the file has gone."""


class MemoryTextract(Textract):
    """Reads documents whose bytes say what is on their pages, and announces when it has done so."""

    def __init__(
        self, chaos: Chaos, bucket: MemoryS3, announce: Callable[[str], None], pages: Callable[[bytes], list[list[str]]]
    ) -> None:
        self.chaos, self.bucket, self._announce, self._pages = chaos, bucket, announce, pages
        self.runs: dict[str, TextractRun] = {}
        self.by_token: dict[str, str] = {}
        self.starts: dict[str, set[str]] = {}
        """The ids that were given for each tag: one document's attempt must have one at most."""

    def start(self, wanted: Recognition) -> str:
        return str(self.chaos.call("Textract start", lambda: self._started(wanted), Away("Textract did not answer.")))

    def result(self, textract_id: str, next_token: str | None = None, *, is_analysis: bool = True) -> RecognitionResult:
        def effect() -> RecognitionResult:
            run = self.runs.get(textract_id)
            if run is None:
                raise RefusedByService(RefusalKind.MISSING, "There is no such job.")
            if run.status not in {"SUCCEEDED", "PARTIAL_SUCCESS"}:
                return RecognitionResult(run.status, "The pages are too dark." if run.status == "FAILED" else None)
            answers = self._answers(run)
            place = int(next_token or 0)
            following = str(place + 1) if place + 1 < len(answers) else None
            blocks = answers[place]["Blocks"]
            return RecognitionResult(run.status, None, answers[0]["DocumentMetadata"]["Pages"], blocks, following)

        assert is_analysis
        faults = Away("Textract did not answer."), Slowed("Textract is busy.")
        found: RecognitionResult = self.chaos.call("Textract result", effect, *faults)
        return found

    def go_on(self) -> None:
        """Finish what is due: write the results, then announce them."""
        for textract_id, run in self.runs.items():
            if run.status == "IN_PROGRESS" and run.ends_at <= self.chaos.now:
                self._finish(textract_id, run)

    def _started(self, wanted: Recognition) -> str:
        if wanted.token in self.by_token:
            return self.by_token[wanted.token]
        if self.chaos.happens("slowed"):
            raise Slowed("Textract is busy.")
        if wanted.key not in self.bucket.objects:
            raise RefusedByService(RefusalKind.MISSING, "Textract cannot read the object.")
        if self.chaos.happens("refused"):
            raise RefusedByService(RefusalKind.DOCUMENT, "Textract does not support this document.")
        textract_id = f"t{self.chaos.seed}-{len(self.runs) + 1}"
        self.by_token[wanted.token] = textract_id
        self.starts.setdefault(wanted.tag, set()).add(textract_id)
        ends_at = self.chaos.now + timedelta(seconds=self.chaos.random.uniform(0, 900))
        self.runs[textract_id] = TextractRun(wanted, ends_at)
        return textract_id

    def _finish(self, textract_id: str, run: TextractRun) -> None:
        run.body = self.bucket.objects.get(run.wanted.key, b"")
        run.status = "FAILED" if not run.body or self.chaos.happens("failed") else "SUCCEEDED"
        if run.status == "SUCCEEDED" and self.chaos.happens("partial"):
            run.status = "PARTIAL_SUCCESS"
        if run.status != "FAILED" and not self.chaos.happens("no output"):
            for number, answer in enumerate(self._answers(run), 1):
                self.bucket.objects[f"{run.wanted.output_prefix}/{textract_id}/{number}"] = orjson.dumps(answer)
        if not self.chaos.happens("event lost"):
            told = {"JobId": textract_id, "Status": run.status, "JobTag": run.wanted.tag}
            is_raw = self.chaos.random.random() < 0.2
            envelope = {"Type": "Notification", "Message": json.dumps(told)}
            self._announce(json.dumps(told if is_raw else envelope))

    def _answers(self, run: TextractRun) -> list[dict[str, Any]]:
        pages = self._pages(run.body)
        blocks = [
            {"Id": f"{page}-{line}", "BlockType": "LINE", "Text": text, "Page": page, "Confidence": 99.0}
            for page, lines in enumerate(pages, 1)
            for line, text in enumerate(lines)
        ]
        warnings = [{"ErrorCode": "PAGE_TOO_DARK", "Pages": [1]}] if run.status == "PARTIAL_SUCCESS" else []
        parts = [blocks[start : start + 3] for start in range(0, len(blocks), 3)] or [[]]
        return [{"DocumentMetadata": {"Pages": len(pages)}, "Blocks": each, "Warnings": warnings} for each in parts]


def _etag(body: bytes) -> str:
    return md5(body, usedforsecurity=False).hexdigest()
