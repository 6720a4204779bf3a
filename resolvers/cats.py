"""Queries on cat images and their batches."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from entities.cats import CatImage, CatStatus
from entities.fields import Part
from loaders import cats
from loaders.errors import BadInput
from loaders.listing import Span
from loaders.pages import Slice
from loaders.reading import Reading
from resolvers.lookup import Lookup, Parent, for_each


class CatBatch(Part):
    """A batch of images."""

    batch_id: int


class CatBatchSummary(Part):
    """How far a batch has come."""

    total: int
    pending: int
    success: int
    fail: int
    cats: int
    is_done: bool


def cat_batch(_: Reading, batch_id: str) -> CatBatch:
    return CatBatch(batch_id=batch_number(batch_id))


def cat_image(_: Reading, batch_id: str, fingerprint: str) -> Lookup:
    return Lookup(CatImage, {"batch_id": batch_number(batch_id), "fingerprint": fingerprint})


def cat_images(
    reading: Reading,
    client_id: str | None,
    is_cat: bool | None,
    fingerprint: str | None,
    status: CatStatus | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    """Of a client, by answer or by fingerprint, the newest first."""
    given = [each for each in (client_id, is_cat, fingerprint) if each is not None]
    if len(given) != 1:
        raise BadInput("Give exactly one of clientId, isCat and fingerprint.")
    where = {"op_status": status.value} if status else None
    options: dict[str, Any] = {"span": Span(since, until), "first": first, "after": after, "where": where}
    if client_id is not None:
        return cats.CLIENT_BY_TIME.page(reading, {"client_id": client_id}, **options)
    if is_cat is not None:
        return cats.BY_ANSWER.page(reading, {"is_cat": str(is_cat)}, **options)
    return cats.BY_FINGERPRINT.page(reading, {"fingerprint": fingerprint}, **options)


def images_of_batch(
    reading: Reading,
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
        return _images(reading, values, status, client_id, span, first, after)

    return for_each(reading, parents, page, "batch_id")


def summary_of_batch(reading: Reading, parents: Sequence[Parent]) -> list[CatBatchSummary]:
    return for_each(reading, parents, lambda each: _summary(reading, batch_number(str(each["batch_id"]))), "batch_id")


def logs_of_batch(reading: Reading, parents: Sequence[Parent]) -> list[list[CatImage]]:
    return for_each(
        reading, parents, lambda each: cats.images_with_logs(reading, batch_number(str(each["batch_id"]))), "batch_id"
    )


def batch_number(text: str) -> int:
    """Batches are numbers too large for Int, so clients send text."""
    if not text.removeprefix("batch-").isdecimal() or len(text) > len("batch-") + 16:
        raise BadInput(f"batchId must be a number, not {text!r}.")
    return int(text.removeprefix("batch-"))


def _images(
    reading: Reading,
    values: dict[str, Any],
    status: CatStatus | None,
    client_id: str | None,
    span: Span,
    first: int,
    after: str | None,
) -> Slice:
    """The narrowest index first; what it does not know is filtered."""
    where = {"op_status": status.value} if status else {}
    if span.since or span.until:
        where |= {"client_id": client_id} if client_id else {}
        return cats.BATCH_BY_TIME.page(reading, values, span=span, first=first, after=after, where=where)
    if client_id:
        values = values | {"client_id": client_id}
        return cats.BATCH_BY_CLIENT.page(reading, values, first=first, after=after, where=where)
    if status:
        return cats.BATCH_BY_STATUS.page(reading, values | {"status": status.value}, first=first, after=after)
    return cats.BATCH.page(reading, values, first=first, after=after)


def _summary(reading: Reading, batch_id: int) -> CatBatchSummary:
    images = [each for each in cats.BATCH.all(reading, {"batch_id": batch_id}) if isinstance(each, CatImage)]
    counts = {state.name.lower(): sum(each.status is state for each in images) for state in CatStatus}
    found = sum(each.is_cat is True for each in images)
    return CatBatchSummary(total=len(images), cats=found, is_done=bool(images) and not counts["pending"], **counts)
