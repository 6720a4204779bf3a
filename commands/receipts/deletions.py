"""Deletion of an image with all that belongs to it; the image itself is deleted last."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar

from commands.changes import RESERVE_SECONDS
from commands.inputs import Input
from entities.attributes import Record
from entities.fields import Part
from entities.receipts.batches import CompletionBatchResult, EmbeddingBatchResult
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import Receipt
from entities.registry import type_of
from entities.tables import RECEIPTS
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Changes, Condition
from loaders.errors import Conflict
from loaders.request import Request

PAGE = 1000
"""How many items are read before they are deleted. A crash then loses little work."""


Gone = dict[tuple[str, str], str]
"""The keys and types of deleted items. Indexes may still show them for a while."""


class DeleteImageInput(Input):
    """An image to delete with everything that belongs to it."""

    about: ClassVar[str] = "Image"

    image_id: str
    """The id of the image to delete."""


class DeletedItems(Part):
    """How many items of one type were deleted."""

    type_name: str
    """The type of the items, such as `ReceiptWord`."""
    count: int
    """How many items of this type were deleted."""


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
    _mark(request, input.image_id)
    is_complete = _delete_all(request, input.image_id, gone)
    counts = Counter(gone.values())
    types = tuple(DeletedItems(type_name=name, count=count) for name, count in sorted(counts.items()))
    return ImageDeletion(image_id=input.image_id, is_complete=is_complete, deleted=len(gone), types=types)


def _mark(request: Request, image_id: str) -> None:
    """Store on the image, which goes last, who deletes it: what is deleted before it then needs no word of its own."""
    by = request.caller.name or request.caller.mode
    condition = Condition(exists=True, lacks=("deleted_by",))
    with suppress(Conflict):  # there is no image any more, or its deletion has begun before
        key = Image.key_for(image_id=image_id)
        request.session.update(RECEIPTS, key, Changes(set={"deleted_by": by}), condition)


def _delete_all(request: Request, image_id: str, gone: Gone) -> bool:
    key = Image.key_for(image_id=image_id)
    own = Query(RECEIPTS, None, key["PK"], limit=PAGE, is_consistent=True)
    receipts: set[int] = set()
    while True:
        found = [record for record in request.session.query(own) if record["SK"] != key["SK"]]
        if not found:
            break
        receipts |= _receipts_in(found)
        _delete_elsewhere(request, image_id, _receipts_in(found), gone)
        _delete(request, found, gone)
        if request.session.deadline.left() < RESERVE_SECONDS:
            return False
    _delete_elsewhere(request, image_id, receipts, gone)
    image = request.session.get(RECEIPTS, key, is_consistent=True)
    _delete(request, [image] if image else [], gone)
    return True


def _delete_elsewhere(request: Request, image_id: str, receipts: set[int], gone: Gone) -> None:
    """Delete what lies in other partitions but belongs to the image: receipt fields and batch results."""
    queries = list(_elsewhere(image_id, receipts))
    found = request.session.together(*(partial(request.session.query, query) for query in queries))
    _delete(request, [record for records in found for record in records], gone)


def _elsewhere(image_id: str, receipts: set[int]) -> Iterator[Query]:
    partition = Image.key_for(image_id=image_id)["PK"]
    yield Query(RECEIPTS, "GSI1", partition, Begins("RECEIPT#"), types=(ReceiptField.type_name,))
    results = (CompletionBatchResult.type_name, EmbeddingBatchResult.type_name)
    for receipt_id in sorted(receipts):
        for number in dict.fromkeys((f"{receipt_id:05d}", f"{receipt_id}")):
            yield Query(RECEIPTS, "GSI3", f"{partition}#RECEIPT#{number}", Begins("BATCH#"), types=results)


def _receipts_in(records: Sequence[Record]) -> set[int]:
    """The ids of the receipts that these items of an image belong to."""
    ids = (Receipt.key.sort.parse("#".join(str(record["SK"]).split("#")[:2])) for record in records if Receipt.key.sort)
    return {int(each["receipt_id"]) for each in ids if each}


def _delete(request: Request, records: Sequence[Record], gone: Gone) -> None:
    request.session.batch_write(RECEIPTS, [], [RECEIPTS.key_of(record) for record in records])
    gone |= {(record["PK"], record["SK"]): _name_of(record) for record in records}


def _name_of(record: Record) -> str:
    entity = type_of(RECEIPTS, record)
    return entity.__name__ if entity else str(record.get("TYPE", "UNKNOWN"))
