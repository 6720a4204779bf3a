"""One item of many by chance: from a random place in an index, without reading the others."""

import random
from dataclasses import replace
from uuid import UUID

from entities.attributes import Record
from entities.item import Item
from entities.receipts.images import Image, ImageType
from entities.receipts.receipt import Receipt
from entities.tables import RECEIPTS
from loaders.dynamo.requests import NOTHING, Begins, Is, Query
from loaders.request import Request

USUAL_RECEIPTS = 3
"""Images mostly have up to this many receipts."""

MAX_LOOKED_AT = 100
"""How many images are read to find one of the first writers. Most tables have none of theirs."""

_chance = random.SystemRandom()


def random_image(request: Request, image_type: ImageType | None, receipts: int | None) -> Item | None:
    """Any image, or one of a type, or one of a type with so many receipts."""
    key = {"PK": f"IMAGE#{_uuid()}", "SK": "IMAGE"}
    by_type = Query(RECEIPTS, "GSITYPE", Image.type_name)
    if image_type is None:
        return _first(request, Image, by_type, {"TYPE": Image.type_name, **key})
    number = _chance.randint(0, USUAL_RECEIPTS) if receipts is None else receipts
    partition, sort = f"IMAGE#{image_type.value}", f"NUM_RECEIPTS#{number:05d}"
    narrowed = Begins("NUM_RECEIPTS#") if receipts is None else Is(sort)
    query, place = Query(RECEIPTS, "GSI3", partition, narrowed), {"GSI3PK": partition, "GSI3SK": sort, **key}
    found = _first(request, Image, query, place)
    if found or image_type is not ImageType.SCAN or receipts or request.session.owns(RECEIPTS):
        return found
    return _early(request, by_type, {"TYPE": Image.type_name, **key})


def _early(request: Request, by_type: Query, place: Record) -> Item | None:
    """An image of the first writers, who stored no type: theirs count as scans. No index has them apart from others."""
    untyped = replace(by_type, where={"image_type": NOTHING}, limit=MAX_LOOKED_AT)
    for start in (place, None):
        found = request.session.page(replace(untyped, after=start)).records
        item = next(request.items(RECEIPTS, found, Image), None)
        if item is not None:
            return item
    return None


def random_receipt(request: Request) -> Receipt | None:
    """Any receipt: the one that the item at a random place of the index belongs to, be it a word or a label."""
    image = f"IMAGE#{_uuid()}"
    start = {"GSI2PK": "RECEIPT", "GSI2SK": image, "PK": image, "SK": "RECEIPT#00001"}
    query = Query(RECEIPTS, "GSI2", "RECEIPT", Begins("IMAGE#"))
    for each in (start, None):
        for record in request.session.query(replace(query, after=each, limit=1)):
            (found,) = request.by_ids(Receipt, [_receipt_of(record)])
            if isinstance(found, Receipt):
                return found
    found = _first(request, Receipt, replace(query, types=(Receipt.type_name,)), start)
    return found if isinstance(found, Receipt) else None


def _receipt_of(record: Record) -> dict[str, object]:
    _, image_id, _, receipt_id, *_ = str(record["GSI2SK"]).split("#")
    return {"image_id": image_id, "receipt_id": int(receipt_id)}


def _first(request: Request, entity: type[Item], query: Query, place: Record) -> Item | None:
    """The first item after a random place; from the beginning of the index if there is none."""
    for start in (place, None):
        found = request.session.query(replace(query, after=start, limit=1))
        item = next(request.items(RECEIPTS, found, entity), None)
        if item is not None:
            return item
    return None


def _uuid() -> str:
    return str(UUID(int=_chance.getrandbits(128), version=4))
