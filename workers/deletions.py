"""Deletions as subscribers are told of them: one message for an image or receipt, none for each item in it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from entities.item import Item
from entities.novae.nova import Nova, NovaStatus
from entities.receipts.base import ReceiptsItem
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from loaders.derived import Deletion
from loaders.request import Request
from resolvers.routing.audiences import PUBLIC, STAFF, audience_of_client
from resolvers.runtime.fields import show_part
from resolvers.runtime.ids import global_id
from resolvers.runtime.results import Lookup
from workers.messages import ItemChange, Message, StreamRecord, announcement_of, with_audience
from workers.relations import Known, read_now

EXPIRY = "expiry"
_DYNAMODB = "dynamodb.amazonaws.com"
"""Who deletes what has expired, as a stream names it."""


def deletion(request: Request, change: ItemChange, known: Known) -> Message | None:
    """The message about a deleted item, unless what it belongs to has gone or is going."""
    announcement = announcement_of("onDeleted")
    gone = change.old
    if change.event != "REMOVE" or gone is None or type(gone).__name__ not in announcement.entities:
        return None
    owner = None
    for lookup in _owners(gone):
        above = read_now(request, lookup, known)
        if above is None or getattr(above, "deleted_by", None):
            return None
        owner = owner or above
    told = Deletion(
        id=global_id(gone),
        type=type(gone).__name__,
        image_id=getattr(gone, "image_id", None),
        deleted_at=_time(change.record),
        by=_by(change, gone),
    )
    message = Message(announcement, {"__typename": "Deletion", **show_part(told)}, change.event_id)
    return with_audience(message, _audience(change, gone, owner))


def _owners(gone: Item) -> Iterator[Lookup]:
    """What a deleted item belonged to, the widest first; nothing if it stood for itself."""
    if isinstance(gone, Nova | Image):
        return
    if isinstance(gone, ReceiptsItem):
        image_id, receipt_id = getattr(gone, "image_id", None), getattr(gone, "receipt_id", None)
        if image_id:
            yield Lookup(Image, {"image_id": image_id})
        if image_id and receipt_id and not isinstance(gone, Receipt):
            yield Lookup(Receipt, {"image_id": image_id, "receipt_id": receipt_id})
        return
    nova_id = getattr(gone, "nova_id", None)
    if nova_id:
        yield Lookup(Nova, {"nova_id": nova_id})


def _by(change: ItemChange, gone: Item) -> str | None:
    principal = (change.record.get("userIdentity") or {}).get("principalId")
    return EXPIRY if principal == _DYNAMODB else getattr(gone, "deleted_by", None)


def _audience(change: ItemChange, gone: Item, owner: Item | None) -> str:
    if gone.owner:
        return audience_of_client(gone.owner_of(change.old_record))
    nova = owner or gone
    return STAFF if isinstance(nova, Nova) and nova.status is NovaStatus.HIDDEN else PUBLIC


def _time(record: StreamRecord) -> datetime:
    """When it was deleted, to the second; a stream gives no more."""
    at: Any = record["dynamodb"].get("ApproximateCreationDateTime")
    if isinstance(at, datetime):
        return at
    return datetime.fromtimestamp(float(at), UTC) if at is not None else datetime.now(UTC)
