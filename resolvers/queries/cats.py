"""Queries on cat images and their batches."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from entities.cats import CatImage, CatStatus
from entities.fields import Part
from loaders import cats
from loaders.cats import batch_number
from loaders.errors import BadInput
from loaders.lists.listing import Span
from loaders.lists.pages import EMPTY, Slice
from loaders.request import Request
from resolvers.runtime.results import Lookup, Parent, for_each


class CatBatch(Part):
    """A batch of images that were uploaded together."""

    batch_id: int
    """The number of the batch, often the epoch second at which its upload began."""


class CatBatchSummary(Part):
    """How many images of a batch are in which state."""

    total: int
    """How many images the batch has in all."""
    pending: int
    """How many images wait to be processed."""
    success: int
    """How many images were processed, whether they show a cat or not."""
    fail: int
    """How many images could not be processed."""
    cats: int
    """How many images show a cat."""
    is_done: bool
    """Whether no image of the batch waits any more; false if the batch has no images."""


def cat_batch(_: Request, batch_id: str) -> CatBatch:
    return CatBatch(batch_id=batch_number(batch_id))


def cat_image(_: Request, batch_id: str, fingerprint: str) -> Lookup:
    return Lookup(CatImage, {"batch_id": batch_number(batch_id), "fingerprint": fingerprint})


def cat_images(
    request: Request,
    client_id: str | None,
    is_cat: bool | None,
    fingerprint: str | None,
    status: CatStatus | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    """Images by client, by `isCat` or by fingerprint, the newest first."""
    given = [each for each in (client_id, is_cat, fingerprint) if each is not None]
    if len(given) != 1:
        raise BadInput("Give exactly one of clientId, isCat and fingerprint.")
    where = {"op_status": status.value} if status else {}
    options: dict[str, Any] = {"span": Span(since, until), "first": first, "after": after}
    if fingerprint is not None:
        return cats.BY_FINGERPRINT.page(request, {"fingerprint": fingerprint}, where=where, **options)
    if is_cat is not None and request.caller.is_staff:
        return cats.BY_ANSWER.page(request, {"is_cat": str(is_cat)}, where=where, **options)
    if is_cat is not None:
        client_id, where = request.caller.client, where | {"rek_iscat": str(is_cat)}
    if not request.caller.may_see(client_id):
        return EMPTY
    return cats.CLIENT_BY_TIME.page(request, {"client_id": client_id}, where=where, **options)


def images_of_batch(
    request: Request,
    parents: Sequence[Parent],
    status: CatStatus | None,
    client_id: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> list[Slice]:
    span = Span(since, until)

    def page(parent: Parent) -> Slice:
        values = {"batch_id": batch_number(str(parent["batch_id"]))}
        return _images(request, values, status, client_id, span, first, after)

    return for_each(request, parents, page, "batch_id")


def summary_of_batch(request: Request, parents: Sequence[Parent]) -> list[CatBatchSummary]:
    return for_each(request, parents, lambda each: _summary(request, batch_number(str(each["batch_id"]))), "batch_id")


def logs_of_batch(request: Request, parents: Sequence[Parent]) -> list[list[CatImage]]:
    return for_each(
        request, parents, lambda each: cats.images_with_logs(request, batch_number(str(each["batch_id"]))), "batch_id"
    )


def _images(
    request: Request,
    values: dict[str, Any],
    status: CatStatus | None,
    client_id: str | None,
    span: Span,
    first: int,
    after: str | None,
) -> Slice:
    """Query the most selective index; filter by the arguments that it does not cover."""
    where = {"op_status": status.value} if status else {}
    if span.since or span.until:
        where |= {"client_id": client_id} if client_id else {}
        return cats.BATCH_BY_TIME.page(request, values, span=span, first=first, after=after, where=where)
    if client_id and not request.caller.may_see(client_id):
        return EMPTY
    if client_id:
        values = values | {"client_id": client_id}
        return cats.BATCH_BY_CLIENT.page(request, values, first=first, after=after, where=where)
    if status:
        return cats.BATCH_BY_STATUS.page(request, values | {"status": status.value}, first=first, after=after)
    return cats.BATCH.page(request, values, first=first, after=after)


def _summary(request: Request, batch_id: int) -> CatBatchSummary:
    images = [each for each in cats.BATCH.all(request, {"batch_id": batch_id}) if isinstance(each, CatImage)]
    counts = {state.name.lower(): sum(each.status is state for each in images) for state in CatStatus}
    found = sum(each.is_cat is True for each in images)
    return CatBatchSummary(total=len(images), cats=found, is_done=bool(images) and not counts["pending"], **counts)
