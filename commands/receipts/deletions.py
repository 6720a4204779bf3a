"""Deletion of an image with all that belongs to it; the image itself is deleted last.

Some of what belongs to it lies in other partitions and is found through indexes, which lag behind the table. So the
image is marked first. Once both indexes show the mark, they also show everything that was written before it, and only
then does "nothing left" count.
"""

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

ASKED = ("GSI1", "GSI3")
"""The indexes that are asked for what lies elsewhere."""
PAUSE_SECONDS = 0.2
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
    """Store on the image, which goes last, who deletes it: what is deleted before it then needs no word of its own.

    The image also moves to places of its own in the indexes, where its mark can be looked for.
    """
    by = request.caller.name or request.caller.mode
    places = {name: value for index in ASKED for name, value in _place(image_id, index).items()}
    condition = Condition(exists=True, lacks=("deleted_by",))
    with suppress(Conflict):  # there is no image any more, or its deletion has begun before
        key = Image.key_for(image_id=image_id)
        request.session.update(RECEIPTS, key, Changes(set={"deleted_by": by, **places}), condition)


def _place(image_id: str, index: str) -> Record:
    """Where a marked image stands in an index."""
    attributes = RECEIPTS.index(index).attributes
    return dict(zip(attributes, (f"DELETED_IMAGE#{image_id}", "IMAGE"), strict=True))


def _wait_for_indexes(request: Request, image_id: str) -> bool:
    """Wait until the indexes show the mark; returns whether they do before the time is up."""
    deadline = request.session.deadline
    missing = [Query(RECEIPTS, index, f"DELETED_IMAGE#{image_id}", limit=1) for index in ASKED]
    while missing:
        missing = [query for query in missing if not request.session.query(query)]
        if missing and deadline.left() < RESERVE_SECONDS:
            return False
        if missing:
            deadline.clock.sleep(PAUSE_SECONDS)
    return True


def _delete_all(request: Request, image_id: str, gone: Gone) -> bool:
    key = Image.key_for(image_id=image_id)
    own = Query(RECEIPTS, None, key["PK"], limit=PAGE, is_consistent=True)
    receipts: set[int] = set()
    kept: list[Record] = []
    while True:
        found = [record for record in request.session.query(own) if record["SK"] != key["SK"]]
        receipts |= _receipts_in(found)
        kept = [record for record in found if _is_receipt(record)]
        if len(kept) == len(found):
            break
        _delete_elsewhere(request, image_id, _receipts_in(found), gone)
        _delete(request, [record for record in found if not _is_receipt(record)], gone)
        if request.session.deadline.left() < RESERVE_SECONDS:
            return False
    image = request.session.get(RECEIPTS, key, is_consistent=True)
    if image and not _wait_for_indexes(request, image_id):
        return False
    _delete_elsewhere(request, image_id, receipts, gone)
    _delete(request, kept, gone)
    _delete(request, [image] if image else [], gone)
    return True


def _is_receipt(record: Record) -> bool:
    """Whether it is a receipt itself. Receipts go late: they say where else to look after an interruption."""
    return record.get("TYPE") == Receipt.type_name


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
