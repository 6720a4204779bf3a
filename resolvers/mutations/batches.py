"""Batches at OpenAI: sent, followed until they end, and their results kept."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from pydantic import Field

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
from loaders.dynamo.writes import Action
from loaders.errors import Outdated
from loaders.many import do_in_steps
from loaders.reading import Reading
from loaders.writing import change, create, expect, find_many, require, revised, until_settled
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.below import OfWord, UpperWord, settled
from resolvers.mutations.hygiene import ReceiptRefInput

MOST_RESULTS = 1000

FORWARD = (
    BatchStatus.PENDING,
    BatchStatus.VALIDATING,
    BatchStatus.IN_PROGRESS,
    BatchStatus.FINALIZING,
    BatchStatus.COMPLETED,
)
ENDS = {BatchStatus.COMPLETED, BatchStatus.FAILED, BatchStatus.EXPIRED, BatchStatus.CANCELLED}
BREAKS = {BatchStatus.FAILED, BatchStatus.EXPIRED, BatchStatus.CANCELING, BatchStatus.CANCELLED}

LEADS_TO: dict[BatchStatus, set[BatchStatus]] = {
    **{status: {*FORWARD[place + 1 :], *BREAKS} for place, status in enumerate(FORWARD[:-1])},
    BatchStatus.CANCELING: set(ENDS),
    **{status: set() for status in ENDS},
}
"""Only forward, over as many steps as nobody looked at, and out of an end never."""


class CreateBatchInput(Input):
    """A batch that is sent to OpenAI."""

    about: ClassVar[str] = "BatchSummary"

    batch_id: str
    batch_type: BatchType
    openai_batch_id: str | None = None
    submitted_at: Timestamp | None = None
    word_count: Ordinal | None = None
    receipt_refs: tuple[ReceiptRefInput, ...] = ()


def create_batch(reading: Reading, input: CreateBatchInput) -> BatchSummary:
    """A repeat finds the batch there, however far it has come."""
    given = {"submitted_at": reading.now} | input.model_dump(exclude_none=True)
    later = ("status", "result_file_id", *(() if input.openai_batch_id else ("openai_batch_id",)))
    own = () if input.submitted_at else ("submitted_at",)
    return create(reading, BatchSummary(**given), ignoring=(*later, *own))


class SetBatchStatusInput(Input):
    """How far a batch has come."""

    about: ClassVar[str] = "BatchSummary"

    batch_id: str
    status: BatchStatus
    expected_status: BatchStatus | None = None
    openai_batch_id: str | None = None
    result_file_id: str | None = None


def set_batch_status(reading: Reading, input: SetBatchStatusInput) -> BatchSummary:
    """A repeat changes nothing."""

    def edit(batch: BatchSummary) -> BatchSummary:
        expect(batch, {"status": input.expected_status})
        if input.status is not batch.status and input.status not in LEADS_TO.get(batch.status, set(BatchStatus)):
            raise Outdated(f"This batch is {batch.status.name}; that does not lead to {input.status.name}.", batch)
        return revised(batch, **input.given("status", "openai_batch_id", "result_file_id"))

    return change(reading, BatchSummary, edit, field="input.batchId", batch_id=input.batch_id)


class CompletionResultInput(OfWord):
    """What GPT thinks of a label."""

    about: ClassVar[str] = "CompletionBatchResult"

    original_label: UpperWord
    gpt_suggested_label: UpperWord | None = None
    label_confidence: Unit | None = None
    label_changed: bool | None = None
    status: BatchStatus = BatchStatus.COMPLETED
    validated_at: Timestamp | None = None
    reasoning: str | None = None
    raw_prompt: str | None = None
    raw_response: str | None = None
    label_target: str | None = None


class EmbeddingResultInput(OfWord):
    """What became of the vector of a word."""

    about: ClassVar[str] = "EmbeddingBatchResult"

    pinecone_id: str | None = None
    text: str | None = None
    label: UpperWord | None = None
    status: EmbeddingStatus = EmbeddingStatus.SUCCESS
    error_message: str | None = None


class RecordBatchResultsInput(Input):
    """What a batch brought, or a part of it."""

    about: ClassVar[str] = "BatchSummary"

    batch_id: str
    completions: Annotated[tuple[CompletionResultInput, ...], Field(max_length=MOST_RESULTS)] = ()
    embeddings: Annotated[tuple[EmbeddingResultInput, ...], Field(max_length=MOST_RESULTS)] = ()


class BatchResults(Part):
    """What became of the results that were recorded."""

    batch_id: str
    written: int
    skipped: int


def record_batch_results(reading: Reading, input: RecordBatchResultsInput) -> BatchResults:
    """Each result takes the place of an earlier one on the same word. What is there already is skipped."""
    require(reading, BatchSummary, field="input.batchId", batch_id=input.batch_id)
    completions = [_result(CompletionBatchResult, input.batch_id, each) for each in input.completions]
    embeddings = [_result(EmbeddingBatchResult, input.batch_id, each) for each in input.embeddings]
    _check_once(completions, "input.completions")
    _check_once(embeddings, "input.embeddings")

    def try_it() -> int:
        actions = [
            *_settled(reading, CompletionBatchResult, completions),
            *_settled(reading, EmbeddingBatchResult, embeddings),
        ]
        do_in_steps(reading, actions)
        return len(actions)

    written = until_settled(reading, try_it)
    skipped = len(completions) + len(embeddings) - written
    return BatchResults(batch_id=input.batch_id, written=written, skipped=skipped)


def _result(entity: Any, batch_id: str, input: OfWord) -> Any:
    return entity(batch_id=batch_id, **input.only())


def _check_once(results: Sequence[Item], path: str) -> None:
    keys = [result.primary_key()["SK"] for result in results]
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise BadRequest(f"{path}.{place} speaks of the same as one before it.", field=f"{path}.{place}")


def _settled(reading: Reading, entity: type[Item], results: Sequence[Item]) -> list[Action]:
    found = find_many(reading, entity, [entity.ids_of(result.primary_key()) for result in results])
    changes = (settled(there, result, expected={})[0] for there, result in zip(found, results, strict=True))
    return [action for action in changes if action]
