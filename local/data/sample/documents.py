"""Documents of the sample on their way through Textract, seen at the moment of loading; some are stuck.

Most belong to the client of the API key, some to another, and some to none, as upstream's do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.letters import DeadLetter, LetterQueue
from loaders.caller import DEMO_CLIENT
from local.data.sample.names import sample_id


@dataclass(frozen=True)
class _Document:
    name: str
    status: DocumentStatus
    minutes_ago: int
    """When it was submitted."""
    error: str | None = None
    client: str | None = DEMO_CLIENT

    @property
    def job_id(self) -> str:
        return sample_id("document", self.name)

    @property
    def is_at_textract(self) -> bool:
        return self.status not in {DocumentStatus.UPLOADING, DocumentStatus.SUBMITTED, DocumentStatus.ERROR}


_DONE, _FAILED, _ERROR = DocumentStatus.COMPLETED, DocumentStatus.FAILED, DocumentStatus.ERROR
_UPLOADING, _SUBMITTED = DocumentStatus.UPLOADING, DocumentStatus.SUBMITTED
_PROCESSING = DocumentStatus.PROCESSING

_ACME = "acme"

_DOCUMENTS = (
    _Document("annual-report", _DONE, 2 * 1440 + 17),
    _Document("lease-2026", _DONE, 1440 + 340, client=None),
    _Document("invoice-10482", _DONE, 1440 + 61, client=_ACME),
    _Document("invoice-10483", _DONE, 1440 + 60),
    _Document("invoice-10491", _DONE, 312),
    _Document("lab-results-march", _DONE, 95),
    _Document("user-manual-de", _DONE, 48),
    _Document("minutes-of-meeting", _PROCESSING, 3),
    _Document("thesis-draft-7", _PROCESSING, 6, client=_ACME),
    _Document("blueprints-scan", _PROCESSING, 3 * 1440),
    _Document("insurance-policy", _SUBMITTED, 1),
    _Document("holiday-photo", _SUBMITTED, 1440 + 700),
    _Document("tax-return-2025", _UPLOADING, 0, client=_ACME),
    _Document("video-frames", _UPLOADING, 7 * 60),
    _Document("password-protected", _FAILED, 1440 + 15, "Textract: the document is protected by a password."),
    _Document("unreadable-fax", _FAILED, 200, "Textract: UNSUPPORTED_DOCUMENT", client=None),
    _Document("contract-signed", _ERROR, 150, "The upload ended after 0 of 1,204,551 bytes."),
    _Document("meter-readings", _ERROR, 2 * 1440, "ProvisionedThroughputExceededException while starting Textract."),
)


def documents(now: datetime) -> Iterator[Item]:
    """One job for each document, and a message that failed."""
    for document in _DOCUMENTS:
        yield _job(document, now)
    yield _letter(next(each for each in _DOCUMENTS if each.name == "meter-readings"), now)


def _letter(document: _Document, now: datetime) -> Item:
    """The message that failed for a document."""
    return DeadLetter(
        letter_id=f"input:{sample_id('message', document.name)}",
        queue=LetterQueue.INPUT,
        body=f'{{"jobId": "{document.job_id}", "attempt": 1}}',
        reason=document.error,
        receive_count=3,
        job_id=document.job_id,
        attempt=1,
        received_at=now - timedelta(minutes=document.minutes_ago - 9),
    )


def _job(document: _Document, now: datetime) -> Item:
    submitted = now - timedelta(minutes=document.minutes_ago, seconds=11)
    is_over = document.status in {_DONE, _FAILED, _ERROR}
    completed = submitted + timedelta(seconds=38 + len(document.name))
    textract_id = sample_id("textract", document.name).replace("-", "") * 2
    return TextractJob(
        job_id=document.job_id,
        client_id=document.client,
        document_key=f"input/{document.job_id}/{document.name}.pdf",
        status=document.status,
        submitted_at=submitted,
        completed_at=completed if is_over else None,
        updated_at=completed if is_over else submitted + timedelta(seconds=2),
        textract_id=textract_id if document.is_at_textract else None,
        result_key=f"textract_output/{textract_id}" if document.status is _DONE else None,
        error=document.error,
        expires_at=now + timedelta(days=365) if is_over else None,
    )
