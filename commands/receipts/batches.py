"""Batches at OpenAI: their creation, their status, and their results."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.authors import author
from commands.bulk import write_in_batches
from commands.changes import change, create, expect, revised, still, until_settled
from commands.input_types import CountedTime, ShortText
from commands.inputs import Input
from commands.receipts.hygiene import ReceiptRefInput
from commands.receipts.receipt_writes import OfWord, UpperWord, not_going, settled
from commands.transitions.receipts import BATCH
from entities.fields import Ordinal, Part, Timestamp, Unit
from entities.item import Item
from entities.receipts.batches import (
    BatchStatus,
    BatchSummary,
    BatchType,
    CompletionBatchResult,
    EmbeddingBatchResult,
)
from entities.receipts.receipt import EmbeddingStatus
from loaders.current import find_many, require
from loaders.dynamo.writes import Action
from loaders.errors import BadInput
from loaders.request import Request

MAX_RESULTS = 1000


class CreateBatchInput(Input):
    """A batch that is sent to OpenAI."""

    about: ClassVar[str] = "BatchSummary"

    batch_id: str
    """The id of the new batch, a UUID that the caller chooses."""
    batch_type: BatchType
    openai_batch_id: str | None = None
    """The id that OpenAI gave the batch; it can also be given later, with `setBatchStatus`."""
    submitted_at: Timestamp | None = None
    """When the batch was sent to OpenAI; defaults to now."""
    word_count: Ordinal | None = None
    """How many words the batch contains."""
    receipt_refs: tuple[ReceiptRefInput, ...] = ()
    created_by: ShortText | None = None
    """The person or program that created the batch; defaults to the caller. Only operators and IAM may name another."""
    expires_at: CountedTime | None = None
    """When the batch and its results may be deleted automatically, in the future; if left out, they are kept."""


def create_batch(request: Request, input: CreateBatchInput) -> BatchSummary:
    """Store a new batch. A repeat returns the existing one in its current state."""
    if input.expires_at is not None and input.expires_at <= request.now:
        raise BadInput("`expires_at` must be in the future.", field="expires_at")
    own = {"submitted_at": request.now, "created_by": author(request, input.created_by, "created_by")}
    given = own | input.model_dump(exclude_none=True)
    later = ("status", "result_file_id", *(() if input.openai_batch_id else ("openai_batch_id",)))
    stamps = [name for name in own if getattr(input, name) is None]
    return create(request, BatchSummary(**given), ignoring=(*later, *stamps))


class SetBatchStatusInput(Input):
    """How far a batch has come."""

    about: ClassVar[str] = "BatchSummary"

    batch_id: str
    """The id of the batch."""
    status: BatchStatus
    """The new status. A batch only moves forward, and a final status cannot be changed."""
    expected_status: BatchStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the batch."""
    openai_batch_id: str | None = None
    """The id that OpenAI gave the batch; unchanged if left out."""
    result_file_id: str | None = None
    """The id of the file at OpenAI that holds the results; unchanged if left out."""


def set_batch_status(request: Request, input: SetBatchStatusInput) -> BatchSummary:
    """Move a batch to another status. A repeat changes nothing."""

    def edit(batch: BatchSummary) -> BatchSummary:
        expect(batch, {"status": input.expected_status})
        if input.status is not batch.status:
            BATCH.check(batch, batch.status, input.status)
        return revised(batch, **input.given("status", "openai_batch_id", "result_file_id"))

    return change(request, BatchSummary, edit, field="batch_id", guard=("status",), batch_id=input.batch_id)


class CompletionResultInput(OfWord):
    """GPT's opinion on a label of a word."""

    about: ClassVar[str] = "CompletionBatchResult"

    original_label: UpperWord
    gpt_suggested_label: UpperWord | None = None
    label_confidence: Unit | None = None
    label_changed: bool | None = None
    status: BatchStatus = BatchStatus.COMPLETED
    """How far this question to GPT has come; defaults to COMPLETED."""
    validated_at: Timestamp | None = None
    reasoning: str | None = None
    raw_prompt: str | None = None
    raw_response: str | None = None
    label_target: str | None = None
    """The group that the label belongs to, such as `money`."""


class EmbeddingResultInput(OfWord):
    """The result of turning a word into a vector."""

    about: ClassVar[str] = "EmbeddingBatchResult"

    pinecone_id: str | None = None
    text: str | None = None
    label: UpperWord | None = None
    status: EmbeddingStatus = EmbeddingStatus.SUCCESS
    """Whether the word has been turned into a vector; defaults to SUCCESS."""
    error_message: str | None = None


class RecordBatchResultsInput(Input):
    """Results of a batch: all of them, or a part."""

    about: ClassVar[str] = "BatchSummary"

    batch_id: str
    """The id of the batch that the results belong to."""
    completions: Annotated[tuple[CompletionResultInput, ...], Field(max_length=MAX_RESULTS)] = ()
    """GPT's opinions on labels, at most 1,000."""
    embeddings: Annotated[tuple[EmbeddingResultInput, ...], Field(max_length=MAX_RESULTS)] = ()
    """Results of turning words into vectors, at most 1,000."""


class BatchResults(Part):
    """How many results of a batch a call stored."""

    batch_id: str
    """The id of the batch."""
    written: int
    """How many results this call stored."""
    skipped: int
    """How many results of this call were stored before."""


def record_batch_results(request: Request, input: RecordBatchResultsInput) -> BatchResults:
    """Store results. Each replaces an earlier one of the same word; equal ones are skipped."""

    def try_it() -> int:
        batch = not_going(require(request, BatchSummary, field="batch_id", batch_id=input.batch_id))
        completions = [_result(CompletionBatchResult, batch.item, each) for each in input.completions]
        embeddings = [_result(EmbeddingBatchResult, batch.item, each) for each in input.embeddings]
        _check_once(completions, "completions")
        _check_once(embeddings, "embeddings")
        actions = [
            *_settled(request, CompletionBatchResult, completions),
            *_settled(request, EmbeddingBatchResult, embeddings),
        ]
        write_in_batches(request, actions, check=still(batch))
        return len(actions)

    written = until_settled(request, try_it)
    skipped = len(input.completions) + len(input.embeddings) - written
    return BatchResults(batch_id=input.batch_id, written=written, skipped=skipped)


def _result(entity: Any, batch: BatchSummary, input: OfWord) -> Any:
    """A result, which is kept as long as its batch."""
    return entity(batch_id=batch.batch_id, expires_at=batch.expires_at, **input.only())


def _check_once(results: Sequence[Item], path: str) -> None:
    keys = [result.primary_key()["SK"] for result in results]
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise BadInput(
                f"`{path}.{place}` is about the same word as an earlier one in this list.", field=f"{path}.{place}"
            )


def _settled(request: Request, entity: type[Item], results: Sequence[Item]) -> list[Action]:
    found = find_many(request, entity, [entity.ids_of(result.primary_key()) for result in results])
    changes = (settled(there, result, expected={})[0] for there, result in zip(found, results, strict=True))
    return [action for action in changes if action]
