"""Documents on their way through Textract."""

from typing import Any, ClassVar

from entities.documents import DocumentStatus, TextractJob
from entities.fields import Timestamp
from loaders.reading import Reading
from loaders.writing import change, create, expect
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.nova_inputs import Text
from resolvers.mutations.steps import step

_ENDS = {DocumentStatus.COMPLETED, DocumentStatus.FAILED, DocumentStatus.ERROR}
_BAD_ENDS = {DocumentStatus.FAILED, DocumentStatus.ERROR}

DOCUMENT_LEADS_TO = {
    DocumentStatus.UPLOADING: {DocumentStatus.SUBMITTED, DocumentStatus.PROCESSING, DocumentStatus.ERROR},
    DocumentStatus.SUBMITTED: {DocumentStatus.PROCESSING, DocumentStatus.ERROR},
    DocumentStatus.PROCESSING: _ENDS,
}
"""A notification may overtake the client that uploads: UPLOADING may become PROCESSING at once."""


class SubmitDocumentInput(Input):
    """A document that will be uploaded."""

    about: ClassVar[str] = "TextractJob"

    job_id: Text
    document_key: Text
    submitted_at: Timestamp | None = None


class SetDocumentStatusInput(Input):
    """How far a document has come."""

    about: ClassVar[str] = "TextractJob"

    job_id: Text
    status: DocumentStatus
    expected_status: DocumentStatus | None = None
    textract_id: Text | None = None
    result_key: Text | None = None
    error: Text | None = None
    completed_at: Timestamp | None = None


def submit_document(reading: Reading, input: SubmitDocumentInput) -> TextractJob:
    """A new job that waits for its document. A repeat finds it there, however far it has come."""
    job = TextractJob(
        **input.only("submitted_at"),
        status=DocumentStatus.UPLOADING,
        submitted_at=input.submitted_at or reading.now,
        updated_at=reading.now,
    )
    told = {"document_key"} | ({"submitted_at"} if input.submitted_at else set())
    return create(reading, job, ignoring=TextractJob.field_names - told)


def set_document_status(reading: Reading, input: SetDocumentStatusInput) -> TextractJob:
    """The next step; a document that has ended stays as it is."""
    _check(input)
    given = input.only("job_id", "status", "expected_status")
    stamps: dict[str, Any] = {"updated_at": reading.now}
    stamps |= {"completed_at": reading.now} if input.status is DocumentStatus.COMPLETED else {}

    def edit(job: TextractJob) -> TextractJob:
        if job.status is not input.status:
            expect(job, {"status": input.expected_status})
        return step(job, input.status, DOCUMENT_LEADS_TO, given=given, stamps=stamps)

    return change(reading, TextractJob, edit, field="input.jobId", job_id=input.job_id)


def _check(input: SetDocumentStatusInput) -> None:
    if (input.error is not None) is not (input.status in _BAD_ENDS):
        raise BadRequest("FAILED and ERROR, and nothing else, need error.", field="input.error")
    if input.completed_at and input.status is not DocumentStatus.COMPLETED:
        raise BadRequest("Only COMPLETED has completedAt.", field="input.completedAt")
