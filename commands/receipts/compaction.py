"""Runs that merge the vectors of a receipt. Lines and words start and finish separately."""

from typing import Any, ClassVar

from commands.changes import change, expect, put_new, revised, still, transact, update
from commands.comparison import same_or_refused
from commands.receipts.receipt_writes import OfReceipt, the_receipt
from commands.transitions.receipts import COMPACTION
from entities.fields import OpenEnum, Ordinal, Timestamp
from entities.receipts.compaction import CompactionRun, CompactionState
from loaders.current import find
from loaders.dynamo.writes import Action
from loaders.errors import BadInput
from loaders.request import Request


class VectorCollection(OpenEnum):
    """Which vectors of a receipt: those of its lines, or those of its words."""

    LINES = "LINES"
    WORDS = "WORDS"

    @property
    def prefix(self) -> str:
        return self.value.lower()


class StartCompactionInput(OfReceipt):
    """A compaction run to create, or one whose line or word vectors begin to be merged."""

    about: ClassVar[str] = "CompactionRun"

    run_id: str
    """The id of the run, a UUID. The first call with a new id creates the run."""
    collection: VectorCollection | None = None
    """Which vectors begin to be merged; if left out, the run is only created."""
    lines_delta_prefix: str | None = None
    words_delta_prefix: str | None = None
    expected_state: CompactionState | None = None
    """If given, the call fails with `Conflict` unless this is the current state of the line or word vectors."""
    at: Timestamp | None = None
    """When the merging began; defaults to now."""


def start_compaction(request: Request, input: StartCompactionInput) -> CompactionRun:
    """Create a run, start one of its collections, or both. A repeat changes nothing."""
    ids: dict[str, Any] = {"image_id": input.image_id, "receipt_id": input.receipt_id, "run_id": input.run_id}
    at = input.at or request.now
    prefixes = input.given("lines_delta_prefix", "words_delta_prefix")
    new = CompactionRun(**ids, **prefixes, created_at=at)

    def writes() -> tuple[list[Action | None], CompactionRun]:
        found = find(request, CompactionRun, **ids)
        if found is None:
            begun = _begun(new, input, at)
            return [still(the_receipt(request, input)), put_new(begun)], begun
        same_or_refused(found.item, prefixes, advice="Use another `run_id` for other vectors.")
        begun = _begun(found.item, input, at)
        return [update(found, begun, guard=("lines_state", "words_state"))], begun

    return transact(request, writes)


class FinishCompactionInput(OfReceipt):
    """The end of merging the line or word vectors of a compaction run."""

    about: ClassVar[str] = "CompactionRun"

    run_id: str
    collection: VectorCollection
    """Which vectors were merged."""
    state: CompactionState
    """COMPLETED or FAILED."""
    merged_vectors: Ordinal | None = None
    """How many vectors were merged."""
    error: str | None = None
    """Why the merging failed; only allowed with FAILED."""
    expected_state: CompactionState | None = None
    """If given, the call fails with `Conflict` unless this is the current state of the line or word vectors."""
    at: Timestamp | None = None
    """When the merging ended; defaults to now."""


def finish_compaction(request: Request, input: FinishCompactionInput) -> CompactionRun:
    """Store how one collection of a run ended. A repeat changes nothing."""
    if not COMPACTION.allows(CompactionState.PROCESSING, input.state):
        raise BadInput("`state` must be COMPLETED or FAILED.", field="state")
    if input.error and input.state is CompactionState.COMPLETED:
        raise BadInput("`error` is allowed only for FAILED.", field="error")
    said = {"merged_vectors": input.merged_vectors, "error": input.error}

    def edit(run: CompactionRun) -> CompactionRun:
        at = input.at or request.now
        return _moved(run, input.collection, input.state, input.expected_state, {**said, "finished_at": at}, at)

    ids: dict[str, Any] = {"image_id": input.image_id, "receipt_id": input.receipt_id, "run_id": input.run_id}
    return change(request, CompactionRun, edit, field="run_id", **ids)


def _begun(run: CompactionRun, input: StartCompactionInput, at: Any) -> CompactionRun:
    if input.collection is None:
        return run
    fresh = {"started_at": at, "finished_at": None, "error": None, "merged_vectors": None}
    return _moved(run, input.collection, CompactionState.PROCESSING, input.expected_state, fresh, at)


def _moved(
    run: CompactionRun,
    collection: VectorCollection,
    to: CompactionState,
    expected: CompactionState | None,
    values: dict[str, Any],
    at: Any,
) -> CompactionRun:
    """The run with one collection in another state; unchanged if the collection has it already."""
    name = f"{collection.prefix}_state"
    expect(run, {name: expected})
    now: CompactionState = getattr(run, name)
    if now is to:
        return run
    COMPACTION.check(run, now, to, field=name)
    return revised(run, **{name: to}, updated_at=at, **{f"{collection.prefix}_{key}": values[key] for key in values})
