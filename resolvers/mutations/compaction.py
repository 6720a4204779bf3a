"""Runs that merge the vectors of a receipt: lines and words each start and finish for themselves."""

from typing import Any, ClassVar

from entities.fields import OpenEnum, Ordinal, Timestamp
from entities.receipts.compaction import CompactionRun, CompactionState
from loaders.dynamo.writes import Action
from loaders.errors import Outdated
from loaders.reading import Reading
from loaders.writing import change, expect, find, put_new, revised, still, transact, update
from resolvers.errors import BadRequest
from resolvers.mutations.below import OfReceipt, the_receipt

PENDING, PROCESSING = CompactionState.PENDING, CompactionState.PROCESSING
COMPLETED, FAILED = CompactionState.COMPLETED, CompactionState.FAILED

LEADS_TO: dict[CompactionState, set[CompactionState]] = {
    PENDING: {PROCESSING},
    PROCESSING: {COMPLETED, FAILED},
    FAILED: {PROCESSING},
    COMPLETED: set(),
}
"""What failed may be tried again; what is complete stays so."""


class VectorCollection(OpenEnum):
    """Which vectors of a receipt."""

    LINES = "LINES"
    WORDS = "WORDS"

    @property
    def prefix(self) -> str:
        return self.value.lower()


class StartCompactionInput(OfReceipt):
    """A run that is made known, or one collection of it that begins."""

    about: ClassVar[str] = "CompactionRun"

    run_id: str
    collection: VectorCollection | None = None
    lines_delta_prefix: str | None = None
    words_delta_prefix: str | None = None
    expected_state: CompactionState | None = None
    at: Timestamp | None = None


def start_compaction(reading: Reading, input: StartCompactionInput) -> CompactionRun:
    """The first call makes the run, with or without beginning; a repeat changes nothing."""
    ids: dict[str, Any] = {"image_id": input.image_id, "receipt_id": input.receipt_id, "run_id": input.run_id}
    at = input.at or reading.now
    prefixes = input.given("lines_delta_prefix", "words_delta_prefix")
    new = CompactionRun(**ids, **prefixes, created_at=at)

    def plan() -> tuple[list[Action | None], CompactionRun]:
        found = find(reading, CompactionRun, **ids)
        if found is None:
            begun = _begun(new, input, at)
            return [still(the_receipt(reading, input)), put_new(begun)], begun
        _check_prefixes(found.item, prefixes)
        begun = _begun(found.item, input, at)
        return [update(found, begun, guard=("lines_state", "words_state"))], begun

    return transact(reading, plan)


class FinishCompactionInput(OfReceipt):
    """A collection of a run that ends, well or badly."""

    about: ClassVar[str] = "CompactionRun"

    run_id: str
    collection: VectorCollection
    state: CompactionState
    merged_vectors: Ordinal | None = None
    error: str | None = None
    expected_state: CompactionState | None = None
    at: Timestamp | None = None


def finish_compaction(reading: Reading, input: FinishCompactionInput) -> CompactionRun:
    """A repeat changes nothing."""
    if input.state not in LEADS_TO[PROCESSING]:
        raise BadRequest("input.state must be COMPLETED or FAILED.", field="input.state")
    if input.error and input.state is COMPLETED:
        raise BadRequest("input.error is for what FAILED.", field="input.error")
    said = {"merged_vectors": input.merged_vectors, "error": input.error}

    def edit(run: CompactionRun) -> CompactionRun:
        at = input.at or reading.now
        return _moved(run, input.collection, input.state, input.expected_state, {**said, "finished_at": at}, at)

    ids: dict[str, Any] = {"image_id": input.image_id, "receipt_id": input.receipt_id, "run_id": input.run_id}
    return change(reading, CompactionRun, edit, field="input.runId", **ids)


def _begun(run: CompactionRun, input: StartCompactionInput, at: Any) -> CompactionRun:
    if input.collection is None:
        return run
    fresh = {"started_at": at, "finished_at": None, "error": None, "merged_vectors": None}
    return _moved(run, input.collection, PROCESSING, input.expected_state, fresh, at)


def _moved(
    run: CompactionRun,
    collection: VectorCollection,
    to: CompactionState,
    expected: CompactionState | None,
    values: dict[str, Any],
    at: Any,
) -> CompactionRun:
    """The run with one collection in its next state; as it is where it is there already."""
    name = f"{collection.prefix}_state"
    expect(run, {name: expected})
    now: CompactionState = getattr(run, name)
    if now is to:
        return run
    if to not in LEADS_TO.get(now, set()):
        raise Outdated(f"The {collection.prefix} are {now.name}; that does not lead to {to.name}.", run)
    return revised(run, **{name: to}, updated_at=at, **{f"{collection.prefix}_{key}": values[key] for key in values})


def _check_prefixes(run: CompactionRun, prefixes: dict[str, Any]) -> None:
    if any(getattr(run, name) != value for name, value in prefixes.items()):
        raise Outdated("This run merges other vectors.", run)
