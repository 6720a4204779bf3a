"""Finds cat images: by batch, client, status, time, result or fingerprint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from entities.cats import CatImage
from entities.fields import FIRST_PLAUSIBLE_EXPIRY
from entities.item import Item
from loaders.dynamo.writes import Raw
from loaders.errors import BadInput
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice, page_of
from loaders.request import Request

BATCH = Listing(CatImage, None, ("batch_id",))
BATCH_BY_TIME = Listing(CatImage, "GSI1", ("batch_id",), time="uploaded_at")
BATCH_BY_CLIENT = Listing(CatImage, "GSI3", ("batch_id", "client_id"))
BATCH_BY_STATUS = Listing(CatImage, "GSI4", ("batch_id", "status"))
CLIENT_BY_TIME = Listing(CatImage, "GSI2", ("client_id",), time="uploaded_at", newest_first=True)
BY_ANSWER = Listing(CatImage, "GSI5", ("is_cat",), time="uploaded_at", newest_first=True)
BY_FINGERPRINT = Listing(CatImage, "FingerprintIndex", ("fingerprint",), time="uploaded_at", newest_first=True)
PENDING = Listing(CatImage, "PendingIndex", ("waiting",), time="waiting_since")
LOGS_OF_BATCH = Listing(CatImage, "SparseLogs", ("batch_id",), time="logged_at")


FIRST_OF_OURS = 10**15
"""Numbers of batches that this system makes are larger: milliseconds and a random number. Most others count seconds."""
MAX_FINGERPRINTS = 20


def images_with_logs(request: Request, batch_id: int) -> list[CatImage]:
    """The images of a batch that have logs. Those of other writers are in no index, so their batches are read whole."""
    values = {"batch_id": batch_id}
    if batch_id >= FIRST_OF_OURS:
        ours = [item for item in LOGS_OF_BATCH.all(request, values) if isinstance(item, CatImage)]
        if any(each.is_managed for each in ours):
            return ours
    found = BATCH.all(request, values)
    return [item for item in found if isinstance(item, CatImage) and (item.logs or item.logged_at)]


def count_images(
    request: Request, values: Mapping[str, int], where: Mapping[str, Any], client_id: str | None, span: Span
) -> int:
    """How many images of a batch the caller may see, as DynamoDB counts them: none of them is sent."""
    listing = BATCH_BY_TIME if span.since or span.until else BATCH
    return sum(
        listing.count(request, values, span=span, where={**where, **owner}, only=_unexpired(request))
        for owner in _owners(request, client_id)
    )


def _owners(request: Request, client_id: str | None) -> list[dict[str, str | None]]:
    """Whose images to count: of one client, of all, or of the caller's client and of none."""
    caller = request.caller
    if client_id is not None:
        return [{"client_id": client_id}] if caller.may_see(client_id) else []
    if caller.is_staff:
        return [{}]
    return [{"client_id": each} for each in (caller.client, None) if caller.may_see(each)]


def _unexpired(request: Request) -> Raw:
    """What has not expired, or has a lifetime in place of an end, as an early writer stored it."""
    now = int(request.now.timestamp())
    names, values = {"#end": str(CatImage.table.ttl)}, {":now": now, ":plausible": FIRST_PLAUSIBLE_EXPIRY}
    return Raw("attribute_not_exists(#end) OR #end > :now OR #end < :plausible", names, values)


def images_by_key(request: Request, keys: Sequence[tuple[int, str]]) -> list[CatImage | None]:
    """Images by batch and fingerprint, in order; None where there is none. One request for each hundred."""
    ids = [{"batch_id": batch_id, "fingerprint": fingerprint} for batch_id, fingerprint in keys]
    return [item if isinstance(item, CatImage) else None for item in request.by_ids(CatImage, ids)]


def images_by_fingerprints(
    request: Request,
    fingerprints: Sequence[str],
    *,
    span: Span,
    where: Mapping[str, Any],
    first: int,
    after: str | None,
) -> Slice:
    """The images of several files from all batches, the newest first: one query for each file, side by side."""
    wanted = list(dict.fromkeys(fingerprints))
    if not 1 <= len(wanted) <= MAX_FINGERPRINTS:
        raise BadInput(f"`fingerprints` must be 1 to {MAX_FINGERPRINTS}, not {len(wanted)}.", field="fingerprints")
    queries = [
        replace(query, newest_first=True, where=where)
        for each in wanted
        for query in BY_FINGERPRINT.queries({"fingerprint": each}, span)
    ]
    given = {"fingerprints": sorted(wanted), "since": span.since, "until": span.until, **where}
    scope = scope_of("CatImage.fingerprints", given, newest_first=True)
    keep: Callable[[Item], bool] = lambda item: isinstance(item, CatImage) and span.holds(item.uploaded_at)  # noqa: E731
    return page_of(request, queries, (CatImage,), scope, first=first, after=after, keep=keep)


def is_taken(request: Request, batch_id: int) -> bool:
    """Whether there is anything in a batch by now, of any owner."""
    (query,) = BATCH.queries({"batch_id": batch_id})
    return bool(request.session.query(replace(query, is_consistent=True, limit=1)))


def batch_number(text: str) -> int:
    """The number of a batch. Numbers of batches do not fit into Int, so clients send strings."""
    if not text.removeprefix("batch-").isdecimal() or len(text) > len("batch-") + 16:
        raise BadInput(f"`batch_id` must be a number, not {text!r}.", field="batch_id")
    return int(text.removeprefix("batch-"))
