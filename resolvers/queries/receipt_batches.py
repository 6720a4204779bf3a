"""Queries on batches that were sent to OpenAI, and on their results."""

from collections.abc import Sequence

from entities.receipts.batches import BatchStatus, BatchSummary, BatchType
from entities.receipts.receipt import EmbeddingStatus
from loaders import receipt_findings, receipts
from loaders.lists.listing import Listing
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.runtime.results import Lookup, Parent, for_each


def batch(_: Request, batch_id: str) -> Lookup:
    return Lookup(BatchSummary, {"batch_id": batch_id})


def batches(
    request: Request, status: BatchStatus | None, batch_type: BatchType | None, first: int, after: str | None
) -> Slice:
    if status is None:
        where = {"batch_type": batch_type.value} if batch_type else None
        return receipts.ALL_BATCHES.page(request, {}, first=first, after=after, where=where)
    values = {"status": status.value} | ({"batch_type": batch_type.value} if batch_type else {})
    return receipts.BATCHES_BY_STATUS.page(request, values, first=first, after=after)


def completion_results(
    request: Request,
    label: str | None,
    original_label: str | None,
    label_target: str | None,
    status: BatchStatus | None,
    first: int,
    after: str | None,
) -> Slice:
    return receipt_findings.completion_results(
        request,
        label=label,
        original_label=original_label,
        label_target=label_target,
        status=status.value if status else None,
        first=first,
        after=after,
    )


def batch_of(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(BatchSummary, {"batch_id": each["batch_id"]}) for each in parents]


def completions_of_batch(
    request: Request, parents: Sequence[Parent], status: BatchStatus | None, first: int, after: str | None
) -> list[Slice]:
    return _results(
        request, parents, (receipts.COMPLETIONS_OF_BATCH, receipts.COMPLETIONS_BY_STATUS), status, first, after
    )


def embeddings_of_batch(
    request: Request, parents: Sequence[Parent], status: EmbeddingStatus | None, first: int, after: str | None
) -> list[Slice]:
    return _results(
        request, parents, (receipts.EMBEDDINGS_OF_BATCH, receipts.EMBEDDINGS_BY_STATUS), status, first, after
    )


def completions_of_receipt(request: Request, parents: Sequence[Parent], first: int, after: str | None) -> list[Slice]:
    return for_each(
        request,
        parents,
        lambda each: _of_receipt(request, receipts.COMPLETIONS_OF_RECEIPT, each, first, after),
        "image_id",
        "receipt_id",
    )


def embeddings_of_receipt(request: Request, parents: Sequence[Parent], first: int, after: str | None) -> list[Slice]:
    return for_each(
        request,
        parents,
        lambda each: _of_receipt(request, receipts.EMBEDDINGS_OF_RECEIPT, each, first, after),
        "image_id",
        "receipt_id",
    )


def _results(
    request: Request,
    parents: Sequence[Parent],
    listings: tuple[Listing, Listing],
    status: BatchStatus | EmbeddingStatus | None,
    first: int,
    after: str | None,
) -> list[Slice]:
    listing = listings[0] if status is None else listings[1]
    more = {} if status is None else {"status": status.value}
    return for_each(
        request,
        parents,
        lambda each: listing.page(request, {"batch_id": each["batch_id"], **more}, first=first, after=after),
        "batch_id",
    )


def _of_receipt(request: Request, listing: Listing, parent: Parent, first: int, after: str | None) -> Slice:
    values = {"image_id": parent["image_id"], "receipt_id": parent["receipt_id"]}
    return listing.page(request, values, first=first, after=after)
