"""Queries on receipts: plain functions from arguments to items. What is selected below the items is read later."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime

from entities.fields import Part
from entities.item import Item
from entities.receipts.images import Image, ImageType
from entities.receipts.receipt import (
    EmbeddingStatus,
    MerchantMatch,
    Receipt,
    ReceiptLine,
    ReceiptWord,
    merchant_key,
)
from loaders import counts, random_items, receipt_lists, receipts
from loaders.counters import Group
from loaders.current import find
from loaders.errors import BadInput
from loaders.lists.listing import Span
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.queries.lists import list_by_value
from resolvers.runtime.arguments import one_at_most
from resolvers.runtime.results import Lookup, Parent

MAX_RECEIPTS = 99_999


class MerchantCount(Part):
    """How many receipts a merchant has."""

    merchant_name: str
    """The name of the merchant, in its canonical spelling if there is one."""
    receipts: int
    """How many receipts are from this merchant."""


def image(_: Request, image_id: str) -> Lookup:
    return Lookup(Image, {"image_id": image_id})


def images(
    request: Request,
    image_type: ImageType | None,
    receipt_count: int | None,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> Slice:
    span = Span(since, until)
    if image_type is None:
        if receipt_count is not None:
            raise BadInput("receiptCount requires imageType: give both.", field="image_type")
        return receipt_lists.page_by_time_added(
            request, receipts.IMAGES, span, newest_first=newest_first, first=first, after=after
        )
    return receipts.images_by_type(request, image_type, receipt_count, span, first=first, after=after)


def random_image(request: Request, image_type: ImageType | None, receipt_count: int | None) -> Item | None:
    if receipt_count is not None and image_type is None:
        raise BadInput("receiptCount requires imageType: give both.", field="receipt_count")
    if receipt_count is not None and not 0 <= receipt_count <= MAX_RECEIPTS:
        raise BadInput(f"`receipt_count` must be 0 to {MAX_RECEIPTS}, not {receipt_count}.", field="receipt_count")
    return random_items.random_image(request, image_type, receipt_count)


def random_receipt(request: Request) -> Item | None:
    return random_items.random_receipt(request)


def receipt(_: Request, image_id: str, receipt_id: int) -> Lookup:
    return Lookup(Receipt, {"image_id": image_id, "receipt_id": receipt_id})


def all_receipts(
    request: Request,
    merchant_name: str | None,
    place_id: str | None,
    validation_status: MerchantMatch | None,
    min_confidence: float | None,
    since: datetime | None,
    until: datetime | None,
    newest_first: bool,
    first: int,
    after: str | None,
) -> Slice:
    span = Span(since, until)
    given = (merchant_name, place_id, validation_status, min_confidence)
    if all(each is None for each in given):
        return receipt_lists.page_by_time_added(
            request, receipts.ALL_RECEIPTS, span, newest_first=newest_first, first=first, after=after
        )
    if min_confidence is not None and not 0 <= min_confidence <= 1:
        raise BadInput(f"`min_confidence` must be between 0 and 1, not {min_confidence}.", field="min_confidence")
    return receipt_lists.receipts_of_merchants(
        request,
        merchant_name=merchant_name,
        place_id=place_id,
        validation_status=validation_status,
        min_confidence=min_confidence,
        span=span,
        first=first,
        after=after,
    )


def receipt_metadata(
    request: Request, merchant_name: str | None, place_id: str | None, first: int, after: str | None
) -> Slice:
    """Receipts by merchant or by place; without arguments all receipts, in no order."""
    one_at_most(merchantName=merchant_name, placeId=place_id)
    if merchant_name is not None:
        values = {"merchant_key": merchant_key(merchant_name)}
        return receipts.METADATA_BY_MERCHANT.page(request, values, first=first, after=after)
    if place_id is not None:
        return receipts.METADATA_BY_PLACE.page(request, {"place_id": place_id}, first=first, after=after)
    return receipts.ALL_METADATA.page(request, {}, first=first, after=after)


def lines(request: Request, embedding_status: EmbeddingStatus, first: int, after: str | None) -> Slice:
    return receipt_lists.by_embedding_status(request, ReceiptLine, embedding_status.value, first=first, after=after)


def words(request: Request, embedding_status: EmbeddingStatus, first: int, after: str | None) -> Slice:
    return receipt_lists.by_embedding_status(request, ReceiptWord, embedding_status.value, first=first, after=after)


receipt_fields = list_by_value(receipts.FIELDS_BY_TYPE, in_capitals=True)


def imported_images(request: Request, parents: Sequence[Parent]) -> list[Image | None]:
    """The images as they are now; None while an import is still running."""
    found = [find(request, Image, image_id=parent["image_id"]) for parent in parents]
    return [each.item if each else None for each in found]


def image_count(request: Request) -> int:
    return counts.how_many(request, Group.IMAGES, receipts.IMAGES)


def receipt_count(request: Request) -> int:
    return counts.how_many(request, Group.RECEIPTS, receipts.ALL_RECEIPTS)


def merchant_counts(request: Request, prefix: str | None) -> list[MerchantCount]:
    """Receipts per merchant, the largest count first. Spellings of the same name count as one, under the usual one."""
    beginning = merchant_key(prefix or "")
    by_key: dict[str, Counter[str]] = defaultdict(Counter)
    for name, number in counts.by_merchant(request).items():
        if number > 0 and merchant_key(name).startswith(beginning):
            by_key[merchant_key(name)][name] = number
    merchants = [
        MerchantCount(merchant_name=min(names, key=lambda each: (-names[each], each)), receipts=names.total())
        for names in by_key.values()
    ]
    return sorted(merchants, key=lambda each: (-each.receipts, each.merchant_name))


def image_of(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Image, {"image_id": each["image_id"]}) for each in parents]


def receipt_of(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [_lookup(Receipt, each, "image_id", "receipt_id") for each in parents]


def line_of(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [_lookup(ReceiptLine, each, "image_id", "receipt_id", "line_id") for each in parents]


def word_of(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [_lookup(ReceiptWord, each, "image_id", "receipt_id", "line_id", "word_id") for each in parents]


def _lookup(entity: type[Item], parent: Parent, *names: str) -> Lookup | None:
    ids = {name: parent.get(name) for name in names}
    return None if None in ids.values() else Lookup(entity, ids)
