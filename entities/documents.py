"""Textractor: PDFs that Textract reads."""

from typing import Annotated, ClassVar

from entities.fields import Needed, OpenEnum, Stored, Timestamp
from entities.item import Item
from entities.keys import Key
from entities.tables import DOCUMENTS, Table


class DocumentStatus(OpenEnum):
    """How far a document has come. FAILED: Textract could not read it. ERROR: the system could not."""

    UPLOADING = "UPLOADING"
    SUBMITTED = "SUBMITTED"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    ERROR = "ERROR"


class TextractJob(Item):
    """A document on its way through Textract."""

    table: ClassVar[Table] = DOCUMENTS
    type_name: ClassVar[str] = "TextractJob"
    key: ClassVar[Key] = Key.of("{job_id:text}")
    indexes: ClassVar = {
        "Status-SubmittedAt-Index": Key.of("{status}", "{submitted_at}"),
        "DocumentKey-Index": Key.of("{document_key:text}"),
        "TextractID-Index": Key.of("{textract_id:text}"),
    }
    notes: ClassVar = (
        "`SubmittedAt` is UTC of fixed width: upstream writes the local offset, and such texts do not sort like time.",
        '`TextractID` and `ResultKey` are absent until known; upstream writes "PENDING", early writers NULL.',
        "Early writers kept what they learned later inside `Details`: it is read from there too.",
        "TextractID-Index, which upstream has, finds the job that a notification of Textract speaks of.",
    )

    job_id: Annotated[str, Stored("JobID")]
    document_key: Annotated[Needed[str], Stored("DocumentKey")] = None
    status: Annotated[DocumentStatus, Stored("Status")]
    submitted_at: Annotated[Needed[Timestamp], Stored("SubmittedAt")] = None
    completed_at: Annotated[Timestamp | None, Stored("CompletedAt", also=("Details.CompletedAt",))] = None
    updated_at: Annotated[Timestamp | None, Stored("UpdatedAt")] = None
    textract_id: Annotated[
        str | None,
        Stored("TextractID", also=("Details.TextractID", "Details.textractJobId"), nothing=("PENDING", "N/A")),
    ] = None
    result_key: Annotated[str | None, Stored("ResultKey", also=("Details.ResultKey",), nothing=("PENDING", "N/A"))] = (
        None
    )
    error: Annotated[str | None, Stored("Error", also=("Details.Error", "Details.error", "error"))] = None
