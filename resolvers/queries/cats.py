"""Queries on cat images and their batches."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from commands.cats.logs import is_owner, logs_of
from entities.cats import WAITING, CatImage, CatStatus
from entities.fields import Part
from loaders import cats
from loaders.cats import batch_number
from loaders.errors import BadInput, LoaderError
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Span
from loaders.lists.pages import EMPTY, Slice
from loaders.request import Request
from resolvers.runtime.results import Lookup, Parent, for_each

MAX_KEYS = 100
MAX_MINUTES = 5_256_000


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
    mine: bool,
    is_cat: bool | None,
    fingerprint: str | None,
    fingerprints: list[str] | None,
    status: CatStatus | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    """Images by client, by `isCat` or by fingerprints, the newest first."""
    given = [each for each in (client_id, mine or None, is_cat, fingerprint, fingerprints) if each is not None]
    if len(given) != 1:
        raise BadInput("Give exactly one of clientId, mine, isCat, fingerprint and fingerprints.", field="client_id")
    where = {"op_status": status.value} if status else {}
    options: dict[str, Any] = {"span": Span(since, until), "first": first, "after": after}
    if fingerprints is not None:
        return cats.images_by_fingerprints(request, fingerprints, where=where, **options)
    if fingerprint is not None:
        return cats.BY_FINGERPRINT.page(request, {"fingerprint": fingerprint}, where=where, **options)
    if is_cat is not None and request.caller.is_staff:
        return cats.BY_ANSWER.page(request, {"is_cat": str(is_cat)}, where=where, **options)
    if is_cat is not None:
        where |= {"rek_iscat": str(is_cat)}
    if mine or is_cat is not None:
        client_id = request.caller.client
    if client_id is None or not request.caller.may_see(client_id):
        return EMPTY
    return cats.CLIENT_BY_TIME.page(request, {"client_id": client_id}, where=where, **options)


def images_of_batch(
    request: Request,
    parents: Sequence[Parent],
    status: CatStatus | None,
    is_cat: bool | None,
    client_id: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> list[Slice]:
    span = Span(since, until)
    also = {"rek_iscat": str(is_cat)} if is_cat is not None else {}

    def page(parent: Parent) -> Slice:
        values = {"batch_id": batch_number(str(parent["batch_id"]))}
        found = _images(request, values, status, client_id, span, also, first, after)
        where = also | ({"op_status": status.value} if status else {})
        return replace(found, total=partial(cats.count_images, request, values, where, client_id, span))

    return for_each(request, parents, page, "batch_id")


def summary_of_batch(request: Request, parents: Sequence[Parent]) -> list[CatBatchSummary]:
    return for_each(request, parents, lambda each: _summary(request, batch_number(str(each["batch_id"]))), "batch_id")


def logs_of_batch(request: Request, parents: Sequence[Parent]) -> list[list[CatImage]]:
    def found(parent: Parent) -> list[CatImage]:
        images = cats.images_with_logs(request, batch_number(str(parent["batch_id"])))
        return [each for each in images if is_owner(request, each)]

    return for_each(request, parents, found, "batch_id")


def logs_of_images(request: Request, parents: Sequence[Parent]) -> list[str | LoaderError | None]:
    return logs_of(request, [(each["batch_id"], each["fingerprint"]) for each in parents])


def images_by_fingerprint(
    request: Request, parents: Sequence[Parent], fingerprints: list[str]
) -> list[list[CatImage | None]]:
    """Images of batches by fingerprint, in order; all batches together are one request for each hundred."""
    if not 1 <= len(fingerprints) <= MAX_KEYS:
        raise BadInput(f"`fingerprints` must be 1 to {MAX_KEYS}, not {len(fingerprints)}.", field="fingerprints")
    batches = [batch_number(str(each["batch_id"])) for each in parents]
    keys = [(batch_id, each) for batch_id in batches for each in fingerprints]
    distinct = list(dict.fromkeys(each for each in keys if Lookup(CatImage, _ids(each)).can_exist))
    found = dict(zip(distinct, cats.images_by_key(request, distinct), strict=True))
    return [[found.get((batch_id, each)) for each in fingerprints] for batch_id in batches]


def stuck_cat_images(
    request: Request, older_than_minutes: int, client_id: str | None, first: int, after: str | None
) -> Slice:
    """Images that have waited for a while: all from the index of waiting ones, a client's from its own images."""
    if not 0 <= older_than_minutes <= MAX_MINUTES:
        raise BadInput(
            f"olderThanMinutes must be 0 to {MAX_MINUTES}, not {older_than_minutes}.", field="older_than_minutes"
        )
    span = Span(until=request.now - timedelta(minutes=older_than_minutes))
    arguments = {"olderThanMinutes": older_than_minutes, "clientId": client_id}
    options: dict[str, Any] = {"span": span, "first": first, "after": after, "newest_first": False}
    options["scope"] = scope_of("stuckCatImages", arguments, newest_first=False)
    owner = client_id if client_id is not None or request.caller.is_staff else request.caller.client
    if owner is None:
        return cats.PENDING.page(request, {"waiting": WAITING}, **options)
    if not request.caller.may_see(owner):
        return EMPTY
    where = {"op_status": CatStatus.PENDING.value}
    return cats.CLIENT_BY_TIME.page(request, {"client_id": owner}, where=where, **options)


def _ids(key: tuple[int, str]) -> dict[str, Any]:
    return {"batch_id": key[0], "fingerprint": key[1]}


def _images(
    request: Request,
    values: dict[str, Any],
    status: CatStatus | None,
    client_id: str | None,
    span: Span,
    also: dict[str, Any],
    first: int,
    after: str | None,
) -> Slice:
    """Query the most selective index; filter by the arguments that it does not cover."""
    where = also | ({"op_status": status.value} if status else {})
    if client_id == "":
        return EMPTY  # no client has such an id
    if span.since or span.until:
        where |= {"client_id": client_id} if client_id else {}
        return cats.BATCH_BY_TIME.page(request, values, span=span, first=first, after=after, where=where)
    if client_id and not request.caller.may_see(client_id):
        return EMPTY
    if client_id:
        values = values | {"client_id": client_id}
        return cats.BATCH_BY_CLIENT.page(request, values, first=first, after=after, where=where)
    if status:
        return cats.BATCH_BY_STATUS.page(
            request, values | {"status": status.value}, first=first, after=after, where=also
        )
    return cats.BATCH.page(request, values, first=first, after=after, where=also)


def _summary(request: Request, batch_id: int) -> CatBatchSummary:
    images = [each for each in cats.BATCH.all(request, {"batch_id": batch_id}) if isinstance(each, CatImage)]
    counts = {state.name.lower(): sum(each.status is state for each in images) for state in CatStatus}
    found = sum(each.is_cat is True for each in images)
    return CatBatchSummary(total=len(images), cats=found, is_done=bool(images) and not counts["pending"], **counts)
