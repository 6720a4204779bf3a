"""The states of labels, embeddings, compaction runs and batches."""

from commands.transitions.rules import Transitions
from entities.receipts.batches import BatchStatus
from entities.receipts.compaction import CompactionState
from entities.receipts.labels import ValidationStatus
from entities.receipts.receipt import EmbeddingStatus

_JUDGED = frozenset(ValidationStatus) - {ValidationStatus.NONE}

LABEL = Transitions({status: _JUDGED - {status} for status in ValidationStatus}, from_unknown=_JUDGED)
"""A judgement may always be revised, but a label that was judged never becomes unjudged again."""

EMBEDDING = Transitions(
    {
        EmbeddingStatus.NONE: {
            EmbeddingStatus.PENDING,
            EmbeddingStatus.SUCCESS,
            EmbeddingStatus.FAILED,
            EmbeddingStatus.NOISE,
        },
        EmbeddingStatus.PENDING: {
            EmbeddingStatus.NONE,
            EmbeddingStatus.SUCCESS,
            EmbeddingStatus.FAILED,
            EmbeddingStatus.NOISE,
        },
        EmbeddingStatus.SUCCESS: {EmbeddingStatus.NONE, EmbeddingStatus.PENDING},
        EmbeddingStatus.FAILED: {EmbeddingStatus.NONE, EmbeddingStatus.PENDING, EmbeddingStatus.NOISE},
        EmbeddingStatus.NOISE: {EmbeddingStatus.NONE, EmbeddingStatus.PENDING},
    },
    from_unknown=frozenset(EmbeddingStatus),
)
"""After a success or a failure the next result needs another try. Noise is never embedded directly."""

COMPACTION = Transitions(
    {
        CompactionState.PENDING: {CompactionState.PROCESSING},
        CompactionState.PROCESSING: {CompactionState.COMPLETED, CompactionState.FAILED},
        CompactionState.FAILED: {CompactionState.PROCESSING},
        CompactionState.COMPLETED: set(),
    }
)
"""A failed compaction may be tried again."""

_FORWARD = (
    BatchStatus.PENDING,
    BatchStatus.VALIDATING,
    BatchStatus.IN_PROGRESS,
    BatchStatus.FINALIZING,
    BatchStatus.COMPLETED,
)
_ENDS = {BatchStatus.COMPLETED, BatchStatus.FAILED, BatchStatus.EXPIRED, BatchStatus.CANCELLED}
_BREAKS = {BatchStatus.FAILED, BatchStatus.EXPIRED, BatchStatus.CANCELING, BatchStatus.CANCELLED}

BATCH = Transitions(
    {
        **{status: {*_FORWARD[place + 1 :], *_BREAKS} for place, status in enumerate(_FORWARD[:-1])},
        BatchStatus.CANCELING: _ENDS,
        **{status: set() for status in _ENDS},
    },
    from_unknown=frozenset(BatchStatus),
)
"""Only forward. A poller sees some of OpenAI's statuses and misses others, so steps may be skipped."""
