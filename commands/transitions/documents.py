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

DOCUMENT_RETRY = Transitions(
    {
        DocumentStatus.UPLOADING: {DocumentStatus.SUBMITTED},
        DocumentStatus.SUBMITTED: {DocumentStatus.SUBMITTED},
        DocumentStatus.PROCESSING: {DocumentStatus.SUBMITTED},
        DocumentStatus.COMPLETED: set(),
        DocumentStatus.FAILED: {DocumentStatus.SUBMITTED},
        DocumentStatus.ERROR: {DocumentStatus.SUBMITTED},
    },
    from_unknown={DocumentStatus.SUBMITTED},
)
"""What a retry may do, which begins a new attempt. From a state that is under way it is allowed only once the document
is stuck: programs that died left some there for ever.
"""
