"""Deletion of a receipt or a batch with all that belongs to it, and removal of a label. What is named goes last.

What belongs to a receipt and lies in other partitions is found through indexes, which lag behind the table: as with an
image, the receipt is marked first, and "nothing left" counts once the indexes show the mark.
"""

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from commands.changes import RESERVE_SECONDS, delete, expect, revised, transact, unchanged, until_settled, update
from commands.inputs import Input
from commands.receipts.deleting import (
    DeletedItems,
    Gone,
    counted,
    delete_records,
    mark,
    note,
    place_of_receipt,
    results_of_receipt,
    unmark,
    wait_for_marks,
)
from commands.receipts.receipt_writes import OfReceipt, OfWord, UpperWord, attributes_of, ids_in, the_word
from entities.attributes import Record
from entities.fields import Part
from entities.receipts.batches import BatchSummary
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptField, ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import Receipt, ReceiptWord
from entities.tables import RECEIPTS
from loaders.current import find
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Action
from loaders.errors import Conflict
from loaders.request import Request

PAGE = 1000
"""How many items are read before they are deleted. A crash then loses little work."""


class DeleteReceiptInput(OfReceipt):
    """A receipt to delete with everything that belongs to it."""

    about: ClassVar[str] = "Receipt"


class ReceiptDeletion(Part):
    """What was deleted of a receipt."""

    image_id: str
    """The id of the image that the receipt is on."""
    receipt_id: int
    """The number of the receipt within its image."""
    is_complete: bool
    """Whether everything has been deleted. If false, repeat the call to go on."""
    deleted: int
    """How many items this call deleted."""
    types: tuple[DeletedItems, ...]
    """How many items of each type this call deleted."""


def delete_receipt(request: Request, input: DeleteReceiptInput) -> ReceiptDeletion:
    """Delete as much as there is time for, and say whether that was all. A repeat goes on."""
    gone: Gone = {}
    ids = ids_in(input)
    mark(request, Receipt.key_for(**ids), place_of_receipt(**ids))
    is_complete = _delete_receipt(request, input, gone)
    return ReceiptDeletion(**ids, is_complete=is_complete, deleted=len(gone), types=counted(gone))


def _delete_receipt(request: Request, input: OfReceipt, gone: Gone) -> bool:
    key = Receipt.key_for(**ids_in(input))
    for query in _own(key, input.receipt_id):
        if not _delete_range(request, query, key, gone):
            return False
    there = request.session.get(RECEIPTS, key, is_consistent=True)
    if there and not wait_for_marks(request, place_of_receipt(**ids_in(input))):
        return False
    queries = list(_elsewhere(key, input.receipt_id))
    found = request.session.together(*(partial(request.session.query, query) for query in queries))
    delete_records(request, [record for records in found for record in records], gone)
    if there:
        _delete_last(request, input)
        note([there], gone)
    return True


def _own(key: Record, receipt_id: int) -> Iterator[Query]:
    """The ranges of the table with what belongs to a receipt. Some writers did not pad its number."""
    for beginning in (key["SK"], f"RECEIPT#{receipt_id}#"):
        yield Query(RECEIPTS, None, key["PK"], Begins(str(beginning)), limit=PAGE, is_consistent=True)


def _elsewhere(key: Record, receipt_id: int) -> Iterator[Query]:
    fields = (ReceiptField.type_name,)
    yield Query(RECEIPTS, "GSI1", key["PK"], Begins(f"{key['SK']}#FIELD#"), types=fields)
    yield from results_of_receipt(str(key["PK"]), receipt_id)


def _delete_range(request: Request, query: Query, last: Record, gone: Gone) -> bool:
    """Delete a range but for what goes last; returns whether nothing else is left of it."""
    while True:
        found = [record for record in request.session.query(query) if RECEIPTS.key_of(record) != last]
        if not found:
            return True
        delete_records(request, found, gone)
        if request.session.deadline.left() < RESERVE_SECONDS:
            return False


def _delete_last(request: Request, input: OfReceipt) -> None:
    """Delete the receipt, and count one less on its image, in one transaction: so a repeat does not count again."""

    def writes() -> tuple[list[Action | None], None]:
        receipt = find(request, Receipt, **ids_in(input))
        image = find(request, Image, image_id=input.image_id)
        if receipt is None:
            return [], None
        if image is None or not image.item.receipt_count or image.item.deleted_by:
            return [delete(receipt)], None
        fewer = revised(image.item, receipt_count=image.item.receipt_count - 1)
        return [delete(receipt), update(image, fewer)], None

    transact(request, writes)


class DeleteBatchInput(Input):
    """A batch to delete with its results."""

    about: ClassVar[str] = "BatchSummary"

    batch_id: str
    """The id of the batch to delete."""


class BatchDeletion(Part):
    """What was deleted of a batch."""

    batch_id: str
    """The id of the batch."""
    is_complete: bool
    """Whether everything has been deleted. If false, repeat the call to go on."""
    deleted: int
    """How many items this call deleted."""
    types: tuple[DeletedItems, ...]
    """How many items of each type this call deleted."""


def delete_batch(request: Request, input: DeleteBatchInput) -> BatchDeletion:
    """Delete the results of a batch, then the batch. All of it lies in one partition, so no index is asked."""
    gone: Gone = {}
    key = BatchSummary.key_for(batch_id=input.batch_id)
    mark(request, key)
    results = Query(RECEIPTS, None, key["PK"], limit=PAGE, is_consistent=True)
    is_complete = _delete_range(request, results, key, gone)
    there = request.session.get(RECEIPTS, key, is_consistent=True) if is_complete else None
    delete_records(request, [there] if there else [], gone)
    return BatchDeletion(batch_id=input.batch_id, is_complete=is_complete, deleted=len(gone), types=counted(gone))


class RemoveLabelInput(OfWord):
    """A label to take from a word."""

    about: ClassVar[str] = "ReceiptWordLabel"

    label: UpperWord
    """The label to remove, such as `GRAND_TOTAL`."""
    expected_status: ValidationStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current validation status of the label."""


def remove_label(request: Request, input: RemoveLabelInput) -> ReceiptWord:
    """Take a label from a word and return the word. Who does it is stored first, so that subscribers can be told."""
    ids = {**ids_in(input), "label": input.label}

    def try_it() -> ReceiptWord:
        word = the_word(request, input).item
        found = find(request, ReceiptWordLabel, **ids)
        if found is None:
            return word
        expected = {"validation_status": input.expected_status}
        expect(found.item, expected)
        key, as_expected = RECEIPTS.key_of(found.record), unchanged(found, attributes_of(found.item, expected))
        mark(request, key, condition=as_expected)
        try:
            request.session.delete(RECEIPTS, key, as_expected)
        except Conflict:
            unmark(request, key)
            raise
        return word

    return until_settled(request, try_it)
