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
    """How far a batch has come, in OpenAI's own terms. COMPLETED, FAILED, EXPIRED and CANCELLED are final."""

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
    """What a batch asks OpenAI for. COMPLETION: GPT's opinion on labels. WORD_EMBEDDING, LINE_EMBEDDING: vectors of
    words or of lines. EMBEDDING: vectors, no longer used for new batches.
    """

    COMPLETION = "COMPLETION"
    EMBEDDING = "EMBEDDING"
    WORD_EMBEDDING = "WORD_EMBEDDING"
    LINE_EMBEDDING = "LINE_EMBEDDING"


class BatchSummary(ReceiptsItem):
    """A batch of requests that is sent to OpenAI."""

    type_name: ClassVar[str] = "BATCH_SUMMARY"
    key: ClassVar[Key] = Key.of(_BATCH, "STATUS")
    indexes: ClassVar = {"GSI1": Key.of("STATUS#{status}", "BATCH_TYPE#{batch_type}#BATCH_ID#{batch_id}")}

    batch_id: InKey[str]
    """The id of the batch, a UUID."""
    batch_type: Needed[BatchType] = None
    """What the batch asks OpenAI for: GPT's opinion on labels, or vectors of words or lines."""
    openai_batch_id: Annotated[str | None, Stored(nothing=("N/A",))] = None
    """The id that OpenAI gave the batch; null until it has one."""
    submitted_at: Needed[Timestamp] = None
    """When the batch was sent to OpenAI."""
    created_by: str | None = None
    """The person or program that created the batch; null if that was not recorded."""
    status: BatchStatus = BatchStatus.PENDING
    """How far the batch has come."""
    word_count: int | None = None
    """How many words the batch contains; null for many batches."""
    result_file_id: Annotated[str | None, Stored(nothing=("N/A",))] = None
    """The id of the file at OpenAI that holds the results; null until there are any."""
    receipt_refs: tuple[ReceiptRef, ...] = ()
    """The receipts that the batch is about."""
    deleted_by: str | None = None
    """Who is deleting the batch; null unless that is under way. Its results go before it."""


class _BatchResult(ReceiptsItem):
    """What a batch says of one word."""

    batch_id: InKey[str]
    """The id of the batch that the result belongs to."""
    image_id: ImageId
    receipt_id: ReceiptId
    line_id: LineId
    word_id: WordId


class CompletionBatchResult(_BatchResult):
    """GPT's opinion on a label of a word."""

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
        Alternate("GSI1", Key.of("LABEL#{original_label}", "STATUS#{status}"), UPSTREAM, is_kept=True),
        Alternate(
            "GSI3",
            Key.of("IMAGE#{image_id}#RECEIPT#{receipt_id:d}", f"{_BATCH}#STATUS#" + "{status}"),
            UPSTREAM,
        ),
    )
    notes: ClassVar = (_WITH_IMAGE,)

    original_label: str
    """The label that GPT was asked about."""
    gpt_suggested_label: str | None = None
    """The label that GPT suggests, which may be the original one; null if it suggests none."""
    label_confidence: Unit | None = None
    """How sure GPT is of its suggestion, from 0 to 1."""
    label_changed: Flag | None = None
    """Whether GPT suggests another label than the original one."""
    status: Needed[BatchStatus] = None
    """How far this question to GPT has come."""
    validated_at: Timestamp | None = None
    """When GPT answered."""
    reasoning: str | None = None
    """Why GPT suggests this label."""
    raw_prompt: str | None = None
    """The question to GPT, word for word."""
    raw_response: str | None = None
    """The answer of GPT, word for word."""
    label_target: str | None = None
    """The group that the label belongs to, such as `money`; null for many results."""


class EmbeddingBatchResult(_BatchResult):
    """The result of turning a word into a vector."""

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
        "`EMBEDDING` is part of the sort key: without it, the key could be that of a completion result.",
    )

    pinecone_id: str | None = None
    """The id of the vector in the vector store."""
    text: str | None = None
    """The text that was turned into a vector."""
    label: str | None = None
    """The label that the word had when it was turned into a vector; null if it had none."""
    status: Needed[EmbeddingStatus] = None
    """Whether the word has been turned into a vector."""
    error_message: str | None = None
    """Why the word could not be turned into a vector; null if it was."""
