"""Queries on receipts: plain functions from arguments to items; what is selected below them is not their business."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from entities.fields import Part
from entities.item import Item
from entities.receipts.batches import BatchStatus, BatchSummary, BatchType
from entities.receipts.images import Image, ImageType
from entities.receipts.labels import LabelMetadata, ReceiptWordLabel, ValidationStatus
from entities.receipts.places import PlacesCache, SearchType
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptLine, ReceiptMetadata, ReceiptWord, merchant_key
from loaders import receipts
from loaders.errors import BadInput
from loaders.listing import Listing, Span
from loaders.pages import Slice
from loaders.reading import Reading
from resolvers.lookup import Lookup, Parent, for_each


def image(_: Reading, image_id: str) -> Lookup:
    return Lookup(Image, {"image_id": image_id})


def images(
    reading: Reading, image_type: ImageType | None, receipt_count: int | None, first: int, after: str | None
) -> Slice:
    if image_type is None:
        if receipt_count is not None:
            raise BadInput("receiptCount needs imageType beside it.")
        return receipts.IMAGES.page(reading, {}, first=first, after=after)
    return receipts.images_by_type(reading, image_type, receipt_count, first=first, after=after)


def receipt(_: Reading, image_id: str, receipt_id: int) -> Lookup:
    return Lookup(Receipt, {"image_id": image_id, "receipt_id": receipt_id})


def all_receipts(reading: Reading, first: int, after: str | None) -> Slice:
    return receipts.ALL_RECEIPTS.page(reading, {}, first=first, after=after)


def receipt_metadata(
    reading: Reading, merchant_name: str | None, place_id: str | None, first: int, after: str | None
) -> Slice:
    """By merchant or by place; without either, all, in no order."""
    _one_at_most(merchantName=merchant_name, placeId=place_id)
    if merchant_name is not None:
        values = {"merchant_key": merchant_key(merchant_name)}
        return receipts.METADATA_BY_MERCHANT.page(reading, values, first=first, after=after)
    if place_id is not None:
        return receipts.METADATA_BY_PLACE.page(reading, {"place_id": place_id}, first=first, after=after)
    return receipts.ALL_METADATA.page(reading, {}, first=first, after=after)


def labels(
    reading: Reading,
    label: str | None,
    validation_status: ValidationStatus | None,
    first: int,
    after: str | None,
) -> Slice:
    """By label, by status, or by both."""
    if label is not None:
        where = {"validation_status": validation_status.value} if validation_status else None
        values = {"label": label.upper()}
        return receipts.LABELS_BY_LABEL.page(reading, values, first=first, after=after, where=where)
    if validation_status is not None:
        values = {"validation_status": validation_status.value}
        return receipts.LABELS_BY_STATUS.page(reading, values, first=first, after=after)
    raise BadInput("Give a label, a validationStatus, or both.")


def lines(reading: Reading, embedding_status: EmbeddingStatus, first: int, after: str | None) -> Slice:
    values = {"embedding_status": embedding_status.value}
    return receipts.LINES_BY_EMBEDDING_STATUS.page(reading, values, first=first, after=after)


def words(reading: Reading, embedding_status: EmbeddingStatus, first: int, after: str | None) -> Slice:
    values = {"embedding_status": embedding_status.value}
    return receipts.WORDS_BY_EMBEDDING_STATUS.page(reading, values, first=first, after=after)


def receipt_fields(reading: Reading, field_type: str, first: int, after: str | None) -> Slice:
    values = {"field_type": field_type.upper()}
    return receipts.FIELDS_BY_TYPE.page(reading, values, first=first, after=after)


def word_tags(reading: Reading, tag: str, first: int, after: str | None) -> Slice:
    return receipts.WORD_TAGS.page(reading, {"tag": tag.upper()}, first=first, after=after)


def receipt_word_tags(reading: Reading, tag: str, first: int, after: str | None) -> Slice:
    return receipts.RECEIPT_WORD_TAGS.page(reading, {"tag": tag.upper()}, first=first, after=after)


def _by_time(listing: Listing) -> Callable[..., Slice]:
    """A list that is ordered by time alone."""

    def page(reading: Reading, since: datetime | None, until: datetime | None, first: int, after: str | None) -> Slice:
        return listing.page(reading, {}, span=Span(since, until), first=first, after=after)

    return page


label_analyses = _by_time(receipts.LABEL_ANALYSES)
structure_analyses = _by_time(receipts.STRUCTURE_ANALYSES)
line_item_analyses = _by_time(receipts.LINE_ITEM_ANALYSES)
compaction_runs = _by_time(receipts.COMPACTION_RUNS)


def validations(
    reading: Reading,
    status: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    listing, values = _by_status(receipts.VALIDATIONS, receipts.VALIDATIONS_BY_STATUS, "overall_status", status)
    return listing.page(reading, values, span=Span(since, until), first=first, after=after)


def validation_categories(reading: Reading, field_name: str, status: str, first: int, after: str | None) -> Slice:
    values = {"field_name": field_name, "status": status}
    return receipts.CATEGORIES_BY_STATUS.page(reading, values, first=first, after=after)


def validation_results(reading: Reading, type_: str, first: int, after: str | None) -> Slice:
    return receipts.RESULTS_BY_TYPE.page(reading, {"type": type_}, first=first, after=after)


def chat_gpt_validations(
    reading: Reading,
    status: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    listing, values = _by_status(receipts.CHAT_GPT_VALIDATIONS, receipts.CHAT_GPT_BY_STATUS, "revised_status", status)
    return listing.page(reading, values, span=Span(since, until), first=first, after=after)


def place(reading: Reading, search_type: SearchType, search_value: str) -> PlacesCache | None:
    return receipts.place_by_value(reading, search_type, search_value)


def places(reading: Reading, place_id: str | None, first: int, after: str | None) -> Slice:
    if place_id is None:
        return receipts.PLACES.page(reading, {}, first=first, after=after)
    return receipts.PLACES_BY_ID.page(reading, {"place_id": place_id}, first=first, after=after)


def batch(_: Reading, batch_id: str) -> Lookup:
    return Lookup(BatchSummary, {"batch_id": batch_id})


def batches(
    reading: Reading, status: BatchStatus, batch_type: BatchType | None, first: int, after: str | None
) -> Slice:
    values = {"status": status.value} | ({"batch_type": batch_type.value} if batch_type else {})
    return receipts.BATCHES_BY_STATUS.page(reading, values, first=first, after=after)


def completion_results(reading: Reading, label: str, first: int, after: str | None) -> Slice:
    values = {"label_target": label, "original_label": label}
    return receipts.COMPLETIONS_BY_LABEL.page(reading, values, first=first, after=after)


def label_hygiene(
    reading: Reading, alias: str | None, canonical_label: str | None, first: int, after: str | None
) -> Slice:
    _one_at_most(alias=alias, canonicalLabel=canonical_label)
    if alias is not None:
        return receipts.HYGIENE_BY_ALIAS.page(reading, {"alias": alias}, first=first, after=after)
    if canonical_label is not None:
        values = {"canonical_label": canonical_label}
        return receipts.HYGIENE_BY_CANONICAL_LABEL.page(reading, values, first=first, after=after)
    raise BadInput("Give an alias or a canonicalLabel.")


def label_metadata(_: Reading, label: str) -> Lookup:
    return Lookup(LabelMetadata, {"label": label})


def labels_known(reading: Reading, label_target: str | None, first: int, after: str | None) -> Slice:
    return receipts.labels_known(reading, label_target, first=first, after=after)


class MerchantCount(Part):
    """How many receipts a merchant has."""

    merchant_name: str
    receipts: int


class LabelCount(Part):
    """How many labels there are in each validation status."""

    label: str
    none: int
    pending: int
    valid: int
    invalid: int
    needs_review: int


def image_count(reading: Reading) -> int:
    return receipts.IMAGES.count(reading, {})


def receipt_count(reading: Reading) -> int:
    return receipts.ALL_RECEIPTS.count(reading, {})


def merchant_counts(reading: Reading) -> list[MerchantCount]:
    """Receipts per merchant, the most first. Spellings of one name count together."""
    found = receipts.ALL_METADATA.all(reading, {})
    names = [each.canonical_merchant_name or each.merchant_name for each in found if isinstance(each, ReceiptMetadata)]
    known = [name for name in names if name]
    counts = Counter(merchant_key(name) for name in known)
    first_spelling = {merchant_key(name): name for name in reversed(known)}
    merchants = [MerchantCount(merchant_name=first_spelling[key], receipts=count) for key, count in counts.items()]
    return sorted(merchants, key=lambda each: (-each.receipts, each.merchant_name))


def label_counts(reading: Reading, labels: Sequence[str] | None) -> list[LabelCount]:
    """Labels per validation status: of the labels given, or of all core labels."""
    wanted = [label.upper() for label in labels or receipts.CORE_LABELS]
    if len(wanted) > MOST_LABELS:
        raise BadInput(f"At most {MOST_LABELS} labels at once, not {len(wanted)}.")
    calls = [partial(_label_count, reading, label) for label in dict.fromkeys(wanted)]
    return reading.session.together(*calls)


MOST_LABELS = 50


def _label_count(reading: Reading, label: str) -> LabelCount:
    found = receipts.LABELS_BY_LABEL.all(reading, {"label": label})
    counts = Counter(each.validation_status.name for each in found if isinstance(each, ReceiptWordLabel))
    return LabelCount(
        label=label,
        none=counts["NONE"],
        pending=counts["PENDING"],
        valid=counts["VALID"],
        invalid=counts["INVALID"],
        needs_review=counts["NEEDS_REVIEW"],
    )


def image_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Image, {"image_id": each["image_id"]}) for each in parents]


def receipt_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [_lookup(Receipt, each, "image_id", "receipt_id") for each in parents]


def line_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [_lookup(ReceiptLine, each, "image_id", "receipt_id", "line_id") for each in parents]


def word_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [_lookup(ReceiptWord, each, "image_id", "receipt_id", "line_id", "word_id") for each in parents]


def completions_of_batch(
    reading: Reading, parents: Sequence[Parent], status: BatchStatus | None, first: int, after: str | None
) -> list[Slice]:
    return _results(
        reading, parents, (receipts.COMPLETIONS_OF_BATCH, receipts.COMPLETIONS_BY_STATUS), status, first, after
    )


def embeddings_of_batch(
    reading: Reading, parents: Sequence[Parent], status: EmbeddingStatus | None, first: int, after: str | None
) -> list[Slice]:
    return _results(
        reading, parents, (receipts.EMBEDDINGS_OF_BATCH, receipts.EMBEDDINGS_BY_STATUS), status, first, after
    )


def completions_of_receipt(reading: Reading, parents: Sequence[Parent], first: int, after: str | None) -> list[Slice]:
    return for_each(
        reading,
        parents,
        lambda each: _of_receipt(reading, receipts.COMPLETIONS_OF_RECEIPT, each, first, after),
        "image_id",
        "receipt_id",
    )


def embeddings_of_receipt(reading: Reading, parents: Sequence[Parent], first: int, after: str | None) -> list[Slice]:
    return for_each(
        reading,
        parents,
        lambda each: _of_receipt(reading, receipts.EMBEDDINGS_OF_RECEIPT, each, first, after),
        "image_id",
        "receipt_id",
    )


def _results(
    reading: Reading,
    parents: Sequence[Parent],
    listings: tuple[Listing, Listing],
    status: BatchStatus | EmbeddingStatus | None,
    first: int,
    after: str | None,
) -> list[Slice]:
    listing = listings[0] if status is None else listings[1]
    more = {} if status is None else {"status": status.value}
    return for_each(
        reading,
        parents,
        lambda each: listing.page(reading, {"batch_id": each["batch_id"], **more}, first=first, after=after),
        "batch_id",
    )


def _of_receipt(reading: Reading, listing: Listing, parent: Parent, first: int, after: str | None) -> Slice:
    values = {"image_id": parent["image_id"], "receipt_id": parent["receipt_id"]}
    return listing.page(reading, values, first=first, after=after)


def _lookup(entity: type[Item], parent: Parent, *names: str) -> Lookup | None:
    ids = {name: parent.get(name) for name in names}
    return None if None in ids.values() else Lookup(entity, ids)


def _by_status(
    everything: Listing, by_status: Listing, name: str, status: str | None
) -> tuple[Listing, dict[str, str]]:
    return (everything, {}) if status is None else (by_status, {name: status})


def _one_at_most(**arguments: Any) -> None:
    given = [name for name, value in arguments.items() if value is not None]
    if len(given) > 1:
        raise BadInput(f"Give {' or '.join(given)}, not both.")
