"""Textractor: PDFs that Textract reads."""

from typing import Annotated, ClassVar

from entities.fields import Needed, OpenEnum, Stored, Timestamp
from entities.item import Item
from entities.keys import Key
from entities.tables import DOCUMENTS, Table


class DocumentStatus(OpenEnum):
    """How far a document has come: UPLOADING, SUBMITTED (uploaded), PROCESSING (with Textract), then COMPLETED, FAILED
    (Textract could not read it) or ERROR (something else went wrong).
    """

    UPLOADING = "UPLOADING"
    SUBMITTED = "SUBMITTED"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    ERROR = "ERROR"


class TextractJob(Item):
    """A document, usually a PDF, that Amazon Textract reads."""

    table: ClassVar[Table] = DOCUMENTS
    type_name: ClassVar[str] = "TextractJob"
    key: ClassVar[Key] = Key.of("{job_id:text}")
    indexes: ClassVar = {
        "Status-SubmittedAt-Index": Key.of("{status}", "{submitted_at}"),
        "DocumentKey-Index": Key.of("{document_key:text}"),
        "TextractID-Index": Key.of("{textract_id:text}"),
    }
    owner: ClassVar[str] = "client_id"
    notes: ClassVar = (
        "`SubmittedAt` is UTC of fixed width: upstream writes the local offset, and such strings do not sort by time.",
        '`TextractID` and `ResultKey` are absent until known; upstream writes "PENDING", early writers NULL.',
        "Early writers stored later results inside `Details`: they are read from there too.",
        "TextractID-Index, which upstream has, finds the job for a notification from Textract.",
        "`ClientID` is ours: upstream knows no owners, so its documents belong to none.",
    )

    job_id: Annotated[str, Stored("JobID")]
    """The id of the job, usually a UUID; each document has a job of its own."""
    client_id: Annotated[str | None, Stored("ClientID")] = None
    """The client that submitted the document and owns it; null if it belongs to none."""
    document_key: Annotated[Needed[str], Stored("DocumentKey")] = None
    """The S3 key of the document, such as `input/<jobId>/invoice.pdf`."""
    status: Annotated[DocumentStatus, Stored("Status")]
    """How far the document has come. FAILED: Textract could not read it. ERROR: something else went wrong."""
    submitted_at: Annotated[Needed[Timestamp], Stored("SubmittedAt")] = None
    """When the job was created."""
    completed_at: Annotated[Timestamp | None, Stored("CompletedAt", also=("Details.CompletedAt",))] = None
    """When the document was completely read; null if it was not."""
    updated_at: Annotated[Timestamp | None, Stored("UpdatedAt")] = None
    """When the job was last changed; null if that was not recorded."""
    textract_id: Annotated[
        str | None,
        Stored("TextractID", also=("Details.TextractID", "Details.textractJobId"), nothing=("PENDING", "N/A")),
    ] = None
    """The id that Textract gave to its own job; null until Textract has the document."""
    result_key: Annotated[str | None, Stored("ResultKey", also=("Details.ResultKey",), nothing=("PENDING", "N/A"))] = (
        None
    )
    """Where the results are in S3, often a prefix such as `textract_output/<textractId>`; null until there are any."""
    error: Annotated[str | None, Stored("Error", also=("Details.Error", "Details.error", "error"))] = None
    """What went wrong, as text; null if nothing did."""
