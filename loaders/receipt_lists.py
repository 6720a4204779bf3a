"""Lists of images, receipts and what belongs to them that take more than one range.

Images and receipts are listed by time with an index that only names them. Items without a time follow at the end. A
table without that index answers as it did before there was one, in no order; and so does a cursor from that time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from entities.attributes import Record
from entities.errors import BadKeyValue
from entities.item import Item
from entities.receipts.receipt import MerchantMatch, Receipt, ReceiptLine, ReceiptMetadata, ReceiptWord, merchant_key
from loaders import receipts
from loaders.dynamo.requests import NOTHING, Between, Query
from loaders.dynamo.session import Page
from loaders.errors import BadCursor, BadInput, IndexMissing
from loaders.lists.by_time import TimeRange, page_by_time
from loaders.lists.cursors import read_cursor, scope_of
from loaders.lists.listing import Listing, Span, between
from loaders.lists.own_tables import without_second_looks
from loaders.lists.pages import LEAST_LOOKED_AT, Reader, Slice, in_turn, items_named, page_of
from loaders.request import Request

ADDED = "GSIADDED"
"""The index by type and time of adding."""

ITEMS_FOR_A_KEY = 4
"""So many images or receipts of a range cost about as much as one by its key."""

NONE = "NONE"
_LAST = "~"


def added_query(entity: type[Item], span: Span, *, newest_first: bool = True) -> Query:
    """The items of a type that were added within a span."""
    sort = between("", span) if span.since or span.until else None
    return Query(entity.table, ADDED, entity.type_name, sort, newest_first=newest_first)


def needing_index(field: str) -> BadInput:
    """The refusal of an argument that a table without the index cannot answer."""
    return BadInput(
        f"`{field}` needs the index {ADDED}, which this deployment does not have yet. Leave it out, or ask an operator "
        "to add the index.",
        field=field,
        index=ADDED,
    )


def page_by_time_added(
    request: Request,
    listing: Listing,
    span: Span,
    *,
    first: int,
    after: str | None = None,
    newest_first: bool = True,
) -> Slice:
    """All items of a type by the time at which they were added; `listing` has them in no order."""
    is_narrowed = bool(span.since or span.until)
    if after and not is_narrowed and _is_of(listing, after):
        return listing.page(request, {}, first=first, after=after)
    entity = listing.entity
    arguments = {"since": span.since, "until": span.until}
    scope = scope_of(f"{entity.__name__}.{ADDED}", arguments, newest_first=newest_first)
    range_ = TimeRange(added_query(entity, span, newest_first=newest_first), span)
    keep = lambda item: span.holds(getattr(item, "timestamp_added", None))  # noqa: E731
    options: dict[str, Any] = {"scope": scope, "keep": keep}

    def timed(first: int, after: str | None) -> Slice:
        begun = None if after or is_narrowed else range_.beginning(request, first)
        seen.extend(_beginning_of_all(request, listing, begun, first))
        read = _known_or_named(entity, seen)
        return page_by_time(request, range_, read, first=first, after=after, begun=begun, **options)

    def untimed(first: int, after: str | None) -> Slice:
        return without(request, listing, "timestamp_added", first=first, after=after, begun=seen)

    seen: list[Page] = []
    try:
        if is_narrowed:
            return timed(first, after)
        page = in_turn(first, after, timed, untimed)
        return replace(page, is_all=after is None and not page.has_next)
    except IndexMissing:
        if is_narrowed or not newest_first:
            raise needing_index("since" if span.since else "until" if span.until else "newest_first") from None
        return listing.page(request, {}, first=first, after=after)


def _beginning_of_all(request: Request, listing: Listing, begun: Page | None, first: int) -> list[Page]:
    """The beginning of all items of a type, with a time or without, where all that have a time are on the first page.

    Mostly these are all. That is cheaper than to read them by their keys, and those without a time come next anyway.
    """
    if begun is None or begun.next_key or len(begun.records) > first:
        return []
    (query,) = listing.queries({})
    limit = max(LEAST_LOOKED_AT, ITEMS_FOR_A_KEY * len(begun.records))
    return [request.session.page(replace(query, limit=limit))]


def _known_or_named(entity: type[Item], known: Sequence[Page]) -> Reader:
    """Reads items that a range only names: by their keys, unless they are known."""
    by_place = {entity.table.place_of(each): each for page in known for each in page.records}

    def read(request: Request, query: Query, records: Sequence[Record]) -> list[Item | None]:
        places = [entity.table.place_of(each) for each in records]
        left = [record for record, place in zip(records, places, strict=True) if place not in by_place]
        named = iter(items_named(entity)(request, query, left))
        found = [[by_place[place]] if place in by_place else None for place in places]
        return [next(request.items(entity.table, each, entity), None) if each else next(named) for each in found]

    return read


def without(
    request: Request,
    listing: Listing,
    attribute: str,
    *,
    first: int,
    after: str | None = None,
    begun: Sequence[Page] = (),
) -> Slice:
    """The items of a listing that have no value of an attribute, however their writers said so.

    `begun` is the beginning of the listing with all its items, where that has been read already.
    """
    queries = [replace(each, where={attribute: NOTHING}) for each in listing.queries({})]
    scope = scope_of(f"{listing.name} without {attribute}", {}, newest_first=False)
    pages = [
        replace(page, records=[each for each in page.records if each.get(attribute) in (None, "")]) for page in begun
    ]
    return page_of(request, queries, (listing.entity,), scope, first=first, after=after, begun=() if after else pages)


def receipts_of_merchants(
    request: Request,
    *,
    merchant_name: str | None,
    place_id: str | None,
    validation_status: MerchantMatch | None,
    min_confidence: float | None,
    span: Span,
    first: int,
    after: str | None,
) -> Slice:
    """Receipts by what is known of their merchants. The most selective argument chooses the range, the others filter.
    By confidence, the most certain come first; upstream stores no confidence."""
    merchant = merchant_key(merchant_name) if merchant_name is not None else None
    where = {"validation_status": validation_status.value} if validation_status else {}
    arguments = {
        "merchantName": merchant,
        "placeId": place_id,
        "validationStatus": where.get("validation_status"),
        "minConfidence": min_confidence,
        "since": span.since,
        "until": span.until,
    }

    def fits(found: ReceiptMetadata) -> bool:
        return (
            merchant in (None, found.merchant_key)
            and place_id in (None, found.place_id)
            and (min_confidence is None or (found.match_confidence or 0.0) >= min_confidence)
        )

    scope = scope_of("receiptsOfMerchants", arguments, newest_first=False)
    keep = lambda item: span.holds(getattr(item, "timestamp_added", None))  # noqa: E731
    options: dict[str, Any] = {"first": first, "after": after, "keep": keep, "read": _receipts_behind(fits)}

    def page(is_own: bool) -> Slice:
        ranges = _merchant_ranges(merchant, place_id, min_confidence, where, is_own=is_own)
        return page_of(request, ranges, (), scope, **options)

    return without_second_looks(request, Receipt.table, page)


def _merchant_ranges(
    merchant: str | None, place_id: str | None, min_confidence: float | None, where: Mapping[str, Any], *, is_own: bool
) -> list[Query]:
    return [replace(each, where=where) for each in _all_in_range(merchant, place_id, min_confidence, is_own=is_own)]


def _all_in_range(
    merchant: str | None, place_id: str | None, min_confidence: float | None, *, is_own: bool
) -> list[Query]:
    if place_id is not None:
        return receipts.METADATA_BY_PLACE.queries({"place_id": place_id}, is_own=is_own)
    if merchant is not None:
        return receipts.METADATA_BY_MERCHANT.queries({"merchant_key": merchant}, is_own=is_own)
    if min_confidence is not None:
        (query,) = receipts.METADATA_BY_CONFIDENCE.queries({})
        sort = Between(f"CONFIDENCE#{max(min_confidence, 0):.4f}", f"CONFIDENCE#{_LAST}")
        return [replace(query, sort=sort, newest_first=True)]
    return receipts.ALL_METADATA.queries({})


def _receipts_behind(fits: Any) -> Reader:
    """Reads the receipts of metadata that fits, by their keys."""

    def read(request: Request, query: Query, records: Any) -> list[Item | None]:
        found = [next(request.items(query.table, [record], ReceiptMetadata), None) for record in records]
        wanted = [item if isinstance(item, ReceiptMetadata) and fits(item) else None for item in found]
        keys = {id(record): _receipt_key(item) for record, item in zip(records, wanted, strict=True) if item}
        return items_named(Receipt, lambda record: keys.get(id(record)))(request, query, records)

    return read


def _receipt_key(metadata: ReceiptMetadata) -> Record | None:
    try:
        return Receipt.key_for(image_id=metadata.image_id, receipt_id=metadata.receipt_id)
    except BadKeyValue:
        return None


def labels_within(
    request: Request,
    image_id: str,
    receipt_id: int | None,
    *,
    label: str | None,
    validation_status: str | None,
    first: int,
    after: str | None,
) -> Slice:
    """The labels of an image or a receipt: with one label from the index by label, otherwise from beside the words."""
    place = {"image_id": image_id} | ({} if receipt_id is None else {"receipt_id": receipt_id})
    where = {"validation_status": validation_status} if validation_status else None
    if label is None:
        return receipts.LABELS_BESIDE_WORDS.page(request, place, first=first, after=after, where=where)
    values = {"label": label, **place}
    return receipts.LABELS_BY_LABEL_AND_PLACE.page(request, values, first=first, after=after, where=where)


def by_embedding_status(
    request: Request, entity: type[ReceiptLine | ReceiptWord], status: str, *, first: int, after: str | None
) -> Slice:
    """Lines or words with an embedding status. The first writers stored none: theirs are under NONE, at the end."""
    is_line = entity is ReceiptLine
    listing = receipts.LINES_BY_EMBEDDING_STATUS if is_line else receipts.WORDS_BY_EMBEDDING_STATUS
    every = receipts.ALL_LINES if is_line else receipts.ALL_WORDS

    def known(first: int, after: str | None) -> Slice:
        return listing.page(request, {"embedding_status": status}, first=first, after=after)

    def unknown(first: int, after: str | None) -> Slice:
        return without(request, every, "embedding_status", first=first, after=after)

    return in_turn(first, after, known, unknown) if status == NONE else known(first, after)


def places_by_use(request: Request, span: Span, *, first: int, after: str | None) -> Slice:
    """Cached places by their last use, the latest first. Upstream's are in no index by time, so they follow."""
    if after and not (span.since or span.until) and _is_of(receipts.PLACES, after):
        return receipts.PLACES.page(request, {}, first=first, after=after)

    def ours(first: int, after: str | None) -> Slice:
        return receipts.PLACES_BY_USE.page(request, {}, span=span, first=first, after=after)

    def theirs(first: int, after: str | None) -> Slice:
        queries = [replace(each, where={"GSI2PK": None}) for each in receipts.PLACES.queries({})]
        arguments = {"since": span.since, "until": span.until}
        scope = scope_of("placesOfOthers", arguments, newest_first=False)
        keep = lambda item: span.holds(getattr(item, "last_updated", None))  # noqa: E731
        types = (receipts.PLACES.entity,)
        return page_of(request, queries, types, scope, first=first, after=after, keep=keep)

    return in_turn(first, after, ours, theirs)


def _is_of(listing: Listing, cursor: str) -> bool:
    """Whether a cursor is of the list of all items in no order."""
    scope = scope_of(listing.name, {}, newest_first=listing.newest_first)
    try:
        read_cursor(scope, cursor, 1)
    except BadCursor:
        return False
    return True
