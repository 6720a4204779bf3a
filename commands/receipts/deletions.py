"""Deletion of an image with all that belongs to it; the image itself is deleted last.

Some of what belongs to it lies in other partitions and is found through indexes, which lag behind the table. So the
image and its receipts are marked first, and take nothing more. Once both indexes show the marks, they also show
everything that was written before them, and only then does "nothing left" count.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from commands.changes import RESERVE_SECONDS
from commands.inputs import Input
from commands.receipts.deleting import (
    DeletedItems,
    Gone,
    counted,
    delete_records,
    mark,
    place_of_receipt,
    results_of_receipt,
    wait_for_marks,
)
from entities.attributes import Record
from entities.fields import Part
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import Receipt
from entities.tables import RECEIPTS
from loaders.dynamo.requests import Begins, Query
from loaders.request import Request

PAGE = 1000
"""How many items are read before they are deleted. A crash then loses little work."""


class DeleteImageInput(Input):
    """An image to delete with everything that belongs to it."""

    about: ClassVar[str] = "Image"

    image_id: str
    """The id of the image to delete."""


class ImageDeletion(Part):
    """What was deleted of an image."""

    image_id: str
    """The id of the image."""
    is_complete: bool
    """Whether everything has been deleted. If false, repeat the call to go on."""
    deleted: int
    """How many items this call deleted."""
    types: tuple[DeletedItems, ...]
    """How many items of each type this call deleted."""


def delete_image(request: Request, input: DeleteImageInput) -> ImageDeletion:
    """Delete as much as there is time for, and say whether that was all. A repeat goes on."""
    gone: Gone = {}
    mark(request, Image.key_for(image_id=input.image_id), _place(input.image_id))
    is_complete = _delete_all(request, input.image_id, gone)
    return ImageDeletion(image_id=input.image_id, is_complete=is_complete, deleted=len(gone), types=counted(gone))


def _place(image_id: str) -> str:
    """Where a marked image stands in the indexes."""
    return f"DELETED_IMAGE#{image_id}"


def _delete_all(request: Request, image_id: str, gone: Gone) -> bool:
    key = Image.key_for(image_id=image_id)
    own = Query(RECEIPTS, None, key["PK"], limit=PAGE, is_consistent=True)
    receipts: set[int] = set()
    kept: list[Record] = []
    while True:
        found = [record for record in request.session.query(own) if record["SK"] != key["SK"]]
        receipts |= _receipts_in(found)
        kept = [record for record in found if _is_receipt(record)]
        unmarked = [record for record in kept if "deleted_by" not in record]
        if len(kept) == len(found) and not unmarked:
            break
        _mark_receipts(request, image_id, unmarked)
        _delete_elsewhere(request, image_id, _receipts_in(found), gone)
        delete_records(request, [record for record in found if not _is_receipt(record)], gone)
        if request.session.deadline.left() < RESERVE_SECONDS:
            return False
    image = request.session.get(RECEIPTS, key, is_consistent=True)
    places = [place_of_receipt(image_id, each) for each in sorted(_receipts_in(kept))]
    if not wait_for_marks(request, *([_place(image_id)] if image else ()), *places):
        return False
    _delete_elsewhere(request, image_id, receipts, gone)
    delete_records(request, kept, gone)
    delete_records(request, [image] if image else [], gone)
    return True


def _mark_receipts(request: Request, image_id: str, records: Sequence[Record]) -> None:
    """Mark receipts too, so that nothing more is stored below them while they wait for the indexes."""
    for record in records:
        places = [place_of_receipt(image_id, each) for each in _receipts_in([record])]
        mark(request, RECEIPTS.key_of(record), places[0] if places else None)


def _is_receipt(record: Record) -> bool:
    """Whether it is a receipt itself. Receipts go late: they say where else to look after an interruption."""
    return record.get("TYPE") == Receipt.type_name


def _delete_elsewhere(request: Request, image_id: str, receipts: set[int], gone: Gone) -> None:
    """Delete what lies in other partitions but belongs to the image: receipt fields and batch results."""
    queries = list(_elsewhere(image_id, receipts))
    found = request.session.together(*(partial(request.session.query, query) for query in queries))
    delete_records(request, [record for records in found for record in records], gone)


def _elsewhere(image_id: str, receipts: set[int]) -> Iterator[Query]:
    partition = Image.key_for(image_id=image_id)["PK"]
    yield Query(RECEIPTS, "GSI1", partition, Begins("RECEIPT#"), types=(ReceiptField.type_name,))
    for receipt_id in sorted(receipts):
        yield from results_of_receipt(partition, receipt_id)


def _receipts_in(records: Sequence[Record]) -> set[int]:
    """The ids of the receipts that these items of an image belong to."""
    ids = (Receipt.key.sort.parse("#".join(str(record["SK"]).split("#")[:2])) for record in records if Receipt.key.sort)
    return {int(each["receipt_id"]) for each in ids if each}
