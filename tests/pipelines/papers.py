"""The API and the workers over the same tables and services in memory: what a client does, until all is done."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from services.clients import Services, use_services
from services.settings import ServiceSettings
from tests.commands.conftest import Changing
from tests.pipelines.chaos import Chaos
from tests.pipelines.documents import SETTINGS, paper, read_paper
from tests.pipelines.stand_ins import MemoryS3, MemorySqs, MemoryTextract
from workers import completion_processor, dead_letters, document_processor, queue_events, sweeper

CREATED = "{ document { jobId status documentKey } upload { url method headers { name value } expiresAt } }"


class Papers:
    """Documents of one API, and the workers that care for them."""

    def __init__(self, api: Changing, settings: ServiceSettings = SETTINGS) -> None:
        self.api = api
        self.chaos = Chaos(1, now=datetime.now(UTC))
        self.sqs = MemorySqs(self.chaos, "documents-input", "documents-output", "cats")
        self.s3 = MemoryS3(self.chaos, lambda body: self._tell("documents-input", body))
        self.textract = MemoryTextract(
            self.chaos, self.s3, lambda body: self._tell("documents-output", body), read_paper
        )
        self.services = Services(settings)
        self.services.__dict__ |= {"documents": self.s3, "sqs": self.sqs, "textract": self.textract}

    def create(self, body: bytes | None = None, **more: Any) -> dict[str, Any]:
        """A new document as its client is told of it; its file is not uploaded yet."""
        body = paper(2) if body is None else body
        given = {
            "fileName": "a b.pdf",
            "byteLength": len(body),
            "contentType": "application/pdf",
            "sha256": sha256(body).hexdigest(),
        }
        return self.api.do("createDocument", CREATED, **{**given, **more})

    def upload(self, body: bytes | None = None, **more: Any) -> str:
        """A new document with its file; returns the id of its job."""
        body = paper(2) if body is None else body
        made = self.create(body, **more)["document"]
        self.s3.upload(made["documentKey"], body)
        return str(made["jobId"])

    def work(self, minutes: float = 30) -> None:
        """Let the workers do all that there is to do, for so long."""
        handlers = {
            "documents-input": document_processor.handler,
            "documents-output": completion_processor.handler,
            "documents-input-dlq": dead_letters.handler,
            "documents-output-dlq": dead_letters.handler,
            "cats-dlq": dead_letters.handler,
        }
        until = self.chaos.now + timedelta(minutes=minutes)
        while self.chaos.now < until:
            for name, handler in handlers.items():
                queue = self.sqs.queues[name]
                while messages := queue.receive(self.chaos):
                    failed = handler(queue.event(messages), None)["batchItemFailures"]
                    if not failed:
                        queue.messages.remove(messages[0])
            self.chaos.pass_time(minutes=4)
            self.textract.go_on()

    def sweep(self) -> dict[str, int]:
        swept: dict[str, int] = sweeper.handler({}, None)["swept"]
        return swept

    def job(self, job_id: str, fields: str = "status error errorKind attempt") -> Any:
        query = f"query ($id: ID!) {{ document(jobId: $id) {{ {fields} }} }}"
        return self.api.get(query, id=job_id)["document"]

    def _tell(self, queue: str, body: str) -> None:
        self.sqs.deliver(queue, body)


@contextmanager
def papers_of(api: Changing, settings: ServiceSettings = SETTINGS) -> Iterator[Papers]:
    """The services in memory, for the API and for the workers."""
    made = Papers(api, settings)
    before, parts = use_services(made.services), queue_events.parts
    was = parts.store, parts.now, parts.jitter
    parts.store, parts.now, parts.jitter = api.store, (lambda: made.chaos.now), min
    try:
        yield made
    finally:
        parts.store, parts.now, parts.jitter = was
        use_services(before)
