"""Textractor: PDFs that Textract reads."""

from typing import Annotated, ClassVar

from entities.fields import Flag, Large, Needed, OpenEnum, Stored, TextSet, Timestamp
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


class DocumentErrorKind(OpenEnum):
    """What kind of error ended a document: SYSTEM_ERROR (our side), VALIDATION_ERROR (the file cannot be read, or a
    limit is reached), PROCESSING_ERROR (Textract), or DLQ_ERROR (its message failed three times and is a dead letter).
    """

    SYSTEM_ERROR = "SYSTEM_ERROR"
    VALIDATION_ERROR = "VALIDATION_ERROR"
    PROCESSING_ERROR = "PROCESSING_ERROR"
    DLQ_ERROR = "DLQ_ERROR"


class TextractJob(Item):
    """A document, usually a PDF, that Amazon Textract reads."""

    table: ClassVar[Table] = DOCUMENTS
    type_name: ClassVar[str] = "TextractJob"
    is_counted: ClassVar[bool] = True
    key: ClassVar[Key] = Key.of("{job_id:text}")
    indexes: ClassVar = {
        "Status-SubmittedAt-Index": Key.of("{status}", "{submitted_at}"),
        "DocumentKey-Index": Key.of("{document_key:text}"),
        "TextractID-Index": Key.of("{textract_id:text}"),
        "ClientID-SubmittedAt-Index": Key.of("{client_id:text}", "{submitted_at}"),
    }
    owner: ClassVar[str] = "client_id"
    hidden: ClassVar[frozenset[str]] = frozenset({"is_vouched"})
    notes: ClassVar = (
        "`SubmittedAt` is UTC of fixed width: upstream writes the local offset, and such strings do not sort by time.",
        '`TextractID` and `ResultKey` are absent until known; upstream writes "PENDING", early writers NULL.',
        "Early writers stored later results inside `Details`: they are read from there too.",
        "TextractID-Index, which upstream has, finds the job for a notification from Textract.",
        "`ClientID` is ours: upstream knows no owners, so its documents belong to none.",
        "ClientID-SubmittedAt-Index is ours: it lists one client's documents without reading those of others.",
        "`Managed` marks what `createDocument` made. Only that gets a `TTL`, and only its objects go with it.",
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
    error_kind: Annotated[DocumentErrorKind | None, Stored("ErrorKind")] = None
    """What kind of error ended the document; null if none did, or if another program recorded it."""
    warnings: Annotated[tuple[str, ...], Stored("Warnings")] = ()
    """What Textract could not read although the document is COMPLETED, such as single pages."""
    attempt: Annotated[int | None, Stored("Attempt")] = None
    """How many times the document has been given to Textract, counted from 1; null before the first time, and for
    documents of other programs.
    """
    lease_until: Annotated[Timestamp | None, Stored("LeaseUntil")] = None
    """When this API will ask Textract itself, if it has heard nothing by then; null unless PROCESSING."""
    retry_count: Annotated[int | None, Stored("RetryCount")] = None
    """How often its last message was delivered before it was given up; null unless it was."""
    throttled_count: Annotated[int | None, Stored("ThrottledCount")] = None
    """How often the document had to wait because Textract was busy. This uses up no try."""
    dlq_source: Annotated[str | None, Stored("DlqSource")] = None
    """The queue whose message was given up, `input` or `output`; null unless one was."""
    total_pages: Annotated[int | None, Stored("TotalPages")] = None
    """How many pages the document has; null until that is known."""
    pages_processed: Annotated[int | None, Stored("PagesProcessed")] = None
    """How many pages can be read by now; null until Textract is done, which tells no progress before."""
    current_operation: Annotated[str | None, Stored("CurrentOperation")] = None
    """What is being done with the document, such as `collecting_results`; null if nothing is."""
    file_name: Annotated[str | None, Stored("FileName")] = None
    """The name that the file had where it came from; null for documents of other programs."""
    content_type: Annotated[str | None, Stored("ContentType")] = None
    """The media type of the file, such as `application/pdf`; null if it was not given."""
    byte_length: Annotated[Large | None, Stored("ByteLength")] = None
    """The size of the file in bytes; null if it is not known."""
    sha256: Annotated[str | None, Stored("Sha256")] = None
    """The SHA-256 of the file, as 64 lowercase hexadecimal digits; null if it was not given."""
    features: Annotated[TextSet, Stored("Features")] = ()
    """What Textract looks for besides text, such as `TABLES` and `FORMS`."""
    etag: Annotated[str | None, Stored("ETag")] = None
    """The ETag of the uploaded file, without quotes; null until it was seen."""
    upload_until: Annotated[Timestamp | None, Stored("UploadUntil")] = None
    """Until when the file may be uploaded; null unless `createDocument` made the document."""
    is_managed: Annotated[Flag | None, Stored("Managed")] = None
    """Whether `createDocument` made the document. Such a document expires 30 days after it has ended, with its files;
    others are kept until they are deleted.
    """
    is_vouched: Annotated[Flag | None, Stored("Vouched")] = None
    """Whether an operator or a program with IAM named the files. A client may name what is not its own."""
    deleted_by: Annotated[str | None, Stored("DeletedBy")] = None
    """Who is deleting the document; null if it is not being deleted."""
