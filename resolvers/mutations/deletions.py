"""Deleting an image with all that belongs to it: what is below it first, the image itself last."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from entities.attributes import Record
from entities.fields import Part
from entities.receipts.batches import CompletionBatchResult, EmbeddingBatchResult
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import Receipt
from entities.registry import type_of
from entities.tables import RECEIPTS
from loaders.dynamo.requests import Begins, Query
from loaders.reading import Reading
from loaders.writing import RESERVE_SECONDS
from resolvers.inputs import Input

PAGE = 1000
"""How many items are looked at before their deletion begins: a crash then costs little."""


Gone = dict[tuple[str, str], str]
"""The keys of what was deleted, with its type: indexes may show for a while what is gone already."""


class DeleteImageInput(Input):
    """An image that shall be gone."""

    about: ClassVar[str] = "Image"

    image_id: str


class DeletedItems(Part):
    """How many items of a type were deleted."""

    type_name: str
    count: int


class ImageDeletion(Part):
    """What was deleted of an image."""

    image_id: str
    is_complete: bool
    deleted: int
    types: tuple[DeletedItems, ...]


def delete_image(reading: Reading, input: DeleteImageInput) -> ImageDeletion:
    """Where the time is too short it stops in between and says so; asked again, it goes on."""
    gone: Gone = {}
    is_complete = _delete_all(reading, input.image_id, gone)
    counts = Counter(gone.values())
    types = tuple(DeletedItems(type_name=name, count=count) for name, count in sorted(counts.items()))
    return ImageDeletion(image_id=input.image_id, is_complete=is_complete, deleted=len(gone), types=types)


def _delete_all(reading: Reading, image_id: str, gone: Gone) -> bool:
    key = Image.key_for(image_id=image_id)
    own = Query(RECEIPTS, None, key["PK"], limit=PAGE, is_consistent=True)
    receipts: set[int] = set()
    while True:
        found = [record for record in reading.session.query(own) if record["SK"] != key["SK"]]
        if not found:
            break
        receipts |= _receipts_in(found)
        _delete_elsewhere(reading, image_id, _receipts_in(found), gone)
        _delete(reading, found, gone)
        if reading.session.deadline.left() < RESERVE_SECONDS:
            return False
    _delete_elsewhere(reading, image_id, receipts, gone)
    image = reading.session.get(RECEIPTS, key, is_consistent=True)
    _delete(reading, [image] if image else [], gone)
    return True


def _delete_elsewhere(reading: Reading, image_id: str, receipts: set[int], gone: Gone) -> None:
    """What lies in other partitions but is named after the image: its fields, and what batches said of it."""
    queries = list(_elsewhere(image_id, receipts))
    found = reading.session.together(*(partial(reading.session.query, query) for query in queries))
    _delete(reading, [record for records in found for record in records], gone)


def _elsewhere(image_id: str, receipts: set[int]) -> Iterator[Query]:
    partition = Image.key_for(image_id=image_id)["PK"]
    yield Query(RECEIPTS, "GSI1", partition, Begins("RECEIPT#"), types=(ReceiptField.type_name,))
    results = (CompletionBatchResult.type_name, EmbeddingBatchResult.type_name)
    for receipt_id in sorted(receipts):
        for number in dict.fromkeys((f"{receipt_id:05d}", f"{receipt_id}")):
            yield Query(RECEIPTS, "GSI3", f"{partition}#RECEIPT#{number}", Begins("BATCH#"), types=results)


def _receipts_in(records: Sequence[Record]) -> set[int]:
    """The numbers of the receipts that items of an image belong to."""
    ids = (Receipt.key.sort.parse("#".join(str(record["SK"]).split("#")[:2])) for record in records if Receipt.key.sort)
    return {int(each["receipt_id"]) for each in ids if each}


def _delete(reading: Reading, records: Sequence[Record], gone: Gone) -> None:
    reading.session.batch_write(RECEIPTS, [], [RECEIPTS.key_of(record) for record in records])
    gone |= {(record["PK"], record["SK"]): _name_of(record) for record in records}


def _name_of(record: Record) -> str:
    entity = type_of(RECEIPTS, record)
    return entity.__name__ if entity else str(record.get("TYPE", "UNKNOWN"))
