"""Documents going through the pipeline while things go wrong, and what must be true of them in the end."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Any

from commands.documents.removals import DeleteDocumentInput, delete_document
from commands.documents.results import own_pages
from commands.documents.retries import RetryDocumentInput, retry_document
from commands.documents.uploads import CreateDocumentInput, create_document
from entities.documents import DocumentErrorKind, DocumentStatus, TextractJob
from entities.letters import DeadLetter
from entities.tables import DOCUMENTS, LETTERS
from loaders.caller import RequestCaller
from loaders.documents import documents_by_status
from loaders.errors import LoaderError
from loaders.letters import LETTERS as LETTERS_LISTED
from services.clients import Services
from services.settings import ServiceSettings
from tests.pipelines.chaos import Chaos
from tests.pipelines.simulation import Database, Simulation, Woken, simulated
from tests.pipelines.stand_ins import BUCKET, MemoryS3, MemorySqs, MemoryTextract
from workers import completion_processor, dead_letters, document_processor, sweeper

CALLER = RequestCaller("user", name="ann", client="acme", groups=frozenset({"editors"}))
ENDED = {DocumentStatus.COMPLETED, DocumentStatus.FAILED, DocumentStatus.ERROR}
FAULTS = {
    "killed": 0.03,
    "away": 0.03,
    "answer lost": 0.02,
    "interleaved": 0.03,
    "twice": 0.15,
    "late": 0.2,
    "event lost": 0.2,
    "delivered again": 0.15,
    "slowed": 0.3,
    "throttled": 0.1,
    "refused": 0.05,
    "failed": 0.1,
    "partial": 0.2,
    "no output": 0.15,
}
SETTINGS = ServiceSettings(
    documents_bucket=BUCKET,
    documents_input_queue_url="documents-input",
    documents_output_queue_url="documents-output",
    documents_topic_arn="arn:topic",
    textract_role_arn="arn:role",
    documents_pages_per_day=1_000,
)
OTHERS = {"JobID": "theirs", "Status": "PROCESSING", "DocumentKey": "input/theirs/a.pdf", "TextractID": "PENDING"}
"""A document of another program, which must stay as it is."""


def paper(pages: int) -> bytes:
    """A file that says what is on its pages; it is a PDF by its first bytes only."""
    return b"%PDF-1.4\n" + "\f".join(f"page {n} line 1\npage {n} line 2" for n in range(1, pages + 1)).encode()


def read_paper(body: bytes) -> list[list[str]]:
    return [page.split("\n") for page in body.removeprefix(b"%PDF-1.4\n").decode().split("\f")]


class DocumentSchedule:
    """One random schedule of uploads and faults."""

    def __init__(self, seed: int, database: Database) -> None:
        self.chaos = Chaos(seed)
        random = self.chaos.random
        self.chaos.rates = {name: rate for name, rate in FAULTS.items() if random.random() < 0.5}
        self.sqs = MemorySqs(self.chaos, "documents-input", "documents-output")
        self.s3 = MemoryS3(self.chaos, lambda body: self._tell("documents-input", body))
        self.textract = MemoryTextract(
            self.chaos, self.s3, lambda body: self._tell("documents-output", body), read_paper
        )
        self.services = Services(SETTINGS)
        self.services.__dict__ |= {"documents": self.s3, "sqs": self.sqs, "textract": self.textract}
        woken = [
            Woken("documents-input", document_processor.handler),
            Woken("documents-output", completion_processor.handler, batch=3),
            Woken("documents-input-dlq", dead_letters.handler, batch=3),
            Woken("documents-output-dlq", dead_letters.handler, batch=3),
        ]
        self.simulation = Simulation(self.chaos, self.sqs, woken, sweeper.handler, database)
        self.chaos.between = self._meanwhile
        self.database = database
        self.files: dict[str, bytes] = {}
        self.deleted: set[str] = set()
        self.poisoned = 0

    def run(self) -> None:
        with simulated(self.services, self.chaos, self.database):
            self._store_others()
            try:
                for _ in range(self.chaos.random.randint(1, 3)):
                    self._create()
                for _ in range(self.chaos.random.randint(10, 40)):
                    self._something()
                self.simulation.drain(self.textract.go_on)
                self.check()
            finally:
                self._clean()

    def _meanwhile(self) -> None:
        self.simulation.deliver_one()

    def check(self) -> None:
        """Nothing is lost, stuck, started twice, or without a reason."""
        with self.database.request(RequestCaller("program")) as request:
            listed = documents_by_status(request, list(DocumentStatus), first=100).items
            jobs = {job.job_id: job for job in listed if isinstance(job, TextractJob) and job.job_id != "theirs"}
            letters = [
                each for each in LETTERS_LISTED.page(request, {}, first=100).items if isinstance(each, DeadLetter)
            ]
        assert jobs.keys() == self.files.keys() - self.deleted, "a document is lost"
        for job in jobs.values():
            self._check_one(job, letters)
        assert all(len(ids) == 1 for ids in self.textract.starts.values()), "Textract was started twice"
        assert not any(queue.messages for queue in self.sqs.queues.values()), "a message is left"
        assert not any("busy" in (each.reason or "") for each in letters), "waiting has used up tries"
        assert sum(each.job_id is None for each in letters) >= self.poisoned, "a poison message is lost"
        theirs = self.database.client.get_item(
            TableName=self.database.names["documents"], Key={"JobID": {"S": "theirs"}}
        )["Item"]
        assert {**OTHERS, "SubmittedAt": theirs["SubmittedAt"]} == theirs, "another program's document has changed"
        assert "input/theirs/a.pdf" in self.s3.objects.keys() - self.s3.marked

    def _check_one(self, job: TextractJob, letters: list[DeadLetter]) -> None:
        told = f"{job.job_id} {job.status} {job.error}"
        assert job.status in ENDED, f"stuck: {told}"
        assert job.expires_at, told
        assert job.lease_until is None, told
        if job.status is DocumentStatus.COMPLETED:
            pages = own_pages(self.s3, job.job_id, job.attempt or 0, 0, 100).pages
            lines = [[line["text"] for line in page["lines"]] for page in pages]
            assert lines == read_paper(self.files[job.job_id]), told
            own = (f"input/{job.job_id}/", f"results/{job.job_id}/{job.attempt}/")
            assert {each for each in self.s3.objects if each.startswith(own)} <= self.s3.marked, told
            assert job.error is None, told
            return
        assert job.error, f"no reason: {told}"
        assert (job.error_kind is not None) is (job.status is DocumentStatus.ERROR), told
        if job.error_kind is DocumentErrorKind.DLQ_ERROR:
            assert any(each.job_id == job.job_id for each in letters), f"no letter: {told}"
            assert job.dlq_source in {"input", "output"}, told

    def _create(self) -> None:
        body = paper(self.chaos.random.randint(1, 5)) if self.chaos.random.random() < 0.9 else b"no paper"
        given = CreateDocumentInput(
            file_name="a b.pdf",
            byte_length=len(body),
            content_type="application/pdf",
            sha256=sha256(body).hexdigest(),
        )
        with self.database.request(CALLER) as request:
            job_id = create_document(request, given).document.job_id
        self.files[job_id] = body
        if self.chaos.random.random() < 0.95:
            self.s3.upload(self._key(job_id), body)

    def _something(self) -> None:
        random = self.chaos.random
        actions: list[tuple[float, Any]] = [
            (10, self.simulation.deliver_one),
            (3, lambda: self.chaos.pass_time(seconds=random.uniform(0, 900))),
            (3, self.textract.go_on),
            (2, self.simulation.sweep),
            (0.3, self._create),
            (0.5, self._upload_told_again),
            (0.3, self._poison),
            (0.3, self._delete_object),
            (0.5, self._retry),
            (0.2, self._delete),
            (0.1, self.sqs_wipe),
        ]
        ((_, action),) = random.choices(actions, [weight for weight, _ in actions])
        action()

    def sqs_wipe(self) -> None:
        self.poisoned = 0
        self.sqs.wipe()

    def _upload_told_again(self) -> None:
        key = self._key(self.chaos.random.choice(list(self.files)))
        self.sqs.deliver("documents-input", self.s3.event(key))

    def _poison(self) -> None:
        self.poisoned += 1
        self.sqs.deliver(self.chaos.random.choice(["documents-input", "documents-output"]), '{"what": ["is this"]}')

    def _delete_object(self) -> None:
        self.s3.objects.pop(self._key(self.chaos.random.choice(list(self.files))), None)

    def _retry(self) -> None:
        job_id = self.chaos.random.choice(list(self.files))
        with self.database.request(CALLER) as request, undisturbed(self.chaos), suppress(LoaderError):
            retry_document(request, RetryDocumentInput(job_id=job_id))

    def _delete(self) -> None:
        job_id = self.chaos.random.choice(list(self.files))
        with self.database.request(CALLER) as request, undisturbed(self.chaos), suppress(LoaderError):
            if delete_document(request, DeleteDocumentInput(job_id=job_id)).is_complete:
                self.deleted.add(job_id)

    def _tell(self, queue: str, body: str) -> None:
        self.sqs.deliver(queue, body)

    def _key(self, job_id: str) -> str:
        return f"input/{job_id}/a_b.pdf"

    def _store_others(self) -> None:
        self.s3.objects["input/theirs/a.pdf"] = paper(1)
        item = {name: {"S": value} for name, value in OTHERS.items()}
        self.database.client.put_item(TableName=self.database.names["documents"], Item=item)

    def _clean(self) -> None:
        for table in (DOCUMENTS, LETTERS):
            name = self.database.names[table.name]
            for item in self.database.client.scan(TableName=name)["Items"]:
                key = {each: item[each] for each in table.key.attributes}
                self.database.client.delete_item(TableName=name, Key=key)


@contextmanager
def undisturbed(chaos: Chaos) -> Iterator[None]:
    """What a person does is seen to succeed or to fail."""
    before, chaos.rates = chaos.rates, {}
    try:
        yield
    finally:
        chaos.rates = before
