"""The states of a document, and the way through them."""

from enum import StrEnum


class DocumentStatus(StrEnum):
    """How far a document has come."""

    UPLOADING = "UPLOADING"
    SUBMITTED = "SUBMITTED"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    ERROR = "ERROR"


ENDED = {DocumentStatus.COMPLETED, DocumentStatus.FAILED, DocumentStatus.ERROR}
UNDER_WAY = [DocumentStatus.UPLOADING, DocumentStatus.SUBMITTED, DocumentStatus.PROCESSING]


def between(last: str | None, now: str) -> list[str]:
    """The states that a document went through unseen, from the last one that was seen to the present one."""
    if last not in UNDER_WAY:
        return []
    reached = UNDER_WAY.index(DocumentStatus(now)) if now in UNDER_WAY else len(UNDER_WAY)
    if now == DocumentStatus.ERROR:
        return []  # it may have come from anywhere
    return [each.value for each in UNDER_WAY[UNDER_WAY.index(DocumentStatus(last)) + 1 : reached]]
