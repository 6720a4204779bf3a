"""Batches sent to OpenAI, and what came back for each word."""

from typing import Annotated, ClassVar

from entities.fields import Flag, InKey, Needed, OpenEnum, Stored, Timestamp, Unit
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import UPSTREAM, ImageId, LineId, ReceiptId, ReceiptsItem, WordId
from entities.receipts.labels import ReceiptRef
from entities.receipts.receipt import EmbeddingStatus

_BATCH = "BATCH#{batch_id}"
_WORD = "RECEIPT#{receipt_id:05d}#LINE#{line_id:05d}#WORD#{word_id:05d}"
_OF_RECEIPT = "IMAGE#{image_id}#RECEIPT#{receipt_id:05d}"

_WITH_IMAGE = (
    "The image is part of the sort key: without it, words of two images in one batch would overwrite each other."
)


class BatchStatus(OpenEnum):
    """How far a batch has come."""

    PENDING = "PENDING"
    VALIDATING = "VALIDATING"
    IN_PROGRESS = "IN_PROGRESS"
    FINALIZING = "FINALIZING"
    COMPLETED = "COMPLETED"
    FAILED = "FAILED"
    EXPIRED = "EXPIRED"
    CANCELING = "CANCELING"
    CANCELLED = "CANCELLED"


class BatchType(OpenEnum):
    """What a batch asks for."""

    COMPLETION = "COMPLETION"
    EMBEDDING = "EMBEDDING"
    WORD_EMBEDDING = "WORD_EMBEDDING"
    LINE_EMBEDDING = "LINE_EMBEDDING"


class BatchSummary(ReceiptsItem):
    """A batch as a whole."""

    type_name: ClassVar[str] = "BATCH_SUMMARY"
    key: ClassVar[Key] = Key.of(_BATCH, "STATUS")
    indexes: ClassVar = {"GSI1": Key.of("STATUS#{status}", "BATCH_TYPE#{batch_type}#BATCH_ID#{batch_id}")}

    batch_id: InKey[str]
    batch_type: Needed[BatchType] = None
    openai_batch_id: Annotated[str | None, Stored(nothing=("N/A",))] = None
    submitted_at: Needed[Timestamp] = None
    status: BatchStatus = BatchStatus.PENDING
    word_count: int | None = None
    result_file_id: Annotated[str | None, Stored(nothing=("N/A",))] = None
    receipt_refs: tuple[ReceiptRef, ...] = ()


class _BatchResult(ReceiptsItem):
    """What a batch says of one word."""

    batch_id: InKey[str]
    image_id: ImageId
    receipt_id: ReceiptId
    line_id: LineId
    word_id: WordId


class CompletionBatchResult(_BatchResult):
    """What GPT thinks of a label."""

    type_name: ClassVar[str] = "COMPLETION_BATCH_RESULT"
    key: ClassVar[Key] = Key.of(_BATCH, "RESULT#IMAGE#{image_id}#" + _WORD + "#LABEL#{original_label}")
    indexes: ClassVar = {
        "GSI1": Key.of("LABEL_TARGET#{label_target}", "STATUS#{status}"),
        "GSI2": Key.of(_BATCH, "STATUS#{status}"),
        "GSI3": Key.of(_OF_RECEIPT, f"{_BATCH}#STATUS#" + "{status}"),
    }
    alternates: ClassVar = (
        Alternate(
            None,
            Key.of(
                _BATCH,
                "RESULT#RECEIPT#{receipt_id:d}#LINE#{line_id:d}#WORD#{word_id:d}#LABEL#{original_label}",
            ),
            UPSTREAM,
        ),
        Alternate("GSI1", Key.of("LABEL#{original_label}", "STATUS#{status}"), UPSTREAM),
        Alternate(
            "GSI3",
            Key.of("IMAGE#{image_id}#RECEIPT#{receipt_id:d}", f"{_BATCH}#STATUS#" + "{status}"),
            UPSTREAM,
        ),
    )
    notes: ClassVar = (_WITH_IMAGE,)

    original_label: str
    gpt_suggested_label: str | None = None
    label_confidence: Unit | None = None
    label_changed: Flag | None = None
    status: Needed[BatchStatus] = None
    validated_at: Timestamp | None = None
    reasoning: str | None = None
    raw_prompt: str | None = None
    raw_response: str | None = None
    label_target: str | None = None


class EmbeddingBatchResult(_BatchResult):
    """What became of the vector of a word."""

    type_name: ClassVar[str] = "EMBEDDING_BATCH_RESULT"
    key: ClassVar[Key] = Key.of(_BATCH, "RESULT#EMBEDDING#IMAGE#{image_id}#" + _WORD + "[#LABEL#{label}]")
    indexes: ClassVar = {
        "GSI2": Key.of(_BATCH, "STATUS#{status}"),
        "GSI3": Key.of(_OF_RECEIPT, f"{_BATCH}#STATUS#" + "{status}"),
    }
    alternates: ClassVar = (
        Alternate(
            None,
            Key.of(
                _BATCH,
                "RESULT#IMAGE#{image_id}#RECEIPT#{receipt_id:05d}#LINE#{line_id:03d}#WORD#{word_id:03d}",
            ),
            UPSTREAM,
        ),
        Alternate(
            None,
            Key.of(_BATCH, "RESULT#RECEIPT#{receipt_id:d}#LINE#{line_id:d}#WORD#{word_id:d}#LABEL#{label}"),
            "the document",
        ),
    )
    notes: ClassVar = (
        _WITH_IMAGE,
        "`EMBEDDING` stands in the sort key: without it, the key could be that of a completion result.",
    )

    pinecone_id: str | None = None
    text: str | None = None
    label: str | None = None
    status: Needed[EmbeddingStatus] = None
    error_message: str | None = None
