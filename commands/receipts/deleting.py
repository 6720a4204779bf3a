"""What deletions share: the mark on what goes last, the wait for indexes that lag, and the count by type."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from commands.changes import RESERVE_SECONDS
from entities.attributes import Record
from entities.fields import Part
from entities.receipts.batches import CompletionBatchResult, EmbeddingBatchResult
from entities.registry import type_of
from entities.tables import RECEIPTS
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import IS_THERE, Changes, Condition
from loaders.errors import Conflict
from loaders.request import Request

ASKED = ("GSI1", "GSI3")
"""The indexes that are asked for what lies elsewhere."""
PAUSE_SECONDS = 0.2

Gone = dict[tuple[str, str], str]
"""The keys and types of deleted items. Indexes may still show them for a while."""


class DeletedItems(Part):
    """How many items of one type were deleted."""

    type_name: str
    """The type of the items, such as `ReceiptWord`."""
    count: int
    """How many items of this type were deleted."""


def counted(gone: Gone) -> tuple[DeletedItems, ...]:
    """How many items of each type are gone."""
    return tuple(DeletedItems(type_name=name, count=count) for name, count in sorted(Counter(gone.values()).items()))


def mark(request: Request, key: Record, place: str | None = None, condition: Condition = IS_THERE) -> None:
    """Store on what goes last who deletes it: what is deleted before it then needs no word of its own.

    With a place, it also moves there in the indexes, where its mark can be looked for.
    """
    by = request.caller.name or request.caller.mode
    moved = {name: value for index in ASKED if place for name, value in _standing(str(place), index).items()}
    unmarked = replace(condition, lacks=(*condition.lacks, "deleted_by"))
    with suppress(Conflict):  # it is gone already, or its deletion has begun before
        request.session.update(RECEIPTS, key, Changes(set={"deleted_by": by, **moved}), unmarked)


def unmark(request: Request, key: Record) -> None:
    """Take back the mark on what was changed meanwhile and is not deleted after all."""
    with suppress(Conflict):  # it is gone
        request.session.update(RECEIPTS, key, Changes(remove=("deleted_by",)), IS_THERE)


def _standing(place: str, index: str) -> Record:
    return dict(zip(RECEIPTS.index(index).attributes, (place, "MARK"), strict=True))


def place_of_receipt(image_id: str, receipt_id: int) -> str:
    """Where a marked receipt stands in the indexes."""
    return f"DELETED_RECEIPT#{image_id}#{receipt_id}"


def wait_for_marks(request: Request, *places: str) -> bool:
    """Wait until the indexes show the marks; returns whether they do before the time is up."""
    deadline = request.session.deadline
    missing = [Query(RECEIPTS, index, place, limit=1) for place in places for index in ASKED]
    while missing:
        found = request.session.together(*(partial(request.session.query, query) for query in missing))
        missing = [query for query, there in zip(missing, found, strict=True) if not there]
        if missing and deadline.left() < RESERVE_SECONDS:
            return False
        if missing:
            deadline.clock.sleep(PAUSE_SECONDS)
    return True


def results_of_receipt(image: str, receipt_id: int) -> Iterator[Query]:
    """The ranges with the results of batches about a receipt, in every format of its number."""
    types = (CompletionBatchResult.type_name, EmbeddingBatchResult.type_name)
    for number in dict.fromkeys((f"{receipt_id:05d}", f"{receipt_id}")):
        yield Query(RECEIPTS, "GSI3", f"{image}#RECEIPT#{number}", Begins("BATCH#"), types=types)


def delete_records(request: Request, records: Sequence[Record], gone: Gone) -> None:
    """Delete these items, and note them."""
    request.session.batch_write(RECEIPTS, [], [RECEIPTS.key_of(record) for record in records])
    note(records, gone)


def note(records: Sequence[Record], gone: Gone) -> None:
    """Note items that were deleted."""
    gone |= {(record["PK"], record["SK"]): _name_of(record) for record in records}


def _name_of(record: Record) -> str:
    entity = type_of(RECEIPTS, record)
    return entity.__name__ if entity else str(record.get("TYPE", "UNKNOWN"))
