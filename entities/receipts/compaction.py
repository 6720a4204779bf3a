"""The merging of a receipt's vectors into the search index."""

from typing import ClassVar

from entities.fields import Counted, Needed, OpenEnum, Timestamp
from entities.keys import Key
from entities.receipts.base import ReceiptsItem


class CompactionState(OpenEnum):
    """How far the merging of a receipt's line or word vectors has come. If it FAILED, it may be tried again."""

    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"


class CompactionRun(ReceiptsItem):
    """A run that merges the vectors of a receipt's lines and words into the search index."""

    type_name: ClassVar[str] = "COMPACTION_RUN"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "RECEIPT#{receipt_id:05d}#COMPACTION_RUN#{run_id}")
    indexes: ClassVar = {"GSI1": Key.of("RUNS", "CREATED_AT#{created_at}")}

    run_id: str
    """The id of the run, a UUID."""
    image_id: str
    """The id of the image that the receipt is on."""
    receipt_id: Counted
    """The number of the receipt within its image, counted from 1."""
    lines_delta_prefix: str | None = None
    """The S3 prefix of the line vectors to merge."""
    lines_state: CompactionState = CompactionState.PENDING
    """How far the merging of the line vectors has come."""
    lines_started_at: Timestamp | None = None
    """When the merging of the line vectors began; null if it has not."""
    lines_finished_at: Timestamp | None = None
    """When the merging of the line vectors ended, whether it succeeded or failed; null if it has not."""
    lines_error: str | None = None
    """Why the merging of the line vectors failed; null if it did not."""
    lines_merged_vectors: int | None = None
    """How many line vectors were merged."""
    words_delta_prefix: str | None = None
    """The S3 prefix of the word vectors to merge."""
    words_state: CompactionState = CompactionState.PENDING
    """How far the merging of the word vectors has come."""
    words_started_at: Timestamp | None = None
    """When the merging of the word vectors began; null if it has not."""
    words_finished_at: Timestamp | None = None
    """When the merging of the word vectors ended, whether it succeeded or failed; null if it has not."""
    words_error: str | None = None
    """Why the merging of the word vectors failed; null if it did not."""
    words_merged_vectors: int | None = None
    """How many word vectors were merged."""
    created_at: Needed[Timestamp] = None
    """When the run was created."""
    updated_at: Timestamp | None = None
    """When the run was last changed; null if it never was."""
