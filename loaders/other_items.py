"""What other programs keep beside our items, of types that we do not know: it is shown as it is."""

from entities.attributes import Record
from entities.fields import Json, Part
from entities.receipts.images import Image
from entities.registry import type_of
from entities.tables import RECEIPTS
from loaders.dynamo.requests import Query
from loaders.request import Request

_DATA = ("TYPE", "timestamp_added")
"""Attributes of index keys that are data too."""


class OtherItem(Part):
    """An item of another program, of a type that this API does not know."""

    type: str | None = None
    """The type that its writer gave it, such as `OCR_JOB`; null if it has none."""
    keys: Json = None
    """Its keys in the table and in the indexes, as JSON by attribute."""
    item: Json = None
    """The whole item as it is stored: a JSON object with a plain value for each attribute."""


def other_items(request: Request, image_id: str) -> list[OtherItem]:
    """The items in the partition of an image that are of no type of ours, in the order of their keys."""
    partition = Image.key_for(image_id=image_id)[RECEIPTS.key.partition]
    found = request.session.query(Query(RECEIPTS, None, partition))
    return [_shown(record) for record in found if type_of(RECEIPTS, record) is None]


def _shown(record: Record) -> OtherItem:
    named = (name for index in (RECEIPTS.key, *RECEIPTS.indexes.values()) for name in index.attributes)
    keys = {name: record[name] for name in named if name in record and name not in _DATA}
    kind = record.get("TYPE")
    return OtherItem(type=kind if isinstance(kind, str) else None, keys=keys, item=record)
