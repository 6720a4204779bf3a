"""Queries on receipts: plain functions from arguments to items. What is selected below the items is read later."""

from collections import Counter
from collections.abc import Sequence

from entities.fields import Part
from entities.item import Item
from entities.receipts.images import Image, ImageType
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptLine, ReceiptMetadata, ReceiptWord, merchant_key
from loaders import receipts
from loaders.current import find
from loaders.errors import BadInput
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.queries.lists import list_by_value, whole_list
from resolvers.runtime.arguments import one_at_most
from resolvers.runtime.results import Lookup, Parent


class MerchantCount(Part):
    """How many receipts a merchant has."""

    merchant_name: str
    """The name of the merchant, in its canonical spelling if there is one."""
    receipts: int
    """How many receipts are from this merchant."""


def image(_: Request, image_id: str) -> Lookup:
    return Lookup(Image, {"image_id": image_id})


def images(
    request: Request, image_type: ImageType | None, receipt_count: int | None, first: int, after: str | None
) -> Slice:
    if image_type is None:
        if receipt_count is not None:
            raise BadInput("receiptCount requires imageType: give both.")
        return receipts.IMAGES.page(request, {}, first=first, after=after)
    return receipts.images_by_type(request, image_type, receipt_count, first=first, after=after)


def receipt(_: Request, image_id: str, receipt_id: int) -> Lookup:
    return Lookup(Receipt, {"image_id": image_id, "receipt_id": receipt_id})


all_receipts = whole_list(receipts.ALL_RECEIPTS)


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


lines = list_by_value(receipts.LINES_BY_EMBEDDING_STATUS, EmbeddingStatus)


words = list_by_value(receipts.WORDS_BY_EMBEDDING_STATUS, EmbeddingStatus)


receipt_fields = list_by_value(receipts.FIELDS_BY_TYPE, in_capitals=True)


def imported_images(request: Request, parents: Sequence[Parent]) -> list[Image | None]:
    """The images as they are now; None while an import is still running."""
    found = [find(request, Image, image_id=parent["image_id"]) for parent in parents]
    return [each.item if each else None for each in found]


def image_count(request: Request) -> int:
    return receipts.IMAGES.count(request, {})


def receipt_count(request: Request) -> int:
    return receipts.ALL_RECEIPTS.count(request, {})


def merchant_counts(request: Request) -> list[MerchantCount]:
    """Receipts per merchant, the largest count first. Spellings of the same name count as one."""
    found = receipts.ALL_METADATA.all(request, {})
    names = [each.canonical_merchant_name or each.merchant_name for each in found if isinstance(each, ReceiptMetadata)]
    known = [name for name in names if name]
    counts = Counter(merchant_key(name) for name in known)
    first_spelling = {merchant_key(name): name for name in reversed(known)}
    merchants = [MerchantCount(merchant_name=first_spelling[key], receipts=count) for key, count in counts.items()]
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
