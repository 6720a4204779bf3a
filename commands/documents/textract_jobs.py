"""Documents on their way through Textract."""

from typing import Any, ClassVar

from commands.authors import client
from commands.changes import change, create, expect
from commands.documents.named_keys import check_document_key, check_results
from commands.documents.steps import ended_values
from commands.input_types import ShortText
from commands.inputs import Input
from commands.transitions.documents import DOCUMENT
from entities.documents import DocumentStatus, TextractJob
from entities.fields import Timestamp
from loaders.errors import BadInput
from loaders.request import Request

_BAD_ENDS = {DocumentStatus.FAILED, DocumentStatus.ERROR}


class SubmitDocumentInput(Input):
    """A document that is going to be uploaded."""

    about: ClassVar[str] = "TextractJob"

    job_id: ShortText
    """The id of the new job, usually a UUID that the caller chooses; without slashes."""
    document_key: ShortText
    """The S3 key under which the document will be uploaded, such as `input/<jobId>/invoice.pdf`. Only operators and IAM
    may give the key of another document's file.
    """
    submitted_at: Timestamp | None = None
    """When the job was created; defaults to now."""
    client_id: ShortText | None = None
    """The client that owns the document; defaults to the caller's own. Only operators and IAM may give another; what a
    program with IAM submits without one belongs to none, and all people who are signed in see it.
    """


class SetDocumentStatusInput(Input):
    """The new status of a document, and what belongs to it."""

    about: ClassVar[str] = "TextractJob"

    job_id: ShortText
    """The id of the job."""
    status: DocumentStatus
    """The new status. A step that is not possible from the current status is refused."""
    expected_status: DocumentStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the job."""
    textract_id: ShortText | None = None
    """The id that Textract gave to its own job."""
    result_key: ShortText | None = None
    """Where the results are in S3, often a prefix of many objects such as `textract_output/<textractId>`. Unless an
    operator or IAM gives it, `jobId` or `textractId` must be one of the folders in it.
    """
    error: ShortText | None = None
    """What went wrong. Needed with FAILED and ERROR, not allowed otherwise."""
    completed_at: Timestamp | None = None
    """When the document was completely read; only allowed with COMPLETED, where it defaults to now."""


def submit_document(request: Request, input: SubmitDocumentInput) -> TextractJob:
    """Store a new document as UPLOADING. A repeat returns the existing one in its current state."""
    if "/" in input.job_id:  # it is the name of a folder in S3
        raise BadInput("`job_id` must not contain a slash.", field="job_id")
    check_document_key(request, input.job_id, input.document_key)
    values = input.only("submitted_at") | {"client_id": client(request, input.client_id)}
    values |= {"is_vouched": True} if request.caller.is_staff else {}
    job = TextractJob(
        **values,
        status=DocumentStatus.UPLOADING,
        submitted_at=input.submitted_at or request.now,
        updated_at=request.now,
    )
    told = {"document_key", *input.given("submitted_at", "client_id")}
    return create(request, job, ignoring=TextractJob.field_names - told)


def set_document_status(request: Request, input: SetDocumentStatusInput) -> TextractJob:
    """Move a document to its next status. The last one is final."""
    _check(input)
    given = input.only("job_id", "status", "expected_status")
    stamps: dict[str, Any] = {"updated_at": request.now}
    stamps |= {"completed_at": request.now} if input.status is DocumentStatus.COMPLETED else {}
    if not request.caller.is_staff and (input.result_key or input.textract_id):
        stamps["is_vouched"] = None

    def edit(job: TextractJob) -> TextractJob:
        if job.status is not input.status:
            expect(job, {"status": input.expected_status})
        check_results(request, job, input.textract_id, input.result_key)
        ending = ended_values(request, job) if input.status in DOCUMENT.final else {}
        return DOCUMENT.step(job, input.status, given=given, stamps={**stamps, **ending})

    return change(request, TextractJob, edit, field="job_id", job_id=input.job_id)


def _check(input: SetDocumentStatusInput) -> None:
    if (input.error is not None) is not (input.status in _BAD_ENDS):
        raise BadInput("`error` is required for FAILED and ERROR and not allowed otherwise.", field="error")
    if input.completed_at and input.status is not DocumentStatus.COMPLETED:
        raise BadInput("`completed_at` is allowed only for COMPLETED.", field="completed_at")
