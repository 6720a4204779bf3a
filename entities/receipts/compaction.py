"""The merging of a receipt's vectors into the search index."""

from typing import ClassVar

from entities.fields import Counted, Needed, OpenEnum, Timestamp
from entities.keys import Key
from entities.receipts.base import ReceiptsItem


class CompactionState(OpenEnum):
    """How far the merging of one collection has come."""

    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"


class CompactionRun(ReceiptsItem):
    """One run that merges the lines and the words of a receipt."""

    type_name: ClassVar[str] = "COMPACTION_RUN"
    key: ClassVar[Key] = Key.of("IMAGE#{image_id}", "RECEIPT#{receipt_id:05d}#COMPACTION_RUN#{run_id}")
    indexes: ClassVar = {"GSI1": Key.of("RUNS", "CREATED_AT#{created_at}")}

    run_id: str
    image_id: str
    receipt_id: Counted
    lines_delta_prefix: str | None = None
    lines_state: CompactionState = CompactionState.PENDING
    lines_started_at: Timestamp | None = None
    lines_finished_at: Timestamp | None = None
    lines_error: str | None = None
    lines_merged_vectors: int | None = None
    words_delta_prefix: str | None = None
    words_state: CompactionState = CompactionState.PENDING
    words_started_at: Timestamp | None = None
    words_finished_at: Timestamp | None = None
    words_error: str | None = None
    words_merged_vectors: int | None = None
    created_at: Needed[Timestamp] = None
    updated_at: Timestamp | None = None
