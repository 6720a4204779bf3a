"""What subscribers are told of documents: the thirteen kinds of news of the seed, each derived from a change."""

from entities.documents import DocumentStatus
from entities.fields import ClosedEnum, Part, Timestamp


class DocumentEventType(ClosedEnum):
    """What happened to a document: UPLOAD_STARTED, UPLOAD_COMPLETED, PROCESSING_STARTED, PROCESSING_COMPLETED and
    PROCESSING_FAILED are steps on its way; TEXTRACT_PROGRESS, PAGE_PROCESSED, OPERATION_STARTED and OPERATION_COMPLETED
    say how far it is; SYSTEM_ERROR, VALIDATION_ERROR, PROCESSING_ERROR and DLQ_ERROR end it.
    """

    UPLOAD_STARTED = "UPLOAD_STARTED"
    UPLOAD_COMPLETED = "UPLOAD_COMPLETED"
    PROCESSING_STARTED = "PROCESSING_STARTED"
    PROCESSING_COMPLETED = "PROCESSING_COMPLETED"
    PROCESSING_FAILED = "PROCESSING_FAILED"
    TEXTRACT_PROGRESS = "TEXTRACT_PROGRESS"
    PAGE_PROCESSED = "PAGE_PROCESSED"
    OPERATION_STARTED = "OPERATION_STARTED"
    OPERATION_COMPLETED = "OPERATION_COMPLETED"
    SYSTEM_ERROR = "SYSTEM_ERROR"
    VALIDATION_ERROR = "VALIDATION_ERROR"
    PROCESSING_ERROR = "PROCESSING_ERROR"
    DLQ_ERROR = "DLQ_ERROR"


class DocumentEventCategory(ClosedEnum):
    """What kind of news an event is: STATUS_UPDATE, PROGRESS_UPDATE or ERROR."""

    STATUS_UPDATE = "STATUS_UPDATE"
    PROGRESS_UPDATE = "PROGRESS_UPDATE"
    ERROR = "ERROR"


class DocumentEventDetails(Part):
    """More about an event, as far as it is known."""

    pages_processed: int | None = None
    """How many pages can be read by now."""
    total_pages: int | None = None
    """How many pages the document has."""
    current_operation: str | None = None
    """What is being done, or with OPERATION_COMPLETED what was, such as `recognising`."""
    error: str | None = None
    """What went wrong."""
    dlq_source: str | None = None
    """The queue whose message was given up, `input` or `output`."""
    retry_count: int | None = None
    """How often the message was delivered before it was given up."""


class DocumentEvent(Part):
    """Something that happened to a document."""

    job_id: str
    """The id of the document's job."""
    type: DocumentEventType
    """What happened."""
    category: DocumentEventCategory
    """What kind of news it is."""
    status: DocumentStatus
    """How far the document has come."""
    message: str
    """What happened, in a sentence."""
    progress: float | None = None
    """The share of pages that can be read, from 0 to 1; null as long as nothing is known, since Textract tells no
    progress.
    """
    timestamp: Timestamp
    """When it happened."""
    details: DocumentEventDetails
    """More about it."""
