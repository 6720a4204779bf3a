"""The states of documents."""

from commands.transitions.rules import Transitions
from entities.documents import DocumentStatus

DOCUMENT = Transitions(
    {
        DocumentStatus.UPLOADING: {DocumentStatus.SUBMITTED, DocumentStatus.PROCESSING, DocumentStatus.ERROR},
        DocumentStatus.SUBMITTED: {DocumentStatus.PROCESSING, DocumentStatus.ERROR},
        DocumentStatus.PROCESSING: {DocumentStatus.COMPLETED, DocumentStatus.FAILED, DocumentStatus.ERROR},
        DocumentStatus.COMPLETED: set(),
        DocumentStatus.FAILED: set(),
        DocumentStatus.ERROR: set(),
    }
)
"""A notification may overtake the client that uploads, so UPLOADING may become PROCESSING directly."""
